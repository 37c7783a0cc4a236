import { beforeAll, expect, test } from 'vitest'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { readOutbox } from '../support/outbox.ts'
import { openOwnersRoom } from '../support/owner.ts'
import { createTestShop } from '../support/test-shop.ts'

/** The company's facts: where each shows once the owner has saved it. What may be saved is in models/company-form.test.ts. */

const ADDRESS = '/admin/company'
const GIVEN = {
  legalEntity: 'Keyhole & Sons Ltd',
  'legalEntity-uk': 'Keyhole (UK) Ltd',
  legalAddress: '1 Lock Lane,  London ',
  companyNumber: '01234567',
  contactEmail: 'write@keyhole.test',
  pressEmail: 'news@keyhole.test',
  governingLaw: 'the law of England and Wales',
  'euResponsiblePerson-uk': 'Ada Byron, 2 Rue du Loquet, Paris',
  earlierBrandUrl: 'https://earlier.test/',
}
const DATES = {
  vol2Month: '2031-03',
  'vol2Month-uk': '2031-04',
  envelopesFrom: '2031-02-26',
  envelopesUntil: '2031-03-05',
}
const FIGURES = {
  vol1Copies: '250',
  ashbornCopies: '90',
  sunfireCopies: '110',
  emberCopies: '50',
  vol1DispatchDays: '6',
  wandDispatchDays: '4-8',
  merchDays: '21',
  deliveryDays: '3 to 9',
  'deliveryDays-uk': '4',
  'farDeliveryDays-uk': '8-12',
  returnDays: '28',
  wandReturnDays: '45',
  vol1ReportDays: '11',
  refundDays: '10',
  replyHours: '48',
  giftDays: '20',
  vol2Days: '25',
  envelopeDays: '40',
  privacyMinimumAge: '18',
  foundedYear: '2024',
}
const VOL_1 = '/uk/product/vol-i-phoenix-edition'
const UK_VOL_2 = '/uk/product/vol-ii-magical-you-pre-order-1'

const { shop, owner } = openOwnersRoom()

const visit = (path: string) => shop.browser().visit(path)
const save = async (fields: Record<string, string>) =>
  owner.submit(await owner.visit(ADDRESS), 'Save', fields)
const typedIn = (page: Page, name: string) =>
  page.document.querySelector(`[name=${name}]`)?.getAttribute('value') ?? ''
/** Structured data of a page. */
const thingsOf = async (path: string) =>
  (await visit(path)).texts('script[type="application/ld+json"]').map((text) => JSON.parse(text))
/** How often the facts were saved. */
const countVersions = async () =>
  new Set((await rowsIn(shop, 'company_texts')).map((row) => row.version)).size

beforeAll(async () => {
  const before = await owner.visit(ADDRESS)
  expect(before.main).toContain('Missing.')
  expect(typedIn(before, 'contactEmail')).toBe('')
  // Finished pages of before are kept: they must not be sent any more.
  for (const path of ['/us', '/us/terms-and-conditions', '/us/contact']) await shop.fetch(path)
  const page = await save({ ...GIVEN, ...DATES, ...FIGURES })
  expect([page.status, page.path]).toEqual([200, ADDRESS])
  expect(page.main).toContain('Saved. Pages and emails have it from now on.')
  expect(typedIn(page, 'legalAddress')).toBe('1 Lock Lane, London')
})

