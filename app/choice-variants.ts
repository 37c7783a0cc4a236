import plugin from 'tailwindcss/plugin'
import { EDITIONS, editionSlug, OPTION_CHOICES, WRAPPINGS, wandSlug } from './models/option-choice.ts'
import { UPGRADE_CHOICES } from './models/redeem.ts'
import { BUNDLE_SIZES, WAND_STYLES } from './models/wands.ts'

/** The radio buttons and checkboxes of the product pages and of a gift, by the name of their field. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  option: OPTION_CHOICES,
  edition: EDITIONS.map(editionSlug),
  wrapping: WRAPPINGS,
  wand: WAND_STYLES.map(wandSlug),
  size: BUNDLE_SIZES.map(String),
  upgrade: UPGRADE_CHOICES,
}

/** Matches while the largest size counts as all wands, because no script has checked them. */
const ALL_UNCHECKED = `:is(html:not([data-hydrated]) *):has([name="size"][value="${WAND_STYLES.length}"]:checked)`

/**
 * Matches while exactly that many checkboxes `wands` are checked, or count as checked; `~` can count them, as they are
 * siblings.
 */
function wandCount(count: number): readonly string[] {
  const atLeast = (least: number) => `:has([name="wands"]${Array(least).fill(':checked').join(' ~ ')})`
  const exactly = `${count > 0 ? atLeast(count) : ''}:not(${atLeast(count + 1)})`
  return count === WAND_STYLES.length ? [exactly, ALL_UNCHECKED] : [`${exactly}:not(${ALL_UNCHECKED})`]
}

/** Matches while what is chosen is sold out: a size, or an option, edition or wand within the chosen option. */
const SOLD_OUT = [
  ':has([name="size"][data-sold]:checked)',
  ...OPTION_CHOICES.map(
    (option) => `:has([value="${option}"]:checked):has([data-sold~="${option}"]:checked)`,
  ),
]

/**
 * Tailwind variants for what a checked radio button or checkbox shows, so that choosing needs no script:
 * `option-premium-wand:left-1/2` applies while the premium set is chosen. What is shown only then has the class
 * `for-option-premium-wand`. They apply inside an element with the attribute `data-choices`, and can be stacked.
 * - One for each value of each field: `option-box-only`, `edition-ember`, `wand-phoenix-elm`, `size-4`, `upgrade-premium`.
 * - One for a field that may be without a choice: `edition-none`, `wand-none`, `size-none`.
 * - One for each number of wands in a bundle: `count-0` to `count-6`. Before and without scripts, size 6 counts as all
 *   six wands.
 * - `picked` for what follows a checked input, and then for all wands.
 * - `sold-out` while the choice is sold out, which the inputs tell by `data-sold`: a size, or a list of the options
 *   with which an option, edition or wand is.
 * They also know the chosen size as `--size`.
 */
export default plugin(({ addBase, addVariant }) => {
  const hidden: string[] = []
  const addChoice = (name: string, ...states: readonly string[]) => {
    addVariant(name, `&:is(${states.map((state) => `[data-choices]${state} *`).join(', ')})`)
    hidden.push(`[data-choices]:not(${states.join(', ')}) .for-${name}`)
  }

  for (const [field, values] of Object.entries(CHOICES)) {
    for (const value of values) {
      const name = `${field}-${value.replace(/^upgrade-/, '')}`
      const isChecked = `:has([value="${value}"]:checked)`
      addChoice(name, isChecked, ...(field === 'wand' ? [ALL_UNCHECKED] : []))
    }
    if (/^(edition|wand|size)$/.test(field))
      addChoice(`${field}-none`, `:not(:has([name="${field}"]:checked))`)
  }
  for (let count = 0; count <= WAND_STYLES.length; count++) addChoice(`count-${count}`, ...wandCount(count))
  addVariant('picked', `&:where(:checked + *, :checked + * *, [data-choices]${ALL_UNCHECKED} *)`)
  addChoice('sold-out', ...SOLD_OUT)
  addBase({ [hidden.join(', ')]: { display: 'none !important' } })
  for (const size of BUNDLE_SIZES)
    addBase({ [`[data-choices]:has([name="size"][value="${size}"]:checked)`]: { '--size': `${size}` } })
})
