import { beforeAll, describe, expect, test } from 'vitest'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import { makeGift, sendWebhook } from '../support/gifts.ts'
import { insertRows, openOwnersRoom, withBackendDatabase } from '../support/owner.ts'

/** A person: found by address, downloaded, erased. */

const { shop, owner } = openOwnersRoom()

/** Puts a person into every table that holds any. @returns the gift that they bought, and the one they received */
async function spread(email: string, fullName: string) {
  const { backend } = shop.services
  const consent = { market: 'uk', wording: 'w' } as const
  await backend.signUp({ fullName, email, source: 'Footer' }, consent)
  await backend.joinWaitlist({ name: fullName, email }, consent)
  const typed = { fullName, email, message: `I am ${fullName}` }
  const message = { ...typed, subject: 'Other', subscribeToMailingList: true } as const
  await backend.submitContact(message, { ...consent, idempotencyKey: '' })
  await backend.holdBack({ form: 'contact', fields: message, market: 'uk', dedupeKey: email })
  const bought = await makeGift(shop, { purchaserName: fullName })
  const sql = 'UPDATE gift_redemption_codes SET purchaser_email = ? WHERE id = ?'
  await withBackendDatabase(shop, (database) => database.prepare(sql).run(email.toUpperCase(), bought.id))
  await backend.sendGiftMail({ ...bought, purchaserEmail: email }, 'spread')
  const received = await makeGift(shop, { purchaserName: 'Gift Giver' })
  await backend.gifts.redeem(received, { id: '9', name: '#9', email, buyer: fullName })
  await shop.embedded.backend?.idle()
  return { bought, received }
}

/** Everything in the database, as one text. */
const dump = () =>
  withBackendDatabase(shop, (database) => {
    const tables = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      .all()
    return JSON.stringify(tables.map(({ name }) => database.prepare(`SELECT * FROM "${name}"`).all()))
  })

const erase = (email: string) => owner.post('/admin/people', { intent: 'erase', email, confirmation: email })
const pageOf = (email: string) => owner.visit(`/admin/people?email=${encodeURIComponent(email)}`)

describe('a person with a row in every table', () => {
  let gifts: Awaited<ReturnType<typeof spread>>
  beforeAll(async () => {
    gifts = await spread('mira@example.com', 'Mirabeth Zwick')
    await spread('miro@example.com', 'Miro Other')
  })

  test('is found in any case, with all that is held on one page and in one file', async () => {
    const page = await pageOf(' MIRA@Example.com ')
    expect(page.texts('h2')).toEqual([
      expect.stringMatching(/^Emails: [234]$/),
      'Mailing list: 1',
      'Waitlist: 1',
      'Messages: 1',
      'Held back: 1',
      expect.stringMatching(/^What they agreed to: /),
      'Gifts: 2',
      'Erase',
    ])
    expect(page.main).toContain('I am Mirabeth Zwick')
    expect(page.main).not.toContain('Miro')
    expect(page.main).toContain('are in Shopify')
    const response = await owner.fetch('/admin/people.json?email=mira@example.com')
    expect(response.headers.get('Content-Disposition')).toContain('attachment')
    const { held } = await response.json()
    expect(held['Mailing list']).toMatchObject([{ email: 'mira@example.com', full_name: 'Mirabeth Zwick' }])
  })

  test('is erased by typing the address, everywhere; gifts keep working, and others are untouched', async () => {
    const page = await pageOf('mira@example.com')
    const differs = await owner.submit(page, 'Erase', { confirmation: 'miro@example.com' })
    expect([differs.status, differs.main.includes('Nothing was erased')]).toEqual([422, true])
    injectFault(shop, { match: /DELETE .*waitlist/, kind: 'unreachable', times: 1 })
    const half = await owner.submit(page, 'Erase', { confirmation: 'mira@example.com' })
    expect([half.status, half.main.includes('Please erase it again')]).toEqual([503, true])
    const done = await owner.submit(page, 'Erase', { confirmation: 'Mira@example.com' })
    expect(done.main).toContain('The shop holds nothing of mira@example.com any more.')
    expect(done.main).toContain('Nothing is held of mira@example.com.')
    expect(await dump()).not.toMatch(/mira@|Mirabeth|Zwick/i)
    expect(await dump()).toMatch(/miro@example\.com/)
    expect((await shop.services.backend.gifts.findByWords(gifts.bought.code))?.redeemed).toBe(false)
    expect((await shop.services.backend.gifts.get(gifts.received.id))?.purchaserName).toBe('Gift Giver')
    const again = await owner.submit(page, 'Erase', { confirmation: 'mira@example.com' })
    expect([again.status, again.main.includes('Nothing is held of mira@')]).toEqual([200, true])
  })

  test('is erased while a mail to them is being sent, and none follows', async () => {
    await spread('noa@example.com', 'Noa Sent')
    const sql =
      "UPDATE mail_outbox SET state = 'sending', locked_until = '2000-01-01T00:00:00Z' WHERE to_email = 'noa@example.com'"
    await withBackendDatabase(shop, (database) => database.exec(sql))
    await Promise.all([erase('noa@example.com'), shop.services.backend.sendWaitingMails()])
    expect(await rowsIn(shop, 'mail_outbox', 'to_email', 'noa@example.com')).toEqual([])
  })
})

