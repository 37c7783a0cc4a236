import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { amountAfter, amountsIn, MARKETS, VOL_2, WAND } from './addresses.ts'
import { openPage, pressable } from './browser.ts'
import { startShopWithStore } from './proxy.ts'
import { Visitor, withWand } from './visitor.ts'

/** The store down, slow, or wrong: between it and the shop stands a proxy. */

const DOWN = 'Store Temporarily Unavailable'
const backing = inject('shop')

test.each(['down', 'nonsense', 'errors', 'slow'] as const)(
  'a store that has never answered (%s) leaves every page that needs no products',
  async (fault) => {
    const { shop, stop } = await startShopWithStore(backing, { fault })
    onTestFinished(stop)
    const open = (path: string) => new Visitor({ origin: shop.origin }).visit(path)
    const others = ['/us/about', '/uk/faq', '/uk/gift', '/us/contact', '/us/cart', '/us/redeem'].map(open)
    const [home, list, product] = await Promise.all([open('/us'), open('/uk/products'), open(`/us${WAND}`)])
    expect(home.status).toBe(200)
    expect(home.messages).toContain(DOWN)
    expect(home.main).toContain("We're experiencing technical difficulties. Please check back soon!")
    expect(home.hasButton('Subscribe')).toBe(true)
    expect(list.status).toBe(200)
    expect(list.main).toContain('If the issue persists, please contact us through our contact form.')
    expect(list.hasButton('Join the Waitlist')).toBe(true)
    expect([product.status, product.headings(1)]).toEqual([503, [DOWN]])
    expect(product.main).toContain("We're experiencing technical difficulties. Please try again later.")
    for (const page of await Promise.all(others)) expect(page.status, page.path).toBe(200)
    for (const page of [home, list, product]) {
      expect(String(page.headers.get('cache-control'))).not.toContain('public')
      expect(page.text).not.toContain('Secret words of the store')
    }
    expect((await new Visitor({ origin: shop.origin }).request('/healthz')).status).toBe(200)
  },
)

describe('a store that fails later', () => {
  let { shop, store, stop } = {} as Awaited<ReturnType<typeof startShopWithStore>>
  beforeAll(async () => {
    ;({ shop, store, stop } = await startShopWithStore(backing))
  })
  afterAll(() => stop())
  beforeEach(() => store.fail('none'))

  test('leaves the shop as it last knew it; a checkout says so, keeps the cart, and opens when the store is back', async () => {
    const visitor = await withWand('us', new Visitor({ origin: shop.origin }))
    const price = amountAfter('Total', visitor.page.main)
    for (const { id } of MARKETS)
      for (const path of ['', '/products', WAND, VOL_2[id]]) await visitor.visit(`/${id}${path}`)
    for (const fault of ['down', 'html', 'errors', 'nonsense', 'unavailable', 'slow'] as const) {
      store.fail(fault)
      for (const path of ['/us', '/uk/products', `/us${WAND}`]) {
        const page = await visitor.visit(path)
        expect([page.status, page.text.includes(DOWN)], `${fault} ${path}`).toEqual([200, false])
      }
      await visitor.visit('/us/cart')
      const asked = performance.now()
      const refused = await visitor.submit('Checkout', { 'Quantity of Magic Wand': '1', code: '' })
      // Seconds, not longer.
      expect(performance.now() - asked).toBeLessThan(15_000)
      expect([refused.path, refused.items], fault).toEqual(['/us/cart', 1])
      expect(refused.messages).toContain('Failed to create checkout. Please try again.')
      expect(refused.text).not.toContain('Secret words of the store')
      expect(refused.main).toContain('Dragon & Oak')
      expect((await visitor.visit('/us/cart')).items).toBe(1)
    }
    store.fail('none')
    await visitor.visit('/us/cart')
    expect(amountAfter('Total', visitor.page.main)).toBe(price)
    const checkout = await visitor.submit('Checkout')
    expect(checkout.headings(1)).toEqual(['Complete your order'])
    expect(checkout.text).toContain('Dragon & Oak')
  })

  test('makes the drawer say so, which keeps the cart and opens the checkout on a later press', async () => {
    const page = await openPage({ baseURL: shop.origin })
    await page.goto(`/us${WAND}`)
    await (await pressable(page.getByRole('button', { name: /^Add to Cart.*Dragon & Oak/ }))).click()
    const drawer = page.getByRole('dialog', { name: 'Shopping Cart' })
    await drawer.getByText('1 item', { exact: true }).waitFor()
    store.fail('unavailable')
    await drawer.getByRole('button', { name: 'Checkout' }).click()
    await page.getByText('Failed to create checkout. Please try again.').first().waitFor()
    await drawer.getByText('1 item', { exact: true }).waitFor()
    expect(page.context().pages()).toHaveLength(1)
    store.fail('none')
    const opened = page.context().waitForEvent('page')
    await drawer.getByRole('button', { name: 'Checkout' }).click()
    await (await opened).getByRole('heading', { name: 'Complete your order' }).waitFor()
  })

  test('refuses a checkout of what it does not ship there, and the cart is kept', async () => {
    const visitor = await withWand('us', new Visitor({ origin: shop.origin }))
    const sellNone = (said: string) => said.replaceAll('"availableForSale":true', '"availableForSale":false')
    store.rewrite((said, asked) => (asked.includes('CheckVariants') ? sellNone(said) : said))
    const refused = await visitor.submit('Checkout')
    expect([refused.path, refused.items]).toEqual(['/us/cart', 1])
    expect(refused.text).toContain(
      'Some items are not available for shipping to United States. Please remove unavailable items.',
    )
    store.rewrite((said) => said)
    expect((await visitor.submit('Checkout')).headings(1)).toEqual(['Complete your order'])
  })
})

describe('a store with other products', () => {
  const open = async (rewrite: (said: string) => string) => {
    const { shop, stop } = await startShopWithStore(backing, { rewrite })
    onTestFinished(stop)
    return new Visitor({ origin: shop.origin })
  }

  test('that are neither kept nor printed sells none of them', async () => {
    const visitor = await open((said) => said.replaceAll('"warehouse-item"', '"hand-made"'))
    const add = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }
    const refused = await visitor.post('/us/cart', add)
    expect(refused.items).toBe(0)
    expect(refused.messages).toContain('Only warehouse items can be added to cart at this time.')
  })

  test('at other prices and with strange titles shows those prices, charges them, and writes the titles as text', async () => {
    const raise = (said: string) =>
      said.replace(/"amount":"([\d.]+)"/g, (_, amount) => `"amount":"${Number(amount) + 7}.0"`)
    const visitor = await open((said) =>
      raise(said).replaceAll('Magical AF Mug', '<img src=x onerror=alert(1)>Mug'),
    )
    const [before = 0] = amountsIn((await new Visitor().visit(`/us${WAND}`)).part('Dragon & Oak'))
    const page = await visitor.visit(`/us${WAND}`)
    expect(amountsIn(page.part('Dragon & Oak'))).toEqual([before + 7])
    await visitor.submit(/^Add to Cart.*Dragon & Oak/)
    expect(amountAfter('Total', visitor.page.main)).toBe(before + 7)
    const list = await visitor.visit('/us/products')
    expect(list.html).not.toContain('<img src=x')
    expect(list.main).toContain('<img src=x onerror=alert(1)>Mug')
  })
})
