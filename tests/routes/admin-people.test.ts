import { describe, expect, test } from 'vitest'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import { makeGift, sendWebhook } from '../support/gifts.ts'
import { openOwnersRoom, runSql } from '../support/owner.ts'

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
  runSql(shop, sql, email.toUpperCase(), bought.id)
  await backend.sendGiftMail({ ...bought, purchaserEmail: email }, 'spread')
  const received = await makeGift(shop, { purchaserName: 'Gift Giver' })
  await backend.gifts.redeem(received, { id: '9', name: '#9', email, buyer: fullName })
  await shop.embedded.backend?.idle()
  return { bought, received }
}

/** Everything in the database, as one text. */
function dump(): string {
  const tables = runSql(shop, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sql%'")
  return JSON.stringify(tables.map(({ name }) => runSql(shop, `SELECT * FROM "${name}"`)))
}

const pageOf = (email: string) => owner.visit(`/admin/people?email=${encodeURIComponent(email)}`)
const fileOf = (email: string) => owner.fetch(`/admin/people.json?email=${encodeURIComponent(email)}`)

test('a person is found in any case in every table, on one page and in one file, and others are not', async () => {
  await spread('otto@example.com', 'Otto Found')
  await spread('oti@example.com', 'Oti Other')
  const page = await pageOf(' OTTO@Example.com ')
  expect(page.texts('h2').map((heading) => heading.replace(/(Emails|agreed to): [2-4]$/, '$1'))).toEqual(
    'Emails,Mailing list: 1,Waitlist: 1,Messages: 1,Held back: 1,What they agreed to,Gifts: 2,Erase'.split(
      ',',
    ),
  )
  const { held } = await (await fileOf('otto@example.com')).json()
  expect(held['Mailing list']).toMatchObject([{ email: 'otto@example.com', full_name: 'Otto Found' }])
  expect(page.main + JSON.stringify(held)).not.toContain('Oti')
})

test('a person is erased by typing the address, everywhere; gifts keep working, and others are untouched', async () => {
  const { bought, received } = await spread('mira@example.com', 'Mirabeth Zwick')
  await spread('miro@example.com', 'Miro Other')
  const page = await pageOf('mira@example.com')
  const press = async (confirmation = 'Mira@example.com') => {
    const { status, main } = await owner.submit(page, 'Erase', { confirmation })
    return `${status} ${main}`
  }
  expect(await press('miro@example.com')).toMatch(/^422 Nothing was erased/)
  injectFault(shop, { match: /DELETE .*waitlist/, kind: 'unreachable', times: 1 })
  expect(await press()).toMatch(/^503 .*Please erase it again/)
  // Twice does no harm.
  for (const _ of [1, 2])
    expect(await press()).toMatch(/^200 Erased\..*Nothing is held of mira@example\.com\./)
  expect(dump()).not.toMatch(/mira@|Mirabeth|Zwick/i)
  expect(dump()).toMatch(/miro@example\.com/)
  const { gifts } = shop.services.backend
  expect((await gifts.findByWords(bought.code))?.redeemed).toBe(false)
  expect((await gifts.get(received.id))?.purchaserName).toBe('Gift Giver')
})

describe('the store', () => {
  const ask = async (topic: string, payload: object) => {
    const path = `/webhooks/${topic.replace(/[/_]/g, '-')}`
    return (await sendWebhook(shop, JSON.stringify(payload), { topic, path })).status
  }

  test('has a customer erased, and tells the owner of one who asks what is held', async () => {
    await spread('cust@example.com', 'Cust Omer')
    const customer = { customer: { id: 1, email: 'Cust@example.com' } }
    expect(await ask('customers/data_request', customer)).toBe(200)
    const messages = await owner.visit('/admin/messages?state=waiting&q=cust@')
    expect(messages.main).toContain('has asked, through your Shopify store, for all data')
    injectFault(shop, { match: /rest\/v1/, kind: 'unreachable', times: 1 })
    for (const status of [503, 200]) expect(await ask('customers/redact', customer)).toBe(status)
    expect(dump()).not.toMatch(/cust@|Cust Omer/i)
    expect(await ask('customers/redact', { shop_id: 1 })).toBe(200)
  })

  test('has all its customers forgotten, but not who wrote to the shop itself', async () => {
    const { bought } = await spread('all@example.com', 'All Gone')
    expect(await ask('shop/redact', { shop_id: 1 })).toBe(200)
    const gifts = await rowsIn(shop, 'gift_redemption_codes')
    const named = gifts.filter((row) => row.purchaser_email || row.recipient_email || row.purchaser_name)
    expect(named).toEqual([])
    expect(await shop.services.backend.gifts.findByWords(bought.code)).not.toBeNull()
    expect(await rowsIn(shop, 'waitlist', 'email', 'all@example.com')).toHaveLength(1)
  })
})
