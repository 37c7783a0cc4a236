import { compile } from 'tailwindcss'
import { expect, test } from 'vitest'
import choiceVariants from './choice-variants.ts'

/** The condition that Tailwind writes for a variant, such as `:is(…)`. */
async function conditionOf(variant: string): Promise<string | undefined> {
  const { build } = await compile('@plugin "choice-variants"; @tailwind utilities;', {
    loadModule: async () => ({ module: choiceVariants, base: '', path: '' }),
  })
  return /\\:block(.*) \{/.exec(build([`${variant}:block`]))?.[1]
}

test.each([
  ['option-box-only', ':is([data-choices]:has([name="option"][value="box-only"]:checked) *)'],
  ['edition-ember', ':is([data-choices]:has([name="edition"][value="ember"]:checked) *)'],
  ['wrapping-gift-edition', ':is([data-choices]:has([name="wrapping"][value="gift-edition"]:checked) *)'],
  ['size-4', ':is([data-choices]:has([name="size"][value="4"]:checked) *)'],
  ['upgrade-none', ':is([data-choices]:has([name="upgrade"][value="none"]:checked) *)'],
  ['upgrade-add-wand', ':is([data-choices]:has([name="upgrade"][value="add-wand"]:checked) *)'],
  ['upgrade-premium', ':is([data-choices]:has([name="upgrade"][value="upgrade-premium"]:checked) *)'],
  ['wand-none', ':is([data-choices]:not(:has([name="wand"]:checked)) *)'],
  ['not-size-4', ':not(:is([data-choices]:has([name="size"][value="4"]:checked) *))'],
])('%s applies while that is chosen', async (variant, condition) => {
  expect(await conditionOf(variant)).toBe(condition)
})

test('a number of wands applies while exactly so many are checked, or count as checked', async () => {
  const checked = '[name="wands"]:checked'
  const six = ':is(html:not([data-hydrated]) *):has([name="size"][value="6"]:checked)'
  expect(await conditionOf('count-0')).toBe(`:is([data-choices]:not(:has(${checked})):not(${six}) *)`)
  expect(await conditionOf('count-1')).toBe(
    `:is([data-choices]:has(${checked}):not(:has(${checked} ~ ${checked})):not(${six}) *)`,
  )
  // A size of six counts as all six wands until scripts check them.
  expect(await conditionOf('count-6')).toContain(`, [data-choices]${six} *)`)
  expect(await conditionOf('wands-dragon-oak')).toBe(
    `:is([data-choices]:has([name="wands"][value="dragon-oak"]:checked) *, [data-choices]${six} *)`,
  )
  expect(await conditionOf('count-7')).toBeUndefined()
})

test('sold out applies to a size, and to what is sold out with the chosen option only', async () => {
  const condition = await conditionOf('sold-out')
  expect(condition).toContain('[data-choices]:has([name="size"][data-sold]:checked) *')
  expect(condition).toContain(
    '[data-choices]:has([name="option"][value="box-only"]:checked):has([data-sold~="box-only"]:checked) *',
  )
})
