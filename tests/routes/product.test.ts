import { describe, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { openTestShop } from '../support/test-shop.ts'

const VOL_1 = '/uk/product/vol-i-phoenix-edition'
const VOL_2 = {
  us: '/us/product/vol-ii-magical-you-pre-order',
  uk: '/uk/product/vol-ii-magical-you-pre-order-1',
}
const WAND = '/us/product/magic-wand'
/** Before every announced date. */
const EARLY = Date.parse('2025-11-01T12:00:00Z')

const shop = openTestShop({ now: () => EARLY })

const visit = (path: string) => shop.browser().visit(path)
const checked = (page: Page, name: string) => page.attributes(`input[name="${name}"][checked]`, 'value')
const values = (page: Page, name: string) => page.attributes(`input[name="${name}"]`, 'value')

describe('the URL of a product', () => {
  test.each(['/uk/product/%22%3E%3Cscript%3E', '/us/product/constructor'])(
    '%s gets a not-found page, whose head says so once',
    async (path) => {
      const page = await visit(path)
      expect(page.title).toContain('Product not found')
      expect(page.texts('head > title'), 'once').toHaveLength(1)
      expect(page.html.match(/<meta name="robots"/g), 'once').toHaveLength(1)
      expect(page.html).toContain('noindex')
    },
  )
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

describe('a volume', () => {
  test('II says who gets the box, and when', async () => {
    const page = await visit(VOL_2.us)
    for (const place of ['[data-buyblock]', '[data-buybar]']) {
      expect(page.texts(place).join()).toMatch(
        /magic words.* by email\. The box (?:ships|goes) to whoever says/i,
      )
      expect(page.texts(place).join()).toContain('No magic words')
    }
  })

  test('marks the picture of the edition in its URL as the first', async () => {
    const first = async (path: string) => (await visit(path)).attributes('[data-first]', 'data-picture')
    expect(await first(`${VOL_1}?edition=ember`)).toEqual(['ember'])
    expect(await first(VOL_1)).toEqual([])
  })

  test('strikes out the price plus envelope, not as an earlier price, with both shipping notes', async () => {
    const page = await visit(VOL_2.uk)
    expect(page.texts('[data-total] s')).toEqual(expect.arrayContaining(['Box and envelope together £113']))
    expect(page.main).toContain('It is not an earlier price.')
    expect(page.texts('[data-wrapping="gift-edition"]')).toEqual([
      'Your envelope is posted 1–18 December 2025, untracked. The box follows in January 2026, tracked, to the UK and EU.',
    ])
    expect(page.texts('[data-wrapping="printable-only"]')[0]).toContain('print the letter today')
  })

  test('asks for an edition in the UK, with none selected and the sold-out one marked', async () => {
    const page = await visit(VOL_1)
    expect(values(page, 'edition')).toEqual(['ashborn', 'sunfire', 'ember'])
    expect(checked(page, 'edition')).toEqual([])
    expect(page.main).toContain('Select an edition to see it.')
    expect(page.main).toContain('200 signed and numbered copies, and then no more.')
    expect(page.attributes('[value="sunfire"]', 'data-sold')).toEqual(['box-only'])
    expect(page.attributes('[value="ember"]', 'data-sold')).toEqual([])
    expect(page.links()).toContain(VOL_2.uk)
    expect(page.texts('main button')).toContain('Add to Cart')
    expect(page.texts('main button')).not.toContain('Order Now')
  })

  test('has its pictures in a list with links to each, and the film last, without autoplay', async () => {
    const page = await visit(VOL_2.us)
    expect(page.attributes('[id^="view-"]', 'id')).toHaveLength(7)
    const film = '[id="view-7"] video'
    expect(page.attributes(film, 'preload')).toEqual(['none'])
    expect(page.attributes(film, 'autoplay')).toEqual([])
    expect(page.attributes(`${film} track`, 'kind')).toEqual(['descriptions'])
    expect(page.links('[data-thumbs]')).toEqual([1, 2, 3, 4, 5, 6, 7].map((at) => `#view-${at}`))
  })

  test('shows the warning and the terms beside the button', async () => {
    const page = await visit(VOL_1)
    const warning = page.document.querySelector('[role="note"]')
    expect(warning?.textContent).toContain('Not for children under 14.')
    expect(warning?.closest('details')).toBeNull()
    expect(page.texts('[data-terms] li').join(' ')).toMatch(
      /Ships from 15 November 2025.*Final sale.*legal rights/,
    )
    expect(page.texts('summary')).toEqual(
      expect.arrayContaining(['Technical Details', 'Shipping and Returns']),
    )
    expect(page.main).toContain('33 cm')
    expect(page.main).toContain('EU responsible person')
  })
})

test('an incomplete choice is reported at its step, without a cookie, until it is complete', async () => {
  const visitor = shop.browser()
  const page = await visitor.visit(VOL_1)
  const refused = await visitor.submit(page, 'Add to Cart', { option: 'premium-wand' })
  expect([refused.url.pathname, refused.url.hash]).toEqual([VOL_1, '#problem'])
  expect(refused.attributes('link[rel=canonical]', 'href')).toEqual([shop.origin + VOL_1])
  const [problem] = refused.texts('#edition #problem')
  expect(problem).toContain('Please select a Phoenix Edition')
  expect(problem).toContain('Choose your preferred Phoenix Edition before adding to cart.')
  expect(refused.texts('#edition[aria-invalid="true"][aria-describedby="problem"] #problem')).toHaveLength(1)
  expect(checked(refused, 'option')).toEqual(['premium-wand'])
  const next = await visitor.submit(refused, 'Add to Cart', { option: 'premium-wand', edition: 'ember' })
  expect(next.texts('#problem').join()).toContain('Please select a product option')
  expect(next.texts('#edition #problem')).toEqual([])
  const complete = { option: 'premium-wand', wand: 'phoenix-elm', edition: 'ember' }
  expect((await visitor.submit(next, 'Add to Cart', complete)).path).toBe('/uk/cart')
  const query = new URLSearchParams({ ...complete, incomplete: '1' })
  expect((await visitor.visit(`${VOL_1}?${query}`)).texts('#problem')).toEqual([])
})

describe('the wand page', () => {
  test('says what a bundle saves, and why one owns several', async () => {
    const page = await visit(WAND)
    for (const words of ['From $34', 'A bundle saves you $13 to $30.', 'Why own several'])
      expect(page.main).toContain(words)
  })

  test('links to the boxes of its store', async () => {
    const us = await visit(WAND)
    expect(us.links('[aria-labelledby=cross]')).toEqual([VOL_2.us])
    expect(us.html).not.toContain('Phoenix Edition')
    const uk = await visit('/uk/product/magic-wand')
    expect(uk.links('[aria-labelledby=cross]')).toEqual([VOL_1, VOL_2.uk])
    expect(uk.texts('[aria-labelledby=cross] b')).toEqual(['From £59', 'From £59'])
  })
})
