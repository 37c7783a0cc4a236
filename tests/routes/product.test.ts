import { describe, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { createTestShop, openTestShop } from '../support/test-shop.ts'

const VOL_1 = '/uk/product/vol-i-phoenix-edition'
const VOL_2 = {
  us: '/us/product/vol-ii-magical-you-pre-order',
  uk: '/uk/product/vol-ii-magical-you-pre-order-1',
}
const WAND = '/us/product/magic-wand'
const SET = '/us/product/magic-wand-collectors-set'
/** Before every announced date. */
const EARLY = Date.parse('2025-11-01T12:00:00Z')
const LATE = Date.parse('2026-06-01T12:00:00Z')

const shop = openTestShop({ now: () => EARLY })

const visit = (path: string) => shop.browser().visit(path)
const checked = (page: Page, name: string) =>
  [...page.document.querySelectorAll(`input[name="${name}"][checked]`)].map((input) =>
    input.getAttribute('value'),
  )
const values = (page: Page, name: string) =>
  [...page.document.querySelectorAll(`input[name="${name}"]`)].map((input) => input.getAttribute('value'))

describe('the URL of a product', () => {
  test.each([
    ['/uk/product/wizard-box?edition=ember', 301, `${VOL_1}?edition=ember`],
    ['/us/product/wizard-box', 301, '/us/product/vol-i-phoenix-edition'],
    ['/us/product/vol-i-phoenix-edition', 302, '/us/products'],
    ['/uk/product/magic-wands-collection-1', 301, '/uk/product/magic-wand-collectors-set'],
    ['/us/product/vol-ii-magical-you-pre-order-1?option=box-only', 302, `${VOL_2.us}?option=box-only`],
    ['/uk/product/vol-ii-magical-you-pre-order', 302, VOL_2.uk],
    ['/uk/product/wizard-box?utm_source=owl&edition=ember', 301, `${VOL_1}?utm_source=owl&edition=ember`],
    ['/uk/product/wizard-box?wands=dragon-oak&utm=owl', 301, `${VOL_1}?wands=dragon-oak&utm=owl`],
  ])('%s redirects with %i', async (from, status, to) => {
    const response = await shop.fetch(from)
    expect(response.status).toBe(status)
    expect(response.headers.get('Location')).toBe(to)
  })

  test.each(['/us/product/no-such-thing', '/uk/product/%22%3E%3Cscript%3E', '/us/product/constructor'])(
    '%s gets a not-found page',
    async (path) => {
      const page = await visit(path)
      expect(page.status).toBe(404)
      expect(page.texts('h1')).toEqual(['Product not found'])
      expect(page.main).toContain('This product may have been removed or is no longer available.')
      expect(page.links()).toContain(`${path.slice(0, 3)}/products`)
      expect(page.title).toContain('Product not found')
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
  const links = list.texts('a[href="/uk/product/vol-i-phoenix-edition"]')
  expect(links).toContain('See it in the United Kingdom store')
  expect((await visitor.visit('/us/products')).text).not.toContain(why)
})

describe('a volume', () => {
  test('II says who gets the box, and when', async () => {
    const { main } = await visit(VOL_2.us)
    expect(main).toContain('The box goes to whoever says the magic words')
    expect(main).toMatch(/Is it for yourself\? Then say the words yourself.* It ships .+, tracked\./)
  })

  test('offers three options with live prices, the classic set selected', async () => {
    const page = await visit(VOL_2.us)
    expect(page.texts('h1')).toEqual(['Vol. II: Magical You'])
    expect(page.main).toContain('1. Choose Your Option')
    expect(values(page, 'option')).toEqual(['box-only', 'classic-wand', 'premium-wand'])
    expect(checked(page, 'option')).toEqual(['classic-wand'])
    expect(page.texts('label b')).toEqual(expect.arrayContaining(['Wizard Box Only', '$59', '$88', '$98']))
    expect(page.main).toContain('MOST POPULAR')
    expect(page.main).toContain('Save $5 vs buying separately')
    expect(page.main).toContain('Choose a wand to see it.')
    expect(page.texts('main button')).toContain('Order Now')
    expect(page.texts('main button')).not.toContain('Add to Cart')
  })

  test('lists the premium wands in the order of its store, without the classic one', async () => {
    expect(values(await visit(VOL_2.us), 'wand')).toEqual([
      'dragon-oak',
      'dragon-yew',
      'unicorn-chestnut',
      'unicorn-cherry',
      'phoenix-elm',
    ])
    expect(values(await visit(VOL_2.uk), 'wand')).toEqual([
      'unicorn-cherry',
      'unicorn-chestnut',
      'dragon-oak',
      'dragon-yew',
      'phoenix-elm',
    ])
  })

  test('shows the options of its URL, and ignores invalid ones', async () => {
    const page = await visit(`${VOL_2.us}?option=premium-wand&wand=dragon-yew&wrapping=printable-only`)
    expect(checked(page, 'option')).toEqual(['premium-wand'])
    expect(checked(page, 'wand')).toEqual(['dragon-yew'])
    expect(checked(page, 'wrapping')).toEqual(['printable-only'])
    const odd = await visit(`${VOL_1}?option=gold&wand=dragon-elder&edition=ash&wrapping=none&option=`)
    expect(odd.status).toBe(200)
    expect(checked(odd, 'option')).toEqual(['classic-wand'])
    expect(checked(odd, 'edition')).toEqual([])
  })

  test('marks the picture of the edition in its URL as the first', async () => {
    const first = async (path: string) =>
      [...(await visit(path)).document.querySelectorAll('[data-first]')].map((slide) =>
        slide.getAttribute('data-picture'),
      )
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
    expect(page.document.querySelector('[value="sunfire"]')?.getAttribute('data-sold')).toBe('box-only')
    expect(page.document.querySelector('[value="ember"]')?.hasAttribute('data-sold')).toBe(false)
    expect(page.links()).toContain(VOL_2.uk)
    expect(page.texts('main button')).toContain('Add to Cart')
    expect(page.texts('main button')).not.toContain('Order Now')
  })

  test('has its pictures in a list with links to each, and the film last, without autoplay', async () => {
    const page = await visit(VOL_2.us)
    const slides = page.document.querySelectorAll('[id^="view-"]')
    expect(slides).toHaveLength(7)
    const film = slides[6]?.querySelector('video')
    expect(film?.hasAttribute('autoplay')).toBe(false)
    expect(film?.getAttribute('preload')).toBe('none')
    expect(film?.querySelector('track')?.getAttribute('kind')).toBe('descriptions')
    expect(page.links('[data-thumbs]')).toEqual([
      '#view-1',
      '#view-2',
      '#view-3',
      '#view-4',
      '#view-5',
      '#view-6',
      '#view-7',
    ])
    for (const link of page.links('[data-thumbs]')) expect(page.document.querySelector(link)).not.toBeNull()
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

  test('changes its texts once dates have passed', async () => {
    const late = await createTestShop({ now: () => LATE })
    const vol1 = await late.browser().visit(VOL_1)
    const vol2 = await late.browser().visit(VOL_2.us)
    await late.close()
    expect(vol1.texts('[data-terms] li')[0]).toMatch(/^Ships within 2–3 business days/)
    expect(vol2.main).not.toContain('January 2026')
    expect(vol2.main).not.toContain('December 1–18, 2025')
  })

  test('adds the selected options to the cart', async () => {
    const visitor = shop.browser()
    const page = await visitor.visit(VOL_1)
    const cart = await visitor.submit(page, 'Add to Cart', { option: 'box-only', edition: 'ember' })
    expect(cart.path).toBe('/uk/cart')
    expect(cart.main).toContain('Ember')
    expect(cart.main).toContain('£59')
  })

  test.each([
    [{}, 'Please select a Phoenix Edition', 'Choose your preferred Phoenix Edition before adding to cart.'],
    [
      { option: 'premium-wand', edition: 'ember' },
      'Please select a product option',
      'Choose your preferred option before adding to cart.',
    ],
    [{ option: 'box-only', edition: 'sunfire' }, 'Cannot add to cart', 'sold out'],
  ])('rejects %o with a message and keeps it', async (fields, title, text) => {
    const visitor = shop.browser()
    const refused = await visitor.submit(await visitor.visit(VOL_1), 'Add to Cart', fields)
    expect(refused.url.pathname).toBe(VOL_1)
    expect(refused.text).toContain(title)
    expect(refused.text).toContain(text)
    for (const [name, value] of Object.entries(fields)) expect(checked(refused, name)).toEqual([value])
  })
})

describe('an incomplete choice', () => {
  test('is reported at its step, without a cookie, until it is complete', async () => {
    const visitor = shop.browser()
    const page = await visitor.visit(VOL_1)
    const refused = await visitor.submit(page, 'Add to Cart', { option: 'premium-wand' })
    expect(refused.url.hash).toBe('#problem')
    expect(refused.texts('#edition #problem').join()).toContain('Please select a Phoenix Edition')
    expect(refused.texts('#problem [role="alert"]')).toHaveLength(1)
    const next = await visitor.submit(refused, 'Add to Cart', { option: 'premium-wand', edition: 'ember' })
    expect(next.texts('#problem').join()).toContain('Please select a product option')
    expect(next.texts('#edition #problem')).toEqual([])
    const complete = { option: 'premium-wand', wand: 'phoenix-elm', edition: 'ember' }
    expect((await visitor.submit(next, 'Add to Cart', complete)).path).toBe('/uk/cart')
    const query = new URLSearchParams({ ...complete, incomplete: '1' })
    expect((await visitor.visit(`${VOL_1}?${query}`)).texts('#problem')).toEqual([])
  })

  test('does not change the address of the page for search engines', async () => {
    const { document } = await shop.browser().visit(`${VOL_1}?incomplete=1`)
    const canonical = document.querySelector('link[rel=canonical]')?.getAttribute('href')
    expect(canonical).toMatch(new RegExp(`${VOL_1}$`))
  })
})

describe('the wand page', () => {
  test('has a button for each wand except the sold-out one', async () => {
    const page = await visit(WAND)
    expect(page.texts('li h3').slice(0, 6)).toEqual([
      'Dragon & Elder',
      'Dragon & Oak',
      'Dragon & Yew',
      'Unicorn & Chestnut',
      'Unicorn & Cherry',
      'Phoenix & Elm',
    ])
    const buttons = [...page.document.querySelectorAll('li button[aria-label]')]
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Add to Cart, Dragon & Elder',
      'Add to Cart, Dragon & Oak',
      'Add to Cart, Dragon & Yew',
      'Add to Cart, Unicorn & Chestnut',
      'Add to Cart, Unicorn & Cherry',
      'Sold out, Phoenix & Elm',
    ])
    expect(buttons.at(-1)?.hasAttribute('disabled')).toBe(true)
    expect(page.main).toContain('From $34')
    expect(page.main).toContain('A bundle saves you $13 to $30.')
    expect(page.main).toContain('Why own several')
    expect(page.main).toContain('No box yet?')
  })

  test('links to the boxes of its store', async () => {
    const us = await visit(WAND)
    expect(us.links('[aria-labelledby=cross]')).toEqual([VOL_2.us])
    expect(us.html).not.toContain('Phoenix Edition')
    const uk = await visit('/uk/product/magic-wand')
    expect(uk.links('[aria-labelledby=cross]')).toEqual([VOL_1, VOL_2.uk])
    expect(uk.texts('[aria-labelledby=cross] b')).toEqual(['From £59', 'From £59'])
  })

  test('adds a wand to the cart', async () => {
    const visitor = shop.browser()
    const cart = await visitor.submit(await visitor.visit(WAND), 'Add to Cart, Dragon & Yew')
    expect(cart.path).toBe('/us/cart')
    expect(cart.main).toContain('Dragon & Yew')
    expect(cart.main).toContain('$35')
  })
})

describe("the collector's set", () => {
  test('starts with four, with savings from live prices', async () => {
    const page = await visit(SET)
    expect(page.texts('h1')).toEqual(['Build Your Bundle'])
    expect(checked(page, 'size')).toEqual(['4'])
    expect(checked(page, 'wands')).toEqual([])
    const savings = page.texts('label').flatMap((label) => /Save \$\d+/.exec(label) ?? [])
    expect(savings).toEqual(['Save $13', 'Save $21', 'Save $25', 'Save $30'])
    expect(page.texts('button span')).toEqual(expect.arrayContaining(['Select 4 More', 'Add Bundle']))
    const startOver = page.document.querySelector('form#start-over')
    expect(startOver?.getAttribute('action')).toBe(SET)
    expect(page.texts('button[form="start-over"]')).toEqual(['Start Over', 'Start Over'])
  })

  test('shows the selection of its URL: six select all, none selects none', async () => {
    expect(checked(await visit(`${SET}?size=6`), 'wands')).toHaveLength(6)
    const some = await visit(`${SET}?size=3&wands=dragon-oak&wands=dragon-oak&wands=basilisk`)
    expect(checked(some, 'size')).toEqual(['3'])
    expect(checked(some, 'wands')).toEqual(['dragon-oak'])
    const over = await visit(`${SET}?size=`)
    expect(checked(over, 'size')).toEqual([])
    expect(checked(over, 'wands')).toEqual([])
    expect((await visit(`${SET}?size=99&wands=`)).status).toBe(200)
  })

  test('is added to the cart with its wands', async () => {
    const visitor = shop.browser()
    const wands = ['dragon-elder', 'dragon-oak', 'phoenix-elm']
    const page = await visitor.visit(SET)
    const cart = await visitor.submit(page, /Add Bundle/, { size: '3', wands })
    expect(cart.path).toBe('/us/cart')
    expect(cart.text).toContain('Custom Bundle Added!')
    expect(cart.main).toContain('Phoenix & Elm')
    expect(cart.main).toContain('$92')
  })

  test.each([
    [{ size: '4', wands: ['dragon-elder'] }, 'Wrong number of wands', 'Please select exactly 4 wands'],
    [
      { size: '3', wands: ['dragon-elder', 'dragon-oak', 'dragon-yew', 'phoenix-elm'] },
      'Maximum 3 wands',
      'Deselect a wand first.',
    ],
    [{ size: null, wands: ['dragon-elder'] }, 'Choose bundle size', 'Please select a bundle size first.'],
  ])('rejects %o with a message and keeps it', async (fields, title, text) => {
    const visitor = shop.browser()
    const refused = await visitor.submit(await visitor.visit(SET), /Add Bundle/, fields)
    expect(refused.url.pathname).toBe(SET)
    expect(refused.text).toContain(title)
    expect(refused.text).toContain(text)
    expect(checked(refused, 'wands')).toEqual(fields.wands)
  })
})

describe('merch', () => {
  test('has its variants as radio buttons, one of them selected', async () => {
    const visitor = shop.browser()
    const page = await visitor.visit('/us/product/keyhole-tote')
    expect(page.texts('label b')).toEqual(['Natural', '$24', 'Midnight', '$24'])
    expect(checked(page, 'variant')).toHaveLength(1)
    const midnight = values(page, 'variant')[1] ?? ''
    const cart = await visitor.submit(page, 'Add to Cart', { variant: midnight })
    expect(cart.path).toBe('/us/cart')
    expect(cart.main).toContain('Midnight')
  })
})

describe('an unavailable storefront', () => {
  test('shows an error, not a not-found page', async () => {
    const broken = await createTestShop()
    broken.embedded.store?.faults.inject({ kind: 'unreachable' })
    const page = await broken.browser().visit('/us/product/never-read-before')
    const wand = await broken.browser().visit(WAND)
    await broken.close()
    expect(page.status).toBe(503)
    expect(page.texts('h1')).toEqual(['Store Temporarily Unavailable'])
    expect(page.main).toContain("We're experiencing technical difficulties. Please try again later.")
    expect(page.headers.get('Cache-Control')).not.toContain('public')
    // The last good data or the same message.
    expect([200, 503]).toContain(wand.status)
  })

  test('affects only what depends on it', async () => {
    const limping = await createTestShop()
    limping.embedded.store?.faults.inject({ match: /magic-wand-collectors-set/, kind: 'unreachable' })
    const page = await limping.browser().visit(WAND)
    await limping.close()
    expect(page.status).toBe(200)
    expect(page.texts('form button[aria-label^="Add to Cart"]')).toHaveLength(5)
    expect(page.main).toContain('A bundle saves you $13 to $30.')
  })
})

describe('the metadata of a product page', () => {
  test('names its own URL and that of the other store', async () => {
    const { document, title } = await visit(`${VOL_2.us}?option=box-only`)
    expect(title).toBe('Vol. II: Magical You | Wizard Box US')
    const href = (selector: string) => document.querySelector(selector)?.getAttribute('href')
    expect(href('link[rel="canonical"]')).toBe(`${shop.origin}${VOL_2.us}`)
    expect(href('link[hreflang="en-us"]')).toBe(`${shop.origin}${VOL_2.us}`)
    expect(href('link[hreflang="en-gb"]')).toBe(`${shop.origin}${VOL_2.uk}`)
    expect(href('link[hreflang="x-default"]')).toBe(`${shop.origin}${VOL_2.us}`)
    const card = document.querySelector('meta[property="og:image"]')?.getAttribute('content')
    expect(card).toBe(`${shop.origin}/social/og-vol-2.jpg`)
  })

  test('has the live offers as structured data, without gifts and upgrades', async () => {
    const { document } = await visit(VOL_1)
    const data = [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) =>
      JSON.parse(script.textContent ?? ''),
    )
    const product = data.find((entry) => entry['@type'] === 'Product')
    expect(product.offers).toHaveLength(11)
    expect(product.offers[0]).toMatchObject({ price: '59.00', priceCurrency: 'GBP' })
    const trail = data.find((entry) => entry['@type'] === 'BreadcrumbList')
    expect(trail.itemListElement.map((page: { name: string }) => page.name)).toEqual([
      'Home',
      'Shop',
      'Vol. I: The Phoenix Edition',
    ])
    const gifts = await visit(VOL_2.us)
    expect(gifts.html).not.toContain('"name":"Gift Bundle')
  })
})
