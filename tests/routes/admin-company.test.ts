import { beforeAll, describe, expect, test } from 'vitest'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { readOutbox } from '../support/outbox.ts'
import { openOwnersRoom } from '../support/owner.ts'
import { createTestShop } from '../support/test-shop.ts'

const ADDRESS = '/admin/company'
const GIVEN = {
  legalEntity: 'Keyhole & Sons Ltd',
  'legalEntity-uk': 'Keyhole (UK) Ltd',
  legalAddress: '1 Lock Lane,  London ',
  companyNumber: '01234567',
  contactEmail: 'write@keyhole.test',
  pressEmail: 'news@keyhole.test',
  governingLaw: 'the law of England and Wales',
  makerName: 'Keyhole Works',
  'euResponsiblePerson-uk': 'Ada Byron, 2 Rue du Loquet, Paris',
  earlierBrandUrl: 'https://earlier.test/',
  bannerText: 'Closed on Friday: we polish the wands',
  'bannerText-uk': 'Closed on Monday',
}

const { shop, owner: browser } = openOwnersRoom()

const textOf = async (path: string) => (await shop.browser().visit(path)).text
const save = async (fields: Record<string, string>) =>
  browser.submit(await browser.visit(ADDRESS), 'Save', fields)
const typedIn = (page: Page, name: string) =>
  page.document.querySelector(`[name=${name}]`)?.getAttribute('value') ?? ''
/** How often the facts were saved. */
const countVersions = async () =>
  new Set((await rowsIn(shop, 'company_texts')).map((row) => row.version)).size

beforeAll(async () => {
  const today = await browser.visit('/admin')
  expect(today.links()).toContain(ADDRESS)
  expect(today.main).toContain('Name of the company')
  const before = await browser.visit(ADDRESS)
  expect(before.main).toContain('Missing.')
  expect(typedIn(before, 'contactEmail')).toBe('')
  // Finished pages of before are kept: they must not be sent any more.
  for (const path of ['/us', '/us/terms-and-conditions', '/us/contact']) await shop.fetch(path)
  const page = await save(GIVEN)
  expect([page.status, page.path]).toEqual([200, ADDRESS])
  expect(page.main).toContain('Saved. Pages and emails have it from now on.')
  expect(typedIn(page, 'legalAddress')).toBe('1 Lock Lane, London')
})

describe('what was missing and is saved is shown from the next page on', () => {
  test('in the terms and the footer, each store its own', async () => {
    const us = await textOf('/us/terms-and-conditions')
    expect(us).toContain('Keyhole & Sons Ltd, 1 Lock Lane, London')
    expect(us).toContain('governed by the law of England and Wales')
    expect(us).toMatch(/© \d{4} Keyhole & Sons Ltd\. All rights reserved/)
    expect(us).not.toContain('wizardbox.example')
    const uk = await textOf('/uk/terms-and-conditions')
    expect(uk).toMatch(/© \d{4} Keyhole \(UK\) Ltd\. All rights reserved/)
    expect(uk).toContain('Ada Byron, 2 Rue du Loquet, Paris')
  })

  test('on the pages for questions, the press and privacy, and beside a product', async () => {
    const contact = await shop.browser().visit('/us/contact')
    expect(contact.links()).toEqual(
      expect.arrayContaining(['mailto:write@keyhole.test', 'https://earlier.test/']),
    )
    expect((await shop.browser().visit('/us/press')).links()).toContain('mailto:news@keyhole.test')
    expect(await textOf('/uk/product/vol-ii-magical-you-pre-order-1')).not.toContain('wizardbox.example')
    expect(await textOf('/us/privacy-policy')).toContain('Keyhole & Sons Ltd')
  })

  test('in structured data', async () => {
    const page = await shop.browser().visit('/us')
    const things = page.texts('script[type="application/ld+json"]').map((text) => JSON.parse(text))
    expect(things).toContainEqual(
      expect.objectContaining({
        '@type': 'Organization',
        legalName: 'Keyhole & Sons Ltd',
        address: '1 Lock Lane, London',
        email: 'write@keyhole.test',
      }),
    )
  })

  test('on pages of shoppers with a cart, and where there is no such page', async () => {
    const shopper = shop.browser()
    await shopper.submit(await shopper.visit('/us/product/magical-af-mug'), 'Add to Cart')
    expect((await shopper.visit('/us')).text).toContain('Keyhole & Sons Ltd. All rights reserved')
    expect(await textOf('/us/no-such-page')).toContain('Keyhole & Sons Ltd. All rights reserved')
  })

  test('in mails, with the reply address', async () => {
    const visitor = shop.browser()
    const form = await visitor.visit('/us/subscribe')
    await visitor.submit(form, 'Subscribe', { fullName: 'Ada Lovelace', email: 'ada@example.com' })
    await shop.embedded.backend?.idle()
    const mail = readOutbox(shop.dataDir).find(({ to }) => to.includes('ada@example.com'))
    expect(mail?.text).toContain('Wizard Box, Keyhole & Sons Ltd, 1 Lock Lane, London.')
    expect(mail?.raw).toContain('Reply-To: write@keyhole.test')
  })

  test('and saving the same again changes nothing', async () => {
    const versions = await countVersions()
    const page = await browser.submit(await browser.visit(ADDRESS), 'Save')
    expect(page.main).toContain('Nothing was changed.')
    expect(await countVersions()).toBe(versions)
  })
})

