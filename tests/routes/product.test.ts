import { expect, test } from 'vitest'
import { openTestShop } from '../support/test-shop.ts'

/** What product pages say and mark; that everything on them can be bought is in the journeys. */

const VOL_1 = '/uk/product/vol-i-phoenix-edition'
const VOL_2 = {
  us: '/us/product/vol-ii-magical-you-pre-order',
  uk: '/uk/product/vol-ii-magical-you-pre-order-1',
}
/** Before every announced date. */
const EARLY = Date.parse('2025-11-01T12:00:00Z')

const shop = openTestShop({ now: () => EARLY })

const visit = (path: string) => shop.browser().visit(path)

test('the head of a product that does not exist says so once', async () => {
  const page = await visit('/uk/product/%22%3E%3Cscript%3E')
  expect(page.title).toContain('Product not found')
  expect(page.texts('head > title')).toHaveLength(1)
  expect(page.attributes('head > meta[name="robots"]', 'content')).toEqual(['noindex'])
})

test('Vol. I in the US store leads to the list, which says once why', async () => {
  const visitor = shop.browser()
  const list = await visitor.visit('/us/product/vol-i-phoenix-edition')
  expect(list.path).toBe('/us/products')
  const why = 'Vol. I: The Phoenix Edition is not sold in the United States store.'
  expect(list.text).toContain(why)
  expect(list.texts(`a[href="${VOL_1}"]`)).toContain('See it in the United Kingdom store')
  expect((await visitor.visit('/us/products')).text).not.toContain(why)
})

test('Vol. II says who gets the box, and strikes out the price plus envelope as no earlier price', async () => {
  const page = await visit(VOL_2.uk)
  for (const place of ['[data-buyblock]', '[data-buybar]'])
    expect(page.texts(place).join()).toMatch(
      /magic words.* by email\. The box (?:ships|goes) to whoever says.*No magic words/i,
    )
  expect(page.texts('[data-total] s')).toEqual(expect.arrayContaining(['Box and envelope together £113']))
  expect(page.main).toContain('It is not an earlier price.')
})

test('Vol. I is limited, marks what is sold out of an edition, and links to Vol. II', async () => {
  const page = await visit(VOL_1)
  expect(page.main).toContain('200 signed and numbered copies, and then no more.')
  expect(page.attributes('[name="edition"]', 'data-sold')).toEqual(['box-only'])
  expect(page.attributes('[name="edition"][data-sold]', 'value')).toEqual(['sunfire'])
  expect(page.links()).toContain(VOL_2.uk)
})

test('pictures are a list with links to each; that of the edition in the URL is marked as the first', async () => {
  const page = await visit(VOL_2.us)
  const slides = page.attributes('[id^="view-"]', 'id')
  expect(slides).toHaveLength(7)
  expect(page.links('[data-thumbs]')).toEqual(slides.map((id) => `#${id}`))
  const first = async (path: string) => (await visit(path)).attributes('[data-first]', 'data-picture')
  expect(await first(`${VOL_1}?edition=ember`)).toEqual(['ember'])
  expect(await first(VOL_1)).toEqual([])
})

test.each([
  [VOL_2.us, '#view-7'],
  ['/uk', '#unlock'],
])('without JavaScript the film of %s is a plain video that nothing loads or plays', async (path, place) => {
  const page = await visit(path)
  const film = `${place} noscript video[controls]`
  expect(page.attributes(film, 'preload')).toEqual(['none'])
  expect(page.attributes(film, 'autoplay')).toEqual([])
  expect(page.attributes(`${film} track[kind="descriptions"]`, 'src')).toEqual(['/film/opening.vtt'])
})

test('the warning and the terms stand beside the button, the details below', async () => {
  const page = await visit(VOL_1)
  const warning = page.document.querySelector('[role="note"]')
  expect(warning?.textContent).toContain('Not for children under 14.')
  expect(warning?.closest('details')).toBeNull()
  expect(page.texts('[data-terms] li').join(' ')).toMatch(
    /Ships from 15 November 2025.*Final sale.*legal rights/,
  )
  expect(page.main).toContain('EU responsible person')
})

test('an incomplete choice is reported at its step, without a cookie, until it is complete', async () => {
  const visitor = shop.browser()
  const page = await visitor.visit(VOL_1)
  const refused = await visitor.submit(page, 'Add to Cart', { option: 'premium-wand' })
  expect([refused.url.pathname, refused.url.hash]).toEqual([VOL_1, '#problem'])
  expect(refused.attributes('link[rel=canonical]', 'href')).toEqual([shop.origin + VOL_1])
  const step = '#edition[aria-invalid="true"][aria-describedby="problem"] #problem'
  expect(refused.texts(step).join()).toContain('Please select a Phoenix Edition')
  const next = await visitor.submit(refused, 'Add to Cart', { option: 'premium-wand', edition: 'ember' })
  expect(next.texts('#problem').join()).toContain('Please select a product option')
  expect(next.texts('#edition #problem')).toEqual([])
  const complete = { option: 'premium-wand', wand: 'phoenix-elm', edition: 'ember' }
  expect((await visitor.submit(next, 'Add to Cart', complete)).path).toBe('/uk/cart')
  const query = new URLSearchParams({ ...complete, incomplete: '1' })
  expect((await visitor.visit(`${VOL_1}?${query}`)).texts('#problem')).toEqual([])
})

test('the wand page says what a bundle saves, and links to the boxes of its store', async () => {
  const us = await visit('/us/product/magic-wand')
  for (const words of ['From $34', 'A bundle saves you $13 to $30.', 'Why own several'])
    expect(us.main).toContain(words)
  expect(us.links('[aria-labelledby=cross]')).toEqual([VOL_2.us])
  expect(us.html).not.toContain('Phoenix Edition')
  const uk = await visit('/uk/product/magic-wand')
  expect(uk.links('[aria-labelledby=cross]')).toEqual([VOL_1, VOL_2.uk])
  expect(uk.texts('[aria-labelledby=cross] b')).toEqual(['From £59', 'From £59'])
})
