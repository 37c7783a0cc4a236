import { expect, test } from 'vitest'
import { factsOf } from '#app/models/facts.ts'
import { MARKET_IDS, type Market } from '#app/models/market.ts'
import { PAGES } from '#app/models/pages.ts'
import { HANDLES } from '#app/models/product.ts'
import { LIST_PRICES } from '#supabase/functions/_shared/markets/figures.ts'
import { form, openTestShop } from '../support/test-shop.ts'

/** What every page keeps to, and what they say, beyond `tests/journeys/{accessible,pages,shelf}`. */

/** All but those of a redemption, without a volume that only the other store sells. */
const PATHS = MARKET_IDS.flatMap((market) => {
  const { vol1, vol2, ...others } = HANDLES
  const handles = [...Object.values(others), 'keyhole-tote', vol2[market], ...(market === 'uk' ? [vol1] : [])]
  const plain = PAGES.map(({ path }) => path).filter((path) => !/:handle|redeem\//.test(path))
  const paths = ['/nope', ...plain, ...handles.map((handle) => `/product/${handle}`)]
  return paths.map((path): [Market, string] => [market, path])
})

/** Before every announced date, and after all of them. */
const shop = openTestShop({ now: () => Date.parse('2025-11-01T12:00:00Z') })
const late = openTestShop({ now: () => Date.parse('2026-06-01T12:00:00Z') })
const visit = (path: string) => shop.browser().visit(path)

// That each opens for a visitor without a cart is shown by journeys/pages.
test.each(PATHS)(
  '/%s%s opens for a shopper, whole and in the money of its market, and later promises nothing that is over',
  async (market, path) => {
    const shopper = shop.browser()
    await shopper.fetch(`/${market}/cart`, form({ intent: 'add', handle: HANDLES.wand, wand: 'dragon-oak' }))
    const page = await shopper.visit(`/${market}${path}`)
    expect([page.status, page.texts('h1')]).toEqual([path === '/nope' ? 404 : 200, [expect.any(String)]])
    expect(page.html).toContain('Cart, 1 item')
    expect(page.main).not.toMatch(/\{\w+\}|\[[a-z]|undefined|NaN/)
    expect(page.main).not.toContain(market === 'us' ? '£' : '$')
    const { main } = await late.browser().visit(`/${market}${path}`)
    expect(main).not.toMatch(/January 2026|December 1|December 2025|from 15 Nov|Christmas|pre-order/i)
  },
)

// What it says before is shown by journeys/signup.
test('the waitlist waits for the next Vol. II once the first have shipped', async () => {
  const visitor = late.browser()
  const form = await visitor.visit('/us/waitlist')
  expect(form.main).toContain('Order Vol. II, from')
  const page = await visitor.submit(form, 'Join the Waitlist', { name: 'Ada', email: 'ada@example.com' })
  const said = 'We will tell you when the next Vol. II ‘Magical You’ is ready to ship.'
  expect(page.texts('[role=status]').join()).toContain(said)
})

const VOL_1 = `/uk/product/${HANDLES.vol1}`
const VOL_2 = { us: `/us/product/${HANDLES.vol2.us}`, uk: `/uk/product/${HANDLES.vol2.uk}` }
const US = factsOf('us')

test.each<[path: string, said: readonly string[], links?: readonly string[], unsaid?: string]>([
  ['/us/faq', [`for ${US.addClassicPrice} or a Premium Wand for ${US.premiumFromBoxPrice}`]],
  ['/us/gift', ['December 1–18, 2025'], ['/us/redeem', '/us/gift-download']],
  ['/us/products?filter=merch', ['2 items', 'Keyhole Tote', 'Magical AF Mug']],
  ['/us/product/magic-wand', [`From ${US.classicWandPrice}`], [VOL_2.us]],
  ['/uk/product/magic-wand', [], [VOL_1, VOL_2.uk]],
  [VOL_1, ['200 signed', 'Shipping and Returns'], [VOL_2.uk]],
  ['/uk/terms-and-conditions', ['Final sale'], ['/uk/contact?subject=Return%2FExchange']],
  ['/us/terms-and-conditions', [], [], 'Final sale'],
])('%s says %j', async (path, said, links = [], unsaid = 'undefined') => {
  const page = await visit(path)
  for (const words of said) expect(page.main).toContain(words)
  expect(page.main).not.toContain(unsaid)
  expect(page.links()).toEqual(expect.arrayContaining([...links]))
})

test('the letter to look at opens in a new tab, each question of the FAQ alone, and privacy names every cookie', async () => {
  const letter = (await visit('/uk/gift-download')).attributes('a[href*="letter.pdf"]', 'target')
  expect(letter).toEqual(['_blank'])
  // Of those with the same name one is open at a time.
  for (const question of (await visit('/uk/faq')).document.querySelectorAll('main details'))
    expect(question.getAttribute('name')).toBe(`faq-${question.closest('section')?.id}`)
  const cookies = ['cart', 'flash', 'redeem', 'selected_market', 'wizard-box-cart', 'cookieConsent']
  expect((await visit('/us/privacy-policy')).texts('th code')).toEqual(expect.arrayContaining(cookies))
})

test('the gift page has three options, three pictures and the film, and seven parts', async () => {
  const page = await visit('/us/gift')
  const options = ['box-only', 'classic-wand', 'premium-wand']
  expect(page.links('section[aria-labelledby="options-title"] li')).toEqual(
    options.map((option) => `${VOL_2.us}?option=${option}&wrapping=gift-edition`),
  )
  expect(page.texts('section[aria-labelledby="gallery-title"] ul > li')).toHaveLength(4)
  expect(page.texts('section[aria-labelledby="seven-title"] li')).toHaveLength(7)
})

test('cards say what is free or cheaper to who hears them, and filters are links', async () => {
  const us = await visit('/us/products?filter=wizard-box')
  expect(us.main).toContain(`Envelope value ${US.envelopeValue}, free.`)
  const uk = await visit('/uk/products?filter=wands')
  const [before] = uk.texts('main li p > s')
  expect(uk.texts('main li p')).toContain(`Was ${before}, now From £${LIST_PRICES.bundle[3]}`)
  expect(uk.texts('nav[aria-label="Filter"] a')).toEqual(['All', 'Wizard Boxes', 'Wands', 'Merch'])
  expect(uk.texts('nav[aria-label="Filter"] [aria-current]')).toEqual(['Wands'])
})

test('Vol. I asks for an edition, marks the sold-out one, and shows its warning and terms outside of any accordion', async () => {
  const page = await visit(VOL_1)
  expect(page.attributes('input[name="edition"]', 'value')).toEqual(['ashborn', 'sunfire', 'ember'])
  expect(page.attributes('input[name="edition"][checked]', 'value')).toEqual([])
  expect(page.attributes('[value="sunfire"]', 'data-sold')).toEqual(['box-only'])
  const [warning] = page.document.querySelectorAll('[role="note"]')
  expect([warning?.textContent.includes('under 14'), warning?.closest('details')]).toEqual([true, null])
  expect(page.texts('[data-terms] li').join(' ')).toMatch(
    /Ships from 15 November 2025.*Final sale.*legal rights/,
  )
  const chosen = await visit(`${VOL_1}?edition=ember`)
  expect(chosen.attributes('[data-first]', 'data-picture')).toEqual(['ember'])
})

test('a volume of the other store alone leads to the list, which says once why', async () => {
  const visitor = shop.browser()
  const list = await visitor.visit('/us/product/vol-i-phoenix-edition')
  const why = 'Vol. I: The Phoenix Edition is not sold in the United States store.'
  expect([list.path, list.text.includes(why)]).toEqual(['/us/products', true])
  expect(list.texts(`a[href="${VOL_1}"]`)).toContain('See it in the United Kingdom store')
  expect((await visitor.visit('/us/products')).text).not.toContain(why)
})
