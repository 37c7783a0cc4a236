import { describe, expect, test } from 'vitest'
import { RETENTION } from '#app/models/retention.ts'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import { makeGift } from '../support/gifts.ts'
import { readOutbox } from '../support/outbox.ts'
import { insertRows, openOwnersRoom, runSql } from '../support/owner.ts'

/** The owner's first page, and what it and the list of gift codes do with a gift. */

const clock = { ahead: 0 }
const { shop, owner } = openOwnersRoom({ now: () => Date.now() + clock.ahead })

test('the first page of a new shop is not filled by its sample gifts', async () => {
  const page = await owner.visit('/admin')
  // One of them shows what the alert is.
  expect(page.texts('section[aria-labelledby="setup-pending"] tbody tr')).toEqual([
    expect.stringMatching(/^amber lantern owl .* Sample Mark Complete$/),
  ])
  const figures = page.texts('main dl > div')
  expect(figures.map((text) => /\d+/.exec(text)?.[0])).toEqual(['5', '1', '0', '0', '0', '0', '0'])
  expect(figures[0]).toContain('Codes not redeemed')
})

test('facts that are missing, and dates that have passed, are named on the first page, each at its field', async () => {
  const named = async (id: string) =>
    (await owner.visit('/admin')).texts(`section[aria-labelledby="${id}"] li`)
  expect(await named('missing')).toContain('Name of the company')
  expect(await named('dates')).toEqual(
    expect.arrayContaining(['Month in which Vol. II ships', 'Vol. I ships from']),
  )
  const fields = (await owner.visit('/admin')).links().filter((href) => href.includes('#company-'))
  const form = await owner.visit('/admin/company')
  for (const href of fields)
    expect(form.document.querySelector(new URL(href, form.url).hash), href).not.toBeNull()
  await owner.submit(form, 'Save', { vol2Month: '2090-03', 'vol1Date-uk': '2090-02-01' })
  expect(await named('dates')).toEqual(['Last day on which gift envelopes are posted'])
})

test('with the backend unavailable no gift is marked complete', async () => {
  const gift = await makeGift(shop)
  const form = await owner.visit('/admin')
  injectFault(shop, { match: /PATCH \/rest\/v1\/gift_redemption_codes/, kind: 'unreachable' })
  const page = await owner.submit(form, 'Mark Complete')
  expect([page.status, page.main.includes('Failed to update')]).toEqual([503, true])
  expect((await shop.services.backend.gifts.get(gift.id))?.setupComplete).toBe(false)
})

test('while a list cannot be read the first page says so, and shows the rest', async () => {
  injectFault(shop, { match: /GET .*store_orders/, kind: 'unreachable' })
  const page = await owner.visit('/admin')
  expect([page.status, page.has('Duplicate products')]).toEqual([200, true])
  expect(page.main).toContain('This list cannot be reached just now. The rest of the room works.')
})

test('while the function that copies products is unavailable, it is said, and the form can be sent again', async () => {
  injectFault(shop, { match: /functions\/v1\/duplicate/, kind: 'status', status: 500, times: 1 })
  const page = await owner.submit(await owner.visit('/admin'), 'Duplicate products')
  expect([page.path, page.status]).toEqual(['/admin/products', 503])
  expect(page.main).toContain('Failed to duplicate products')
  expect((await owner.submit(page, 'Duplicate products')).main).toContain('Created 0 UK products')
})

describe('sending a gift mail again', () => {
  const SEND = 'Send the gift email again'
  const mailsTo = (address: string) => readOutbox(shop.dataDir).filter((mail) => mail.to.includes(address))
  async function formFor(purchaser: string) {
    const gift = await makeGift(shop, { purchaserName: 'Rowan Pike' })
    runSql(shop, 'UPDATE gift_redemption_codes SET purchaser_email = ? WHERE id = ?', purchaser, gift.id)
    return { gift, page: await owner.visit(`/admin/gift-codes?q=${encodeURIComponent(gift.code)}`) }
  }

  test('asks, and sends once for each view of the list', async () => {
    const { gift, page } = await formFor('again@example.com')
    expect(page.main).toContain('Send the magic words to again@example.com again?')
    const sent = await owner.submit(page, SEND)
    await Promise.all([owner.submit(page, SEND), owner.submit(page, SEND)])
    expect(mailsTo('again@example.com').map(({ text }) => text.includes(gift.code))).toEqual([true])
    await owner.submit(await owner.visit(sent.path), SEND)
    expect(mailsTo('again@example.com')).toHaveLength(2)
  })

  test.each([
    ['redeemed', 'That gift is no longer open. Nothing was sent.'],
    ['erased', 'There is no address to send to.'],
  ])('sends nothing of a gift that is %s meanwhile', async (how, refusal) => {
    const { gift, page } = await formFor(`${how}@example.com`)
    const { gifts, erasePerson } = shop.services.backend
    await (how === 'redeemed'
      ? gifts.redeem(gift, { id: '1', name: '#1' })
      : erasePerson('erased@example.com'))
    const late = await owner.submit(page, SEND)
    expect([late.status, late.main.includes(refusal)]).toEqual([422, true])
    expect(mailsTo(`${how}@`)).toEqual([])
  })
})

test('what the privacy policy does not let the shop keep is removed, and said on the first page', async () => {
  const { backend, retention } = shop.services
  const policy = (await shop.browser().visit('/uk/privacy-policy')).main
  for (const { data, kept } of RETENTION) for (const text of [data, kept]) expect(policy).toContain(text)
  const ago = (months: number) => new Date(Date.now() - months * 31 * 24 * 3_600_000).toISOString()
  const email = 'old@example.com'
  const message = (months: number, answered: number | null) => ({
    ...{ id: crypto.randomUUID(), content_key: crypto.randomUUID() },
    ...{ full_name: 'Old Friend', email, subject: 'Other', message: 'Hello' },
    ...{ created_at: ago(months), answered_at: answered && ago(answered) },
  })
  const kept = message(30, 20)
  insertRows(shop, 'contact_messages', [message(30, 25), kept, message(25, null)])
  const gift = await makeGift(shop, { purchaserName: 'Rowan Pike' })
  await backend.gifts.redeem(gift, { id: '7', name: '#7', email, buyer: 'Old' })
  await retention.run()
  expect(await rowsIn(shop, 'contact_messages', 'email', email)).toMatchObject([{ id: kept.id }])
  expect((await owner.visit('/admin')).main).toContain('Records removed, as the privacy policy says: 2.')
  clock.ahead = 26 * 31 * 24 * 3_600_000
  await backend.joinWaitlist({ name: 'New', email: 'new@example.com' }, { market: 'uk', wording: 'w' })
  await retention.run()
  const spent = { code: gift.code, purchaser_name: null, recipient_email: null, recipient_name: null }
  expect(await rowsIn(shop, 'gift_redemption_codes', 'id', gift.id)).toMatchObject([spent])
  expect(await rowsIn(shop, 'waitlist')).toHaveLength(1)
  injectFault(shop, { match: /contact_messages/, kind: 'unreachable' })
  await retention.run()
  expect(retention.last()).toMatchObject({ removed: null })
})