describe('dates of shipping', () => {
  const DATES = {
    vol2Month: '2031-03',
    'vol2Month-uk': '2031-04',
    envelopesFrom: '2031-02-26',
    envelopesUntil: '2031-03-05',
  }
  const offersOf = async (path: string) => {
    const page = await shop.browser().visit(path)
    const things = page.texts('script[type="application/ld+json"]').map((text) => JSON.parse(text))
    return things.find((thing) => thing['@type'] === 'Product').offers
  }

  beforeAll(async () => expect((await save(DATES)).main).toContain('Saved.'))

  test('are on the pages of each store, from home to the terms', async () => {
    expect(await textOf('/us')).toContain('Pre-order, ships March 2031')
    expect(await textOf('/uk/product/vol-ii-magical-you-pre-order-1')).toContain(
      'Pre-order, ships April 2031',
    )
    expect(await textOf('/uk/product/vol-ii-magical-you-pre-order-1')).toContain(
      'Your envelope is posted 26 February – 5 March 2031, untracked. The box follows in April 2031, tracked, to the UK and EU.',
    )
    expect(await textOf('/us/faq')).toContain('Vol. II: March 2031, tracked.')
    expect(await textOf('/us/terms-and-conditions')).toContain('It ships March 2031, tracked.')
    expect(await textOf('/us/about')).toContain('comes next, in March 2031')
    expect(await textOf('/us/gift')).toContain('Pre-order Vol. II')
    // Spring is not Christmas.
    expect(await textOf('/us/gift')).not.toContain('Christmas')
    expect(await textOf('/us')).not.toContain('Christmas')
  })

  test('in structured data', async () => {
    const [offer] = await offersOf('/uk/product/vol-ii-magical-you-pre-order-1')
    expect(offer).toMatchObject({
      availability: 'https://schema.org/PreOrder',
      availabilityStarts: '2031-04-01',
    })
    const faq = await shop.browser().visit('/us/faq')
    expect(faq.texts('script[type="application/ld+json"]').join()).toContain('Vol. II: March 2031, tracked.')
  })

  test('and in mails', async () => {
    const visitor = shop.browser()
    const form = await visitor.visit('/uk/subscribe')
    await visitor.submit(form, 'Subscribe', { fullName: 'Bo Peep', email: 'bo@example.com' })
    await shop.embedded.backend?.idle()
    const mail = readOutbox(shop.dataDir).find(({ to }) => to.includes('bo@example.com'))
    expect(mail?.text).toContain('Pre-order, ships April 2031')
  })

  test('are refused where the last one is before the first', async () => {
    const early = await save({ envelopesUntil: '2031-02-25' })
    expect(early.status).toBe(422)
    expect(early.main).toContain('Please choose a last day that is not before the first one')
    expect(early.document.querySelector('[name=envelopesUntil]')?.getAttribute('aria-invalid')).toBe('true')
    expect(await textOf('/us')).toContain('Pre-order, ships March 2031')
  })

  test('that are emptied are those of before the owner gave any, where they are not over', async () => {
    const page = await save(Object.fromEntries(Object.keys(DATES).map((name) => [name, ''])))
    expect([typedIn(page, 'vol2Month'), typedIn(page, 'vol1Date-uk')]).toEqual(['2026-01', '2025-11-15'])
    expect(await textOf('/us')).toContain('Ships within 30 days of your order')
    const product = '/us/product/vol-ii-magical-you-pre-order'
    expect(await textOf(product)).toContain('Ships within 30 days of your order')
    expect((await offersOf(product))[0].availability).toBe('https://schema.org/InStock')
    await save(DATES)
  })
})

