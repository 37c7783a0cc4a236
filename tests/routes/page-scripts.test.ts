import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PagePlan } from '../../app/runtime/page-plan.ts'
import { createTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

async function planOf(path: string): Promise<PagePlan> {
  const html = await (await shop.fetch(path)).text()
  return JSON.parse(/id="page-plan">([^<]*)</.exec(html)?.[1] ?? 'null')
}

/** All files that a page is hydrated with. */
function filesOf({ entry, routes, later }: PagePlan): Set<string> {
  const imports = later.slice(
    0,
    later.findIndex((file) => file.includes('/router-')),
  )
  return new Set([entry, ...imports, ...routes.flatMap(([, modules]) => modules)])
}

// On a slow connection the smallest file takes half a second, and a page has six connections.
test.each([
  ['/us', 2],
  ['/uk/products', 2],
  ['/us/product/vol-ii-magical-you-pre-order', 2],
  ['/uk/product/vol-i-phoenix-edition', 2],
  ['/us/product/magic-wand', 3],
  ['/us/cart', 3],
  ['/us/about', 2],
])('%s has at most %i script files', async (path, most) => {
  expect(filesOf(await planOf(path)).size).toBeLessThanOrEqual(most)
})

test('a volume loads its own page first, and other products with the client router', async () => {
  const volume = await planOf('/us/product/vol-ii-magical-you-pre-order')
  const wand = await planOf('/us/product/magic-wand')
  const others = [...filesOf(wand)].filter((file) => !filesOf(volume).has(file))
  expect(others).toHaveLength(1)
  const [router, ...list] = wand.later
  expect(volume.later).toEqual([router, ...others, ...list])
  const own = (plan: PagePlan) => plan.styles.filter((href) => !volume.styles.includes(href))
  expect(own(wand)).toHaveLength(1)
  expect(wand.styles).toEqual(expect.arrayContaining([...volume.styles]))
})

test('pages that are hydrated at once have scripts that are compiled eagerly', async () => {
  for (const path of [
    '/us',
    '/us/products',
    '/us/product/vol-ii-magical-you-pre-order',
    '/us/product/magic-wand',
  ])
    for (const file of filesOf(await planOf(path))) {
      const code = readFileSync(new URL(`../../build/client${file}`, import.meta.url), 'utf8')
      // Browsers look for it at the very beginning only.
      expect(code.startsWith('//# allFunctionsCalledOnLoad\n'), file).toBe(true)
    }
})

test('only content pages delay their scripts until the first interaction', async () => {
  expect((await planOf('/us/faq')).when).toBe('need')
  expect((await planOf('/us/products')).when).toBeUndefined()
})

// Early interactions must be noticed, and a script behind a stylesheet waits for it.
test.each([
  '/us',
  '/uk/products',
  '/us/product/vol-ii-magical-you-pre-order',
  '/us/product/magic-wand',
  '/us/cart',
])('%s has its script loader before the content, and no script tags with a URL', async (path) => {
  const html = await (await shop.fetch(path)).text()
  const head = html.slice(0, html.indexOf('</head>'))
  expect(head).toContain('id="page-plan"')
  expect(html).not.toMatch(/<script[^>]* src=|rel="modulepreload"/)
})