test.each([
  ['/us/terms-and-conditions', 'Keyhole & Sons Ltd, 1 Lock Lane, London'],
  ['/us/terms-and-conditions', 'governed by the law of England and Wales'],
  ['/us/terms-and-conditions', 'Keyhole & Sons Ltd. All rights reserved'],
  ['/us/terms-and-conditions', 'It ships tracked: March 2031.'],
  ['/uk/terms-and-conditions', 'Keyhole (UK) Ltd. All rights reserved'],
  ['/uk/terms-and-conditions', 'Ada Byron, 2 Rue du Loquet, Paris'],
  ['/us/privacy-policy', 'Keyhole & Sons Ltd'],
  ['/us/no-such-page', 'Keyhole & Sons Ltd. All rights reserved'],
  ['/us', 'Pre-order, ships March 2031'],
  [UK_VOL_2, 'Pre-order, ships April 2031'],
  [UK_VOL_2, 'Your envelope is posted 26 February – 5 March 2031, untracked. The box follows in April 2031'],
  ['/us/faq', 'Vol. II, tracked: March 2031.'],
  ['/us/about', 'comes next, in March 2031'],
  ['/us/gift', 'Pre-order Vol. II'],
  ['/uk', 'Only 250 Available - Vol. I: The Phoenix Edition'],
  ['/uk', 'UK 4 business days, Europe 8–12 days.'],
  [VOL_1, 'Ships within 6 business days'],
  [VOL_1, 'reported within 11 days with photos'],
  [VOL_1, '50 copies, the fewest of the three'],
  ['/us/press', 'Founded2024'],
  ['/us/press', 'Ashborn 90, Sunfire 110, Ember 50'],
  [
    '/us/product/magic-wand',
    'Ships within 4 to 8 business days, to the United States only. Delivery then takes 3–9 days.',
  ],
  ['/uk/product/magic-wand', '45 days to return it. Refunds are issued within 10 days of receipt.'],
  ['/us/product/keyhole-tote', 'Ships within 21 days of your order'],
  ['/us/terms-and-conditions', 'Cancel or return within 28 days'],
  ['/uk/faq', 'Most items: within 28 days of getting them. Wands: within 45 days.'],
  ['/us/contact', 'We reply as soon as possible, and within 48 hours.'],
  ['/us/privacy-policy', 'children under 18'],
])('what is saved is on %s from the next page on: %s', async (path, text) => {
  const page = await visit(path)
  expect(page.text).toContain(text)
  expect(page.text).not.toContain('wizardbox.example')
  // Spring is not Christmas.
  if (['/us', '/us/gift'].includes(path)) expect(page.text).not.toContain('Christmas')
})

test('no page has a figure of before', async () => {
  const pages = [
    '',
    '/about',
    '/contact',
    '/faq',
    '/gift',
    '/press',
    '/products',
    '/redeem',
    '/terms-and-conditions',
  ]
  const products = [
    'vol-ii-magical-you-pre-order',
    'magic-wand',
    'magic-wand-collectors-set',
    'magical-af-mug',
  ]
  const us = [...pages, '/waitlist', ...products.map((handle) => `/product/${handle}`)].map(
    (path) => `/us${path}`,
  )
  for (const path of [...us, ...us.map((path) => path.replace('/us', '/uk')), UK_VOL_2, VOL_1]) {
    const page = await visit(path)
    if (page.status === 404) continue
    const head = [
      page.title,
      ...page.attributes('meta', 'content'),
      ...page.texts('script[type="application/ld+json"]'),
    ]
    expect([page.text, ...head].join(), path).not.toMatch(
      /\b(?:200|80|35) (?:available|signed|hand-made|copies)|24 hours|2(?:–| to )3 business days|2–5 days|5–7 days|within 7 days|30[- ]day (?:ret|pol)|in 2025\b/i,
    )
  }
})

test('what is saved is in links, in structured data, and on pages of shoppers with a cart', async () => {
  expect((await visit('/us/contact')).links()).toEqual(
    expect.arrayContaining(['mailto:write@keyhole.test', 'https://earlier.test/']),
  )
  expect((await visit('/us/press')).links()).toContain('mailto:news@keyhole.test')
  expect(await thingsOf('/us')).toContainEqual(
    expect.objectContaining({
      '@type': 'Organization',
      legalName: 'Keyhole & Sons Ltd',
      address: '1 Lock Lane, London',
      email: 'write@keyhole.test',
    }),
  )
  const product = (await thingsOf(UK_VOL_2)).find((thing) => thing['@type'] === 'Product')
  expect(product.offers[0]).toMatchObject({
    availability: 'https://schema.org/PreOrder',
    availabilityStarts: '2031-04-01',
  })
  const shopper = shop.browser()
  await shopper.submit(await shopper.visit('/us/product/magical-af-mug'), 'Add to Cart')
  expect((await shopper.visit('/us')).text).toContain('Keyhole & Sons Ltd. All rights reserved')
})

