import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { RETENTION } from '#app/models/retention.ts'
import { createLog } from '#app/services/log/log.server.ts'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { makeGift, sendWebhook } from '../support/gifts.ts'
import { insertRows, openOwnersRoom, runSql } from '../support/owner.ts'

/** The owner's first page, what all lists have in common, and people. What each can do is shown by `tests/journeys/owner-actions`. */

const lines: string[] = []
const log = createLog('info', { write: (line) => lines.push(line) })
const clock = { ahead: 0 }
const { shop, owner } = openOwnersRoom({ log, now: () => Date.now() + clock.ahead })

test('missing facts are named on the first page, where a new gift is counted; with the backend unavailable it is not marked complete and no product copied', async () => {
  const openCodes = (page: Page) => Number(page.texts('dl dd')[0])
  const before = await owner.visit('/admin')
  expect(before.texts('section[aria-labelledby="missing"] li')).toContain('Name of the company')
  const gift = await makeGift(shop)
  const form = await owner.visit('/admin')
  expect(openCodes(form)).toBe(openCodes(before) + 1)
  const heal = injectFault(shop, {
    match: /PATCH .*gift_redemption_codes|v1\/duplicate/,
    kind: 'unreachable',
  })
  for (const [button, path, said] of [
    ['Mark Complete', '/admin', 'Failed to update'],
    ['Duplicate products', '/admin/products', 'Failed to duplicate products'],
  ] as const) {
    const page = await owner.submit(form, button)
    expect([page.status, page.path, page.main.includes(said)]).toEqual([503, path, true])
  }
  expect((await shop.services.backend.gifts.get(gift.id))?.setupComplete).toBe(false)
  heal()
  expect((await owner.submit(form, 'Duplicate products')).main).toContain('Created 0 UK products')
})

test('a list says that it cannot be reached, in the admin and on its first page, in one line of the log', async () => {
  const unread = 'This list cannot be reached just now. The rest of the room works.'
  injectFault(shop, { match: /GET .*store_orders/, kind: 'unreachable' })
  const first = await owner.visit('/admin')
  const shown = [first.has('Duplicate products'), first.main.includes(unread)]
  expect([first.status, ...shown]).toEqual([200, true, true])
  lines.length = 0
  const page = await owner.visit('/admin/orders')
  const requestId = page.headers.get('X-Request-Id')
  expect(lines.map((line) => JSON.parse(line)).filter((line) => line.err)).toMatchObject([{ requestId }])
  expect([page.status, page.has('Sign out'), page.main.includes(unread)]).toEqual([503, true, true])
  const file = await owner.fetch('/admin/orders.csv')
  expect([file.status, file.headers.get('Content-Disposition')]).toEqual([503, null])
})

test('a long list is read page after page and exported whole, every row once, where the backend gives fewer at once', async () => {
  // Five per second, so that a page ends between rows with the same time.
  const at = (index: number) => new Date(Date.UTC(2025, 0, 1, 0, 0, Math.floor(index / 5))).toISOString()
  const row = (_: unknown, index: number) => ({
    ...{ id: randomUUID(), email: `paged${index}@example.com`, full_name: `Paged ${index}` },
    ...{ source: 'Homepage', created_at: at(index), updated_at: at(index) },
  })
  insertRows(shop, 'email_subscribers', Array.from({ length: 130 }, row))
  const pages: string[][] = []
  for (let href: string | undefined = '/admin/subscribers?q=paged'; href; ) {
    const page = await owner.visit(href)
    pages.push(page.texts('tbody td[data-l="Email"]'))
    href = page.document.querySelector('a[rel="next"]')?.getAttribute('href')
  }
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 30])
  expect(new Set(pages.flat()).size).toBe(130)
  shop.embedded.backend?.limitRows(100)
  onTestFinished(() => shop.embedded.backend?.limitRows(1000))
  const file = await (await owner.fetch('/admin/subscribers.csv?q=paged')).text()
  expect(new Set(file.trim().split('\r\n')).size).toBe(131)
})

