import { beforeAll, expect, test } from 'vitest'
import { growCatalogue, manyProducts, storeProduct } from '../support/grown-catalogue.ts'
import { openTestShop } from '../support/test-shop.ts'

/**
 * A catalogue that changes and grows, in the embedded store. That a list has all products is shown by
 * `journeys/whole-catalogue`, and what a cart says of one that was taken down by `models/cart-view`.
 */

/** Notices of changed products that come together refresh the shop's catalogue once. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 100))
const shop = openTestShop({ pause })

/** Of 130 kinds; all of its first page of 50 and more are sold. */
const BEADS = storeProduct({
  handle: 'beads',
  title: 'A Bead of Many Kinds',
  options: { Kind: Array.from({ length: 130 }, (_, index) => `No. ${index + 1}`) },
  price: (index) => 200 - index,
  isSoldOut: (index) => index < 120,
})
const SCARF = storeProduct({
  handle: 'lambswool-scarf',
  title: '<b>Scarf</b> & "co"',
  html:
    '<h2>Warm &amp; <em>quiet</em></h2><p onclick="steal()">Spun in <strong>Yorkshire</strong>. See ' +
    '<a href="https://wool.example/care">how to wash it</a> or <a href="javascript:alert(1)">this</a>.</p>',
  images: [{ file: 'scarf.jpg?v=1690000000', size: [3000, 2000], alt: 'A brown scarf' }],
  tags: ['MARKET:us', 'Market: UK', 'Warehouse-Item'],
  price: () => 45,
})
beforeAll(async () => {
  await shop.warm
  const ofOtherMarket = manyProducts(10, { tags: ['market: uk', 'warehouse-item'], isOlder: true })
  const ofThisMarket = manyProducts(55, { tags: ['Market: US', 'warehouse-item'] })
  await growCatalogue(shop, ...ofOtherMarket, ...ofThisMarket, BEADS, SCARF)
})

const visit = (path: string) => shop.browser().visit(path)
const textOf = async (path: string) => (await shop.fetch(path)).text()

test('all products are in the sitemap, in the store that sells them', async () => {
  const xml = await textOf('/sitemap.xml')
  expect(xml.match(/<loc>[^<]*\/us\/product\/curio-/g)).toHaveLength(55)
  expect(xml.match(/<loc>[^<]*\/uk\/product\/curio-/g)).toHaveLength(10)
})

test('of a product with 130 variants the last ten can be bought, from their price', async () => {
  const list = await visit('/us/products?show=200')
  const card = list.texts('main li:has(:is(h2, h3))').find((text) => text.includes('A Bead of'))
  expect(card).toContain('From $71')
  expect(card).not.toContain('Sold out')
  const { document } = await visit('/us/product/beads')
  expect(document.querySelectorAll('main input[disabled]')).toHaveLength(120)
})

test('a product that the rules do not know has a page with the text of its description, and nothing that could run or lead astray', async () => {
  const { main, title } = await visit('/us/product/lambswool-scarf')
  expect(title).toBe(`${SCARF.title} | Wizard Box US`)
  expect(main).toContain('Warm & quiet Spun in Yorkshire')
  // Nor a word about options that it does not have, nor about what we do not know of it.
  expect(main).not.toMatch(
    /javascript:|steal|alert\(|Default Title|magnet|Maker|wand|Choose|envelope|Upgrade/i,
  )
})

test('a notice of the store puts a new price on the next page and into the lists, and takes away what was archived', async () => {
  const { catalogue, deliverWebhooks } = shop.embedded.store ?? expect.fail()
  const [mug, tote] = ['magical-af-mug', 'keyhole-tote'].map((handle) => catalogue.byHandle(handle))
  if (!mug || !tote) throw new Error('not sold')
  const addresses = [`/us/product/${mug.handle}`, '/us/products?filter=merch']
  for (const path of addresses) expect(await textOf(path), path).toContain('$16')
  const cents = { USD: 2150, GBP: 2150 }
  catalogue.save({ ...mug, variants: mug.variants.map((variant) => ({ ...variant, cents })) })
  await deliverWebhooks()
  for (const path of addresses) expect(await textOf(path), path).toContain('$21.50')
  catalogue.save({ ...tote, status: 'ARCHIVED' })
  await deliverWebhooks()
  expect((await shop.fetch('/us/product/keyhole-tote')).status).toBe(404)
  expect(await textOf('/us/products?filter=merch')).not.toContain('keyhole-tote')
})
