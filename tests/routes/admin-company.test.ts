import { beforeAll, expect, test } from 'vitest'
import { injectFault } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { openOwnersRoom } from '../support/owner.ts'

/** The company's facts: where each shows once the owner has saved it. What may be saved is in models/company-form.test.ts. */

const ADDRESS = '/admin/company'
const FACTS = {
  ...{ legalEntity: 'Keyhole & Sons Ltd', 'legalEntity-uk': 'Keyhole (UK) Ltd', companyNumber: '01234567' },
  ...{ legalAddress: '1 Lock Lane,  London ', governingLaw: 'the law of England and Wales' },
  ...{ contactEmail: 'write@keyhole.test', pressEmail: 'news@keyhole.test' },
  ...{
    'euResponsiblePerson-uk': 'Ada Byron, 2 Rue du Loquet, Paris',
    earlierBrandUrl: 'https://earlier.test/',
  },
  ...{ vol2Month: '2031-03', 'vol2Month-uk': '2031-04' },
  ...{ envelopesFrom: '2031-02-26', envelopesUntil: '2031-03-05' },
  ...{ vol1Copies: '250', ashbornCopies: '90', sunfireCopies: '110', emberCopies: '50', foundedYear: '2024' },
  ...{ vol1DispatchDays: '6', wandDispatchDays: '4-8', merchDays: '21', deliveryDays: '3 to 9' },
  ...{ 'deliveryDays-uk': '4', 'farDeliveryDays-uk': '8-12', returnDays: '28', wandReturnDays: '45' },
  ...{ vol1ReportDays: '11', refundDays: '10', replyHours: '48', privacyMinimumAge: '18' },
}
const VOL_1 = '/uk/product/vol-i-phoenix-edition'
const UK_VOL_2 = '/uk/product/vol-ii-magical-you-pre-order-1'

const { shop, owner } = openOwnersRoom()

const visit = (path: string) => shop.browser().visit(path)
const typedIn = (page: Page, name: string) =>
  page.document.querySelector(`[name=${name}]`)?.getAttribute('value') ?? ''
beforeAll(async () => {
  const before = await owner.visit(ADDRESS)
  expect(before.main).toContain('Missing.')
  expect(typedIn(before, 'contactEmail')).toBe('')
  // Finished pages of before are kept: they must not be sent any more.
  for (const path of ['/us', '/us/terms-and-conditions', '/us/contact']) await shop.fetch(path)
  const page = await owner.submit(before, 'Save', FACTS)
  expect([page.status, page.path]).toEqual([200, ADDRESS])
  expect(page.main).toContain('Saved. Pages and emails have it from now on.')
  expect(typedIn(page, 'legalAddress')).toBe('1 Lock Lane, London')
})

/** What pages, their links and their structured data say of the facts, of which none says what was before. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  '/us': ['Pre-order, ships March 2031'],
  '/us/contact': ['and within 48 hours.', 'mailto:write@keyhole.test', 'https://earlier.test/'],
  '/us/press': ['Founded2024', 'Ashborn 90, Sunfire 110, Ember 50', 'mailto:news@keyhole.test'],
  '/us/privacy-policy': ['Keyhole & Sons Ltd', 'children under 18'],
  '/us/terms-and-conditions': ['1 Lock Lane, London', 'law of England and Wales', 'return within 28 days'],
  '/us/product/keyhole-tote': ['Ships within 21 days of your order'],
  '/us/product/magic-wand': ['Ships within 4 to 8 business days', 'Delivery then takes 3–9 days.'],
  '/us/no-such-page': ['Keyhole & Sons Ltd. All rights reserved'],
  '/uk': ['Only 250 Available - Vol. I: The Phoenix Edition', 'UK 4 business days, Europe 8–12 days.'],
  '/uk/faq': ['Wands: within 45 days.'],
  '/uk/terms-and-conditions': ['Keyhole (UK) Ltd. All rights reserved', 'Ada Byron, 2 Rue du Loquet, Paris'],
  '/uk/product/magic-wand': ['Refunds are issued within 10 days of receipt.'],
  [UK_VOL_2]: ['ships April 2031', 'posted 26 February – 5 March 2031', '"availabilityStarts":"2031-04-01"'],
  [VOL_1]: ['Ships within 6 business days', 'reported within 11 days', '50 copies, the fewest of the three'],
}
test.each(Object.entries(SHOWN))(
  'what is saved is on %s from the next page on, and nothing of before',
  async (path, said) => {
    const page = await visit(path)
    const [data, meta] = [page.texts('script[type*=json]'), page.attributes('meta', 'content')]
    const all = [page.text, page.title, ...meta, ...data, ...page.links()].join()
    for (const text of said) expect(all).toContain(text)
    expect(all).not.toMatch(
      /\b(?:200|80|35) (?:available|signed|hand-made|copies)|within 24 hours|2(?:–| to )3 business days|2–5 days|5–7 days|within 7 days|30[- ]day (?:ret|pol)|in 2025\b/i,
    )
    expect(page.text).not.toContain('wizardbox.example')
  },
)

test('what cannot be saved while the backend is out of reach is kept in the form', async () => {
  const form = await owner.visit(ADDRESS)
  injectFault(shop, { match: /GET \/rest\/v1\/company_texts/, kind: 'unreachable', times: 1 })
  expect((await owner.visit(ADDRESS)).main).toContain('cannot be reached just now')
  injectFault(shop, { match: /POST \/rest\/v1\/company_texts/, kind: 'status', status: 500 })
  const page = await owner.submit(form, 'Save', { legalEntity: 'Lock Ltd' })
  expect(page.status).toBe(503)
  expect(page.main).toContain('That did not save. Nothing has changed.')
  expect(typedIn(page, 'legalEntity')).toBe('Lock Ltd')
  shop.embedded.backend?.faults.clear()
  expect((await visit('/us')).text).not.toContain('Lock Ltd')
})

// That one of two saves is shown by backend/contract.
test('of two owners who have the page open the second is told, and keeps what was typed', async () => {
  const [first, second] = [await owner.visit(ADDRESS), await owner.visit(ADDRESS)]
  expect((await owner.submit(first, 'Save', { companyNumber: '111' })).status).toBe(200)
  const refused = await owner.submit(second, 'Save', { companyNumber: '222' })
  expect([refused.status, typedIn(refused, 'companyNumber')]).toEqual([409, '222'])
  expect(typedIn(await owner.submit(refused, 'Save'), 'companyNumber')).toBe('222')
})