describe('a person', () => {
  /** Puts a person into every table that holds any. @returns the gift that they bought, and the one they received */
  async function spread(email: string, fullName: string) {
    const { backend } = shop.services
    const consent = { market: 'uk', wording: 'w' } as const
    await backend.signUp({ fullName, email, source: 'Footer' }, consent)
    await backend.joinWaitlist({ name: fullName, email }, consent)
    const typed = { fullName, email, message: `I am ${fullName}` }
    const message = { ...typed, subject: 'Other', subscribeToMailingList: true } as const
    await backend.submitContact(message, { ...consent, idempotencyKey: '' })
    await backend.holdBack('contact', message, 'uk', email)
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
    const tables = runSql(
      shop,
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sql%'",
    )
    return JSON.stringify(tables.map(({ name }) => runSql(shop, `SELECT * FROM "${name}"`)))
  }

  test('is found in any case in every table, and erased by typing the address, everywhere; gifts keep working, and others are untouched', async () => {
    const { bought, received } = await spread('mira@example.com', 'Mirabeth Zwick')
    await spread('miro@example.com', 'Miro Other')
    const page = await owner.visit(`/admin/people?email=${encodeURIComponent(' MIRA@Example.com ')}`)
    const headings = page.texts('h2').map((text) => text.replace(/(Emails|agreed to): [2-4]$/, '$1'))
    expect(headings.join()).toBe(
      'Emails,Mailing list: 1,Waitlist: 1,Messages: 1,Held back: 1,What they agreed to,Gifts: 2,Erase',
    )
    expect(page.main).not.toContain('Miro')

    const press = async () => {
      const { status, main } = await owner.submit(page, 'Erase', { confirmation: 'Mira@example.com' })
      return `${status} ${main}`
    }
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

  const ask = async (topic: string, payload: object) => {
    const path = `/webhooks/${topic.replace(/[/_]/g, '-')}`
    return (await sendWebhook(shop, JSON.stringify(payload), { topic, path })).status
  }

  test('is erased when the store asks; the owner is told of one who asks what is held', async () => {
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

  test('is forgotten with all customers of the store, but not who wrote to the shop itself', async () => {
    const { bought } = await spread('all@example.com', 'All Gone')
    expect(await ask('shop/redact', { shop_id: 1 })).toBe(200)
    const gifts = await rowsIn(shop, 'gift_redemption_codes')
    const named = gifts.filter((row) => row.purchaser_email || row.recipient_email || row.purchaser_name)
    expect(named).toEqual([])
    expect(await shop.services.backend.gifts.findByWords(bought.code)).not.toBeNull()
    expect(await rowsIn(shop, 'waitlist', 'email', 'all@example.com')).toHaveLength(1)
  })
})

test('what the privacy policy does not let the shop keep is removed', async () => {
  const { backend, retention } = shop.services
  const policy = (await shop.browser().visit('/uk/privacy-policy')).main
  for (const { data, kept } of RETENTION) for (const text of [data, kept]) expect(policy).toContain(text)
  const ago = (months: number) => new Date(Date.now() - months * 31 * 24 * 3_600_000).toISOString()
  const email = 'old@example.com'
  const message = (months: number, answered: number | null) => ({
    ...{ id: randomUUID(), content_key: randomUUID() },
    ...{ full_name: 'Old Friend', email, subject: 'Other', message: 'Hello' },
    ...{ created_at: ago(months), answered_at: answered && ago(answered) },
  })
  const kept = message(30, 20)
  insertRows(shop, 'contact_messages', [message(30, 25), kept, message(25, null)])
  const gift = await makeGift(shop, { purchaserName: 'Rowan Pike' })
  await backend.gifts.redeem(gift, { id: '7', name: '#7', email, buyer: 'Old' })
  await retention.run()
  expect(await rowsIn(shop, 'contact_messages', 'email', email)).toMatchObject([{ id: kept.id }])
  clock.ahead = 26 * 31 * 24 * 3_600_000
  await backend.joinWaitlist({ name: 'New', email: 'new@example.com' }, { market: 'uk', wording: 'w' })
  await retention.run()
  const spent = { code: gift.code, purchaser_name: null, recipient_email: null, recipient_name: null }
  expect(await rowsIn(shop, 'gift_redemption_codes', 'id', gift.id)).toMatchObject([spent])
  expect(await rowsIn(shop, 'waitlist', 'email', 'new@example.com')).toHaveLength(1)
})