test('more rows than the backend gives at once are found and erased', async () => {
  const mail = {
    ...{ template: 'welcome', subject: 'Hello', data: '{}', market: 'uk', state: 'sent' },
    ...{ to_email: 'many@example.com', created_at: new Date().toISOString() },
  }
  const row = (_: unknown, at: number) => ({ id: crypto.randomUUID(), dedupe_key: `many${at}`, ...mail })
  await insertRows(shop, 'mail_outbox', Array.from({ length: 230 }, row))
  expect((await pageOf('many@example.com')).texts('h2')[0]).toBe('Emails: 230')
  await erase('many@example.com')
  expect(await rowsIn(shop, 'mail_outbox', 'to_email', 'many@example.com')).toEqual([])
})

test('what is no address is refused or found nowhere, and an outage is said: nobody is shown', async () => {
  const shown = async (text: string) => {
    const file = await owner.fetch(`/admin/people.json?email=${encodeURIComponent(text)}`)
    const page = await pageOf(text)
    expect(page.main + (await file.text())).not.toContain('miro@')
    return [page.status, file.status]
  }
  for (const text of ['nobody', '%']) expect(await shown(text), text).toEqual([422, 422])
  for (const text of ['%@example.com', 'a@b']) expect(await shown(text), text).toEqual([200, 200])
  injectFault(shop, { match: /rest\/v1/, kind: 'unreachable' })
  expect((await pageOf('noa@example.com')).status).toBe(503)
  expect((await owner.fetch('/admin/people.json?email=noa@example.com')).status).toBe(503)
})

describe('the store', () => {
  const ask = (topic: string, payload: object) =>
    sendWebhook(shop, JSON.stringify(payload), { topic, path: `/webhooks/${topic.replace(/[/_]/g, '-')}` })

  test('has a customer erased, and tells the owner of one who asks what is held', async () => {
    await spread('cust@example.com', 'Cust Omer')
    const customer = { customer: { id: 1, email: 'Cust@example.com' } }
    expect((await ask('customers/data_request', customer)).status).toBe(200)
    const messages = await owner.visit('/admin/messages?state=waiting&q=cust@')
    expect(messages.main).toContain('has asked, through your Shopify store, for all data')
    injectFault(shop, { match: /rest\/v1/, kind: 'unreachable', times: 1 })
    expect((await ask('customers/redact', customer)).status).toBe(503)
    expect((await ask('customers/redact', customer)).status).toBe(200)
    expect(await dump()).not.toMatch(/cust@|Cust Omer/i)
    expect((await ask('customers/redact', { shop_id: 1 })).status).toBe(200)
  })

  test('has all its customers forgotten, but not who wrote to the shop itself', async () => {
    const { bought } = await spread('all@example.com', 'All Gone')
    expect((await ask('shop/redact', { shop_id: 1 })).status).toBe(200)
    const gifts = await rowsIn(shop, 'gift_redemption_codes')
    expect(gifts.filter((row) => row.purchaser_email || row.recipient_email || row.purchaser_name)).toEqual(
      [],
    )
    expect(await shop.services.backend.gifts.findByWords(bought.code)).not.toBeNull()
    expect(await rowsIn(shop, 'waitlist', 'email', 'all@example.com')).toHaveLength(1)
  })
})
