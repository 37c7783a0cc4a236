import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '#app/services/log/log.server.ts'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { insertRows, openOwnersRoom } from '../support/owner.ts'

/** What all lists of the owner have in common, and what each can do. */

const lines: string[] = []
const log = createLog('info', { write: (line) => lines.push(line) })
const { shop, owner } = openOwnersRoom({ log })

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

test('a list says that it cannot be reached, within the admin, in one line of the log', async () => {
  injectFault(shop, { match: /rest\/v1/, kind: 'unreachable' })
  lines.length = 0
  const page = await owner.visit('/admin/orders')
  const requestId = page.headers.get('X-Request-Id')
  expect(lines.map((line) => JSON.parse(line)).filter((line) => line.err)).toMatchObject([{ requestId }])
  expect([page.status, page.has('Sign out')]).toEqual([503, true])
  expect(page.main).toContain('This list cannot be reached just now. The rest of the room works.')
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

  test.each([100, 500])('of a backend that gives %i rows at most is exported whole', async (cap) => {
    shop.embedded.backend?.limitRows(cap)
    onTestFinished(() => shop.embedded.backend?.limitRows(1000))
    const many = (_: unknown, at: number) => subscriber(`Cap${cap} ${at}`, `cap${cap}.${at}@example.com`)
    subscribe(...Array.from({ length: 520 }, many))
    const file = await owner.fetch(`/admin/subscribers.csv?q=cap${cap}.`)
    expect(file.headers.get('Content-Disposition')).toMatch(/; filename="subscribers-\d{4}-\d\d-\d\d\.csv"$/)
    expect(new Set((await file.text()).trim().split('\r\n')).size).toBe(521)
  })
})

test('a search quotes what it does not find, and keeps what was typed', async () => {
  const none = await owner.visit('/admin/waitlist?q=%20%3Cscript%3Ealert(1)%3C%2Fscript%3E')
  expect(none.main).toContain('Nothing matches <script>alert(1)</script>.')
  const field = none.document.querySelector('input[name="q"]')
  expect(field?.getAttribute('value')).toBe('<script>alert(1)</script>')
  expect((await owner.visit('/admin/waitlist?q=%D7%93')).texts('main p bdi')).toEqual(['ד'])
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

test('messages are shown as written in either direction, and answered by mail', async () => {
  const text = `Six?\n${'Please. '.repeat(40)}<script>alert(1)</script>`
  await message('buy@example.com', text, 'Hollow & Sons <b>')
  await message('dana@example.com', 'שלום (hello)', 'דנה (Dana)')
  const page = await owner.visit('/admin/messages?q=buy@')
  for (const typed of ['Hollow & Sons <b>', 'Please. <script>alert(1)</script>'])
    expect(page.main).toContain(typed)
  const reply = page.links().find((link) => link.startsWith('mailto:'))
  expect(reply).toMatch(/^mailto:buy%40example\.com\?subject=Re%3A%20Wholesale%20Inquiry&body=/)
  const inHebrew = await owner.visit('/admin/messages?q=dana')
  expect(inHebrew.texts('td[data-l="From"] bdi')).toEqual(['דנה (Dana)', 'dana@example.com'])
  expect(inHebrew.texts('td[data-l="Subject"] [dir="auto"]')).toEqual(['שלום (hello)'])
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