test('another instance on the same backend shows them at its start, and a minute later where nobody can tell it of a change', async () => {
  let now = Date.now()
  const other = await createTestShop({ dataDir: shop.dataDir, now: () => now })
  const page = async () => (await other.browser().visit('/us/press')).links()
  expect(await page()).toContain('mailto:news@keyhole.test')
  await save({ ...GIVEN, pressEmail: 'latest@keyhole.test' })
  now += 61_000
  await expect.poll(page).toContain('mailto:latest@keyhole.test')
  await save(GIVEN)
  await other.close()
})

describe('what cannot be saved', () => {
  test('while the backend is out of reach is kept as well', async () => {
    const form = await browser.visit(ADDRESS)
    injectFault(shop, { match: /POST \/rest\/v1\/company_texts/, kind: 'status', status: 500 })
    const page = await browser.submit(form, 'Save', { legalEntity: 'Lock Ltd' })
    expect(page.status).toBe(503)
    expect(page.main).toContain('That did not save. Nothing has changed.')
    expect(typedIn(page, 'legalEntity')).toBe('Lock Ltd')
    shop.embedded.backend?.faults.clear()
    expect(await textOf('/us')).not.toContain('Lock Ltd')
  })
})

describe('two owners who have the same page open', () => {
  test('the second one is told, keeps what was typed beside what was saved, and may save it', async () => {
    const versions = await countVersions()
    const [first, second] = [await browser.visit(ADDRESS), await browser.visit(ADDRESS)]
    expect((await browser.submit(first, 'Save', { companyNumber: '111', vatNumber: 'GB 1' })).status).toBe(
      200,
    )
    const refused = await browser.submit(second, 'Save', { companyNumber: '222' })
    expect(refused.status).toBe(409)
    expect(refused.main).toContain('somebody else has saved this page since you opened it')
    expect(refused.main).toContain('Saved meanwhile: 111')
    expect(refused.main).toContain('Saved meanwhile: GB 1')
    expect([typedIn(refused, 'companyNumber'), typedIn(refused, 'vatNumber')]).toEqual(['222', ''])
    expect(refused.document.querySelectorAll('[aria-invalid=true]')).toHaveLength(2)
    expect(typedIn(await browser.visit(ADDRESS), 'companyNumber')).toBe('111')
    expect(await countVersions()).toBe(versions + 1)
    const saved = await browser.submit(refused, 'Save', { vatNumber: 'GB 1' })
    expect(saved.main).toContain('Saved. Pages and emails have it from now on.')
    expect([typedIn(saved, 'companyNumber'), typedIn(saved, 'vatNumber')]).toEqual(['222', 'GB 1'])
  })

  test('even in the same moment: one of them saves', async () => {
    const pages = await Promise.all([1, 2, 3].map(() => browser.visit(ADDRESS)))
    const answers = await Promise.all(
      pages.map((page, at) => browser.submit(page, 'Save', { companyNumber: `33${at}` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const kept = answers.findIndex(({ status }) => status === 200)
    expect(typedIn(await browser.visit(ADDRESS), 'companyNumber')).toBe(`33${kept}`)
  })

  test('the same change made twice is no quarrel', async () => {
    const [first, second] = [await browser.visit(ADDRESS), await browser.visit(ADDRESS)]
    await browser.submit(first, 'Save', { companyNumber: '444' })
    expect((await browser.submit(second, 'Save', { companyNumber: '444' })).main).toContain(
      'Nothing was changed.',
    )
  })
})

test('an outage of the backend leaves the pages as they were', async () => {
  injectFault(shop, { match: /GET \/rest\/v1\/company_texts/, kind: 'unreachable' })
  await shop.services.storefront.refresh('an outage')
  const page = await shop.fetch('/us/terms-and-conditions')
  expect(page.status).toBe(200)
  expect(await page.text()).toMatch(/Keyhole/)
  expect((await browser.visit(ADDRESS)).main).toContain('cannot be reached just now')
})
