import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { RETENTION } from '#app/models/retention.ts'
import { createLog } from '#app/services/log/log.server.ts'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import { makeGift } from '../support/gifts.ts'
import { insertRows, openOwnersRoom } from '../support/owner.ts'

/** The owner's first page, and what all lists have in common. What each can do is shown by `tests/journeys/owner-actions`. */

const lines: string[] = []
const log = createLog('info', { write: (line) => lines.push(line) })
const clock = { ahead: 0 }
const { shop, owner } = openOwnersRoom({ log, now: () => Date.now() + clock.ahead })

test('facts that are missing are named on the first page', async () => {
  const missing = (await owner.visit('/admin')).texts('section[aria-labelledby="missing"] li')
  expect(missing).toContain('Name of the company')
})

test('the first page counts what the lists hold', async () => {
  const openCodes = async () => Number((await owner.visit('/admin')).texts('dl dd')[0])
  const before = await openCodes()
  await makeGift(shop)
  expect(await openCodes()).toBe(before + 1)
})

test('with the backend unavailable no gift is marked complete', async () => {
  const gift = await makeGift(shop)
  const form = await owner.visit('/admin')
  injectFault(shop, { match: /PATCH \/rest\/v1\/gift_redemption_codes/, kind: 'unreachable' })
  const page = await owner.submit(form, 'Mark Complete')
  expect([page.status, page.main.includes('Failed to update')]).toEqual([503, true])
  expect((await shop.services.backend.gifts.get(gift.id))?.setupComplete).toBe(false)
})

test('while the function that copies products is unavailable, it is said, and the form can be sent again', async () => {
  injectFault(shop, { match: /functions\/v1\/duplicate/, kind: 'status', status: 500, times: 1 })
  const page = await owner.submit(await owner.visit('/admin'), 'Duplicate products')
  expect([page.path, page.status]).toEqual(['/admin/products', 503])
  expect(page.main).toContain('Failed to duplicate products')
  expect((await owner.submit(page, 'Duplicate products')).main).toContain('Created 0 UK products')
})

test('a list says that it cannot be reached, in the admin and on its first page, in one line of the log', async () => {
  const unread = 'This list cannot be reached just now. The rest of the room works.'
  injectFault(shop, { match: /GET .*store_orders/, kind: 'unreachable' })
  const first = await owner.visit('/admin')
  expect([first.status, first.has('Duplicate products'), first.main.includes(unread)]).toEqual([
    200,
    true,
    true,
  ])
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
  expect(await rowsIn(shop, 'waitlist')).toHaveLength(1)
})