test('what is saved is in mails, with the reply address', async () => {
  const visitor = shop.browser()
  const form = await visitor.visit('/uk/subscribe')
  await visitor.submit(form, 'Subscribe', { fullName: 'Ada Lovelace', email: 'ada@example.com' })
  await shop.embedded.backend?.idle()
  const mail = readOutbox(shop.dataDir).find(({ to }) => to.includes('ada@example.com'))
  expect(mail?.text).toContain('Wizard Box, Keyhole (UK) Ltd, 1 Lock Lane, London.')
  expect(mail?.text).toContain('Pre-order, ships April 2031')
  expect(mail?.raw).toContain('Reply-To: write@keyhole.test')
})

test('days that end before they begin are refused at their field', async () => {
  const early = await save({ envelopesUntil: '2031-02-25' })
  expect(early.status).toBe(422)
  expect(early.main).toContain('Please choose a last day that is not before the first one')
  expect(early.document.querySelector('[name=envelopesUntil]')?.getAttribute('aria-invalid')).toBe('true')
  expect((await visit('/us')).text).toContain('Pre-order, ships March 2031')
})

test('dates that are emptied are those of before the owner gave any, where they are not over', async () => {
  const page = await save(Object.fromEntries(Object.keys(DATES).map((name) => [name, ''])))
  expect([typedIn(page, 'vol2Month'), typedIn(page, 'vol1Date-uk')]).toEqual(['2026-01', '2025-11-15'])
  expect((await visit('/us')).text).toContain('Ships within 20 days of being redeemed')
  const product = (await thingsOf(UK_VOL_2)).find((thing) => thing['@type'] === 'Product')
  expect(product.offers[0].availability).toBe('https://schema.org/InStock')
})

test('another instance on the same backend shows them at its start, and a minute later where nobody can tell it of a change', async () => {
  let now = Date.now()
  const other = await createTestShop({ dataDir: shop.dataDir, now: () => now })
  const page = async () => (await other.browser().visit('/us/press')).links()
  expect(await page()).toContain('mailto:news@keyhole.test')
  await save({ pressEmail: 'latest@keyhole.test' })
  now += 61_000
  await expect.poll(page).toContain('mailto:latest@keyhole.test')
  await other.close()
})

test('what cannot be saved while the backend is out of reach is kept in the form', async () => {
  const form = await owner.visit(ADDRESS)
  injectFault(shop, { match: /POST \/rest\/v1\/company_texts/, kind: 'status', status: 500 })
  const page = await owner.submit(form, 'Save', { legalEntity: 'Lock Ltd' })
  expect(page.status).toBe(503)
  expect(page.main).toContain('That did not save. Nothing has changed.')
  expect(typedIn(page, 'legalEntity')).toBe('Lock Ltd')
  shop.embedded.backend?.faults.clear()
  expect((await visit('/us')).text).not.toContain('Lock Ltd')
})

test('of two owners who have the page open the second is told, keeps what was typed, and may save it', async () => {
  const versions = await countVersions()
  const [first, second] = [await owner.visit(ADDRESS), await owner.visit(ADDRESS)]
  expect((await owner.submit(first, 'Save', { companyNumber: '111' })).status).toBe(200)
  const refused = await owner.submit(second, 'Save', { companyNumber: '222' })
  expect(refused.status).toBe(409)
  expect(refused.main).toContain('somebody else has saved this page since you opened it')
  expect(typedIn(refused, 'companyNumber')).toBe('222')
  expect(typedIn(await owner.visit(ADDRESS), 'companyNumber')).toBe('111')
  expect(await countVersions()).toBe(versions + 1)
  const saved = await owner.submit(refused, 'Save')
  expect(saved.main).toContain('Saved. Pages and emails have it from now on.')
  expect(typedIn(saved, 'companyNumber')).toBe('222')
  // The same change made twice is no quarrel, and no new version.
  expect((await owner.submit(refused, 'Save')).main).toContain('Nothing was changed.')
  expect(await countVersions()).toBe(versions + 2)
})

test('an outage of the backend leaves the pages as they were', async () => {
  injectFault(shop, { match: /GET \/rest\/v1\/company_texts/, kind: 'unreachable' })
  await shop.services.storefront.refresh('an outage')
  const page = await visit('/us/terms-and-conditions')
  expect([page.status, page.text.includes('Keyhole')]).toEqual([200, true])
  expect((await owner.visit(ADDRESS)).main).toContain('cannot be reached just now')
})
