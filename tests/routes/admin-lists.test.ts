import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { RETENTION } from '#app/models/retention.ts'
import { createLog } from '#app/services/log/log.server.ts'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { makeGift } from '../support/gifts.ts'
import { readOutbox } from '../support/outbox.ts'
import { insertRows, openOwnersRoom, runSql } from '../support/owner.ts'

/** The owner's first page, what all lists have in common, and what each can do. */

const lines: string[] = []
const log = createLog('info', { write: (line) => lines.push(line) })
const clock = { ahead: 0 }
const { shop, owner } = openOwnersRoom({ log, now: () => Date.now() + clock.ahead })

const subscriber = (full_name: string, email: string, at = new Date().toISOString()) => ({
  ...{ id: randomUUID(), email, full_name, source: 'Homepage', created_at: at, updated_at: at },
})
const subscribe = (...people: ReturnType<typeof subscriber>[]) =>
  insertRows(shop, 'email_subscribers', people)
const message = (email: string, text: string, fullName = 'Ada') =>
  shop.services.backend.submitContact(
    { fullName, email, subject: 'Wholesale Inquiry', message: text, subscribeToMailingList: false },
    { market: 'us', wording: 'w', idempotencyKey: '' },
  )
const emails = (page: Page) => page.texts('tbody td[data-l="Email"]')

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

test.each([
  ['subscribers', 'remove', 'That is not here any more.'],
  ['messages?state=held', 'real', 'That is not here any more.'],
  ['orders', 'read', 'The order could not be read.'],
])('%s refuses ids that are of another list, or none', async (list, intent, words) => {
  await message('other@example.com', 'Of another list')
  const [{ id: other } = {}] = await rowsIn(shop, 'contact_messages')
  for (const id of [randomUUID(), "' or 1=1 --", String(other)]) {
    const reply = await owner.post(`/admin/${list}`, { intent, id })
    expect([reply.status, reply.main.includes(words)], id).toEqual([422, true])
  }
  expect((await rowsIn(shop, 'contact_messages')).map(({ id }) => id)).toContain(other)
})

describe('a long list', () => {
  test('is read from the newest row to the oldest, with every row once; no address that nobody made breaks it', async () => {
    // Five per second, so that a page ends between rows with the same time.
    const at = (index: number) => new Date(Date.UTC(2025, 0, 1, 0, 0, Math.floor(index / 5))).toISOString()
    const row = (_: unknown, index: number) =>
      subscriber(`Paged ${index}`, `paged${index}@example.com`, at(index))
    subscribe(...Array.from({ length: 130 }, row))
    const pages: Page[] = []
    for (let href: string | undefined = '/admin/subscribers?q=paged'; href; ) {
      const page = await owner.visit(href)
      pages.push(page)
      href = page.document.querySelector('a[rel="next"]')?.getAttribute('href')
    }
    expect(pages.map((page) => emails(page).length)).toEqual([50, 50, 30])
    expect(new Set(pages.flatMap(emails)).size).toBe(130)
    expect(pages[2]?.links()).toContain('/admin/subscribers?q=paged')
    for (const query of ['after=x', 'after=2025-01-01T00:00:00Z', 'after=2025-01-01T00:00:00Z~x', 'state=no'])
      expect(emails(await owner.visit(`/admin/subscribers?q=paged&${query}`)), query).toHaveLength(50)
  })

  test('of a backend that gives fewer rows at once is exported whole', async () => {
    shop.embedded.backend?.limitRows(100)
    onTestFinished(() => shop.embedded.backend?.limitRows(1000))
    const many = (_: unknown, at: number) => subscriber(`Cap ${at}`, `cap.${at}@example.com`)
    subscribe(...Array.from({ length: 220 }, many))
    const file = await owner.fetch(`/admin/subscribers.csv?q=cap.`)
    expect(file.headers.get('Content-Disposition')).toMatch(/; filename="subscribers-\d{4}-\d\d-\d\d\.csv"$/)
    expect(new Set((await file.text()).trim().split('\r\n')).size).toBe(221)
  })
})

test('gift codes are filtered by their state, and no browser translates them', async () => {
  const samples = ['amber lantern owl', 'gilded acorn storm', 'winter quill ember']
  for (const [state, words] of [
    ['redeemed', ['gilded acorn storm']],
    ['setup-pending', ['amber lantern owl']],
    ['open', ['amber lantern owl', 'winter quill ember']],
  ] as const) {
    const page = await owner.visit(`/admin/gift-codes?state=${state}`)
    const rows = page.texts('tbody tr').join()
    expect(samples.filter((sample) => rows.includes(sample))).toEqual(words)
    expect(page.texts('tbody [lang=en][translate=no]')).toEqual(expect.arrayContaining([...words]))
  }
})

test('messages are shown in the direction of their letters, and answered by mail', async () => {
  await message('dana+1@example.com', 'שלום (hello)', 'דנה (Dana)')
  const page = await owner.visit('/admin/messages?q=dana')
  const reply = page.links().find((link) => link.startsWith('mailto:'))
  expect(reply).toMatch(/^mailto:dana%2B1%40example\.com\?subject=Re%3A%20Wholesale%20Inquiry$/)
  expect(page.texts('td[data-l="From"] bdi')).toEqual(['דנה (Dana)', 'dana+1@example.com'])
  expect(page.texts('td[data-l="Subject"] [dir="auto"]')).toEqual(['שלום (hello)'])
})

test('ten tabs at once: each form does what it says once, or is refused in words', async () => {
  await message('tabs@example.com', 'One of many tabs')
  subscribe(subscriber('Tab', 'tabs@example.com'), subscriber('Tab', 'stays.tabs@example.com'))
  const list = await owner.visit('/admin/subscribers?q=tab')
  const answer = await owner.visit('/admin/messages?q=tabs@')
  const tabs = [1, 2, 3, 4, 5].flatMap(() => [
    owner.submit(list, 'Take off'),
    owner.submit(answer, 'Mark as answered'),
  ])
  const words = /is off the list|is not here any more|Marked as answered/
  const told = (await Promise.all(tabs)).map(({ status, main }) => `${status} ${words.exec(main)?.[0]}`)
  const times = (text: string) => told.filter((one) => one === text).length
  expect([
    times('200 is off the list'),
    times('422 is not here any more'),
    times('200 Marked as answered'),
  ]).toEqual([1, 4, 5])
  expect((await owner.visit('/admin/subscribers?q=tab')).texts('tbody tr')).toHaveLength(1)
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
  injectFault(shop, { match: /contact_messages/, kind: 'unreachable' })
  lines.length = 0
  await retention.run()
  expect(lines.join()).toContain('what is kept no longer was not removed')
})
