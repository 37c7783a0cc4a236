import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { LIST_NAMES } from '#app/models/owner-lists.ts'
import { createLog } from '#app/services/log/log.server.ts'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { insertRows, NOBODY, openOwnersRoom, withBackendDatabase } from '../support/owner.ts'

/** What all lists of the owner have in common, and what each can do. */

const lines: string[] = []
const log = createLog('info', { write: (line) => lines.push(line) })
const { shop, owner } = openOwnersRoom({ log })
const insert = (table: string, rows: Parameters<typeof insertRows>[2]) => insertRows(shop, table, rows)
const failures = () => lines.map((line) => JSON.parse(line)).filter((line) => line.err)

const subscriber = (name: string, email: string, at = new Date()) => ({
  id: randomUUID(),
  email,
  full_name: name,
  source: 'Homepage',
  created_at: at.toISOString(),
  updated_at: at.toISOString(),
})
const message = (email: string, text: string, fullName = 'Ada') =>
  shop.services.backend.submitContact(
    { fullName, email, subject: 'Wholesale Inquiry', message: text, subscribeToMailingList: false },
    { market: 'us', wording: 'w', idempotencyKey: '' },
  )

const INTENTS: Readonly<Record<string, string>> = {
  'gift-codes': 'resend',
  subscribers: 'remove',
  messages: 'answered',
  'messages?state=held': 'real',
  orders: 'read',
  outbox: 'send',
}

test.each(LIST_NAMES)('%s says that it cannot be reached, within the room', async (name) => {
  injectFault(shop, { match: /rest\/v1/, kind: 'unreachable' })
  const page = await owner.visit(`/admin/${name}`)
  expect(page.status).toBe(503)
  expect(page.main).toContain('This list cannot be reached just now. The rest of the room works.')
  expect(page.has('Sign out')).toBe(true)
  const file = await owner.fetch(`/admin/${name}.csv`)
  expect([file.status, file.headers.get('Content-Disposition')]).toEqual([503, null])
})

test.each(Object.entries(INTENTS))(
  '%s refuses ids that are of another list, or none',
  async (list, intent) => {
    await message('other@example.com', 'Of another list')
    const of = list === 'subscribers' ? 'contact_messages' : 'email_subscribers'
    await insert('email_subscribers', [subscriber('Other', `${randomUUID()}@example.com`)])
    const [other] = await rowsIn(shop, of)
    for (const id of [NOBODY, "' or 1=1 --", String(other?.id)]) {
      const reply = await owner.post(`/admin/${list}`, { intent, id })
      expect([reply.status, reply.main.includes('That is not here any more.')], id).toEqual([404, true])
    }
    expect((await rowsIn(shop, of)).map(({ id }) => id)).toContain(other?.id)
  },
)

test('a list has a file of its own rows only, with the rows of its search', async () => {
  await insert('email_subscribers', [
    subscriber('=HYPERLINK("http://evil.example")', 'formula0@example.com'),
    subscriber('Ann, "the" Owl', 'formula1@example.com'),
  ])
  const response = await owner.fetch('/admin/subscribers.csv')
  expect(response.headers.get('Content-Type')).toContain('text/csv')
  expect(response.headers.get('Content-Disposition')).toMatch(
    /attachment; filename="subscribers-\d{4}-\d\d-\d\d\.csv"/,
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(bytes.toString('utf8')).toContain(`"'=HYPERLINK(""http://evil.example"")",`)
  const found = await (await owner.fetch('/admin/subscribers.csv?q=formula1')).text()
  expect(found.trim().split('\r\n')).toEqual([
    expect.stringContaining('"Name","Email","Source","Joined","Left the list"'),
    expect.stringContaining('"Ann, ""the"" Owl"'),
  ])
  const link = (await owner.visit('/admin/subscribers?q=formula1'))
    .links()
    .find((href) => href.includes('.csv'))
  const page = await shop.browser().visit(link ?? '')
  expect(page.url.searchParams.get('returnTo')).toBe('/admin/subscribers?q=formula1')
})

test('a list with a row that cannot be read is unavailable with its file, in one line of the log without addresses', async () => {
  await insert('email_subscribers', [{ ...subscriber('Torn', 'torn@example.com'), unsubscribed_at: '12:00' }])
  const sql = "DELETE FROM email_subscribers WHERE full_name = 'Torn'"
  onTestFinished(() => withBackendDatabase(shop, (database) => database.exec(sql)))
  lines.length = 0
  const list = await owner.visit('/admin/subscribers?q=torn')
  expect(list.status).toBe(503)
  const requestId = list.headers.get('X-Request-Id')
  expect(failures()).toMatchObject([{ requestId, err: { operation: 'list email_subscribers' } }])
  expect(lines.join('')).not.toContain('@example.com')
  expect((await owner.fetch('/admin/subscribers.csv?q=torn')).status).toBe(503)
})

test('an outage is one log line per page, however many parts of the page it affects', async () => {
  injectFault(shop, { match: /rest\/v1/, kind: 'unreachable' })
  lines.length = 0
  const page = await owner.visit('/admin')
  expect(failures()).toMatchObject([{ requestId: page.headers.get('X-Request-Id') }])
  expect(failures()[0].before.length).toBeGreaterThan(3)
})

describe('a long list', () => {
  const COUNT = 130
  beforeAll(async () => {
    // Five per second, so that a page ends between rows with the same time.
    const at = (index: number) => new Date(Date.UTC(2025, 0, 1, 0, 0, Math.floor(index / 5)))
    const rows = Array.from({ length: COUNT }, (_, index) =>
      subscriber(`Paged ${index}`, `paged${index}@example.com`, at(index)),
    )
    await insert('email_subscribers', rows)
  })
  const emails = (page: Page) => page.texts('tbody td[data-l="Email"]')
  async function walk(from: Page): Promise<Page[]> {
    const href = from.document.querySelector('nav[aria-label="Pages"] a[rel="next"]')?.getAttribute('href')
    return href ? [from, ...(await walk(await owner.visit(href)))] : [from]
  }

  test('is read from the newest row to the oldest, with every row once', async () => {
    const pages = await walk(await owner.visit('/admin/subscribers?q=paged'))
    expect(pages.map((page) => emails(page).length)).toEqual([50, 50, 30])
    expect(new Set(pages.flatMap(emails)).size).toBe(COUNT)
    expect(pages[2]?.links()).toContain('/admin/subscribers?q=paged')
    const whole = await owner.visit('/admin/subscribers')
    expect(whole.main).toContain(`${(await rowsIn(shop, 'email_subscribers')).length} in all`)
  })

  test('tolerates addresses that nobody made', async () => {
    for (const query of [
      'after=nonsense',
      'after=2025-01-01T00:00:00Z~x',
      'before=~',
      'page=99',
      'state=no',
    ]) {
      const page = await owner.visit(`/admin/subscribers?q=paged&${query}`)
      expect([page.status, emails(page).length], query).toEqual([200, 50])
    }
  })

  test.each([100, 500])('of a backend that gives %i rows at most is exported whole', async (cap) => {
    const { backend } = shop.services
    const { listRows } = backend
    const capped: typeof listRows = (name, query = {}) =>
      listRows(name, { ...query, limit: Math.min(cap, query.limit ?? cap) })
    Object.assign(backend, { listRows: capped })
    onTestFinished(() => void Object.assign(backend, { listRows }))
    const many = (_: unknown, at: number) => subscriber(`Cap${cap} ${at}`, `cap${cap}.${at}@example.com`)
    await insert('email_subscribers', Array.from({ length: 520 }, many))
    const text = await (await owner.fetch(`/admin/subscribers.csv?q=cap${cap}.`)).text()
    expect(new Set(text.trim().split('\r\n')).size).toBe(521)
  })
})

test('a search finds names and words as people type them, and quotes what it does not find', async () => {
  const people = ["Aoife D'Arcy", 'Jan van  der Berg', 'Anna-Lena Holt', '100% Wool_Works', 'Zed a,b {c} (d)']
  for (const [index, name] of people.entries())
    await shop.services.backend.joinWaitlist(
      { name, email: `person${index}@example.com` },
      { market: 'uk', wording: 'w' },
    )
  const sql = "UPDATE gift_redemption_codes SET order_name = '#70005' WHERE code = 'copper fern riddle'"
  await withBackendDatabase(shop, (database) => database.exec(sql))
  for (const [list, words, found] of [
    ['waitlist', 'D’Arcy', 'Aoife'],
    ['waitlist', '  van der  Berg ', 'Jan'],
    ['waitlist', 'Anna‑Lena', 'Anna-Lena'],
    ['waitlist', '100%', 'Wool'],
    ['waitlist', 'a,b {c} (d)', 'Zed'],
    ['gift-codes', 'copper-FERN-riddle', 'copper fern riddle'],
    ['gift-codes', 'Order #70005', 'copper fern riddle'],
  ] as const) {
    const page = await owner.visit(`/admin/${list}?q=${encodeURIComponent(words)}`)
    expect(page.texts('tbody tr'), words).toEqual([expect.stringContaining(found)])
    expect(page.document.querySelector('input[name="q"]')?.getAttribute('value')).toBe(words.trim())
  }
  const none = await owner.visit('/admin/waitlist?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E')
  expect(none.main).toContain('Nothing matches <script>alert(1)</script>.')
  expect(none.html).not.toContain('<script>alert(1)')
  expect(none.links()).toContain('/admin/waitlist')
  expect((await owner.visit('/admin/waitlist?q=%D7%93')).texts('main p bdi')).toEqual(['ד'])
})

test('gift codes are filtered by their state', async () => {
  const rowsOf = async (state: string) =>
    (await owner.visit(`/admin/gift-codes?state=${state}`)).texts('tbody tr').join(' ')
  for (const [state, words] of [
    ['redeemed', ['gilded acorn storm']],
    ['setup-pending', ['amber lantern owl']],
    ['open', ['amber lantern owl', 'winter quill ember']],
  ] as const)
    for (const sample of ['gilded acorn storm', 'amber lantern owl', 'winter quill ember'])
      expect((await rowsOf(state)).includes(sample), `${sample} ${state}`).toBe(
        words.some((one) => one === sample),
      )
})

test('subscribers who left are marked, and are taken off after a question', async () => {
  await insert('email_subscribers', [
    { ...subscriber('Left', 'left@example.com'), unsubscribed_at: new Date().toISOString() },
  ])
  expect((await owner.visit('/admin/subscribers?state=subscribed')).main).not.toContain('left@example.com')
  const page = await owner.visit('/admin/subscribers?q=left@')
  expect(page.texts('td[data-l="Left the list"] time')).toHaveLength(1)
  expect(page.main).toContain('Take left@example.com off the list?')
  const done = await owner.submit(page, 'Take off')
  expect(done.main).toContain('left@example.com is off the list.')
  expect(await rowsIn(shop, 'email_subscribers', 'email', 'left@example.com')).toEqual([])
  expect((await owner.submit(page, 'Take off')).status).toBe(404)
})

test('messages are shown as written in either direction, answered by mail, and marked as answered', async () => {
  const text = `Six?\n${'Please. '.repeat(40)}<script>alert(1)</script>`
  await message('buy@example.com', text, 'Hollow & Sons <b>')
  await message('dana@example.com', 'שלום (hello)', 'דנה (Dana)')
  const page = await owner.visit('/admin/messages?state=waiting&q=buy@')
  expect(page.main).toContain('Hollow & Sons <b>')
  expect(page.html).not.toContain('<script>alert(1)')
  const reply = page.links().find((link) => link.startsWith('mailto:'))
  expect(reply).toMatch(/^mailto:buy%40example\.com\?subject=Re%3A%20Wholesale%20Inquiry&body=/)
  injectFault(shop, { match: /PATCH \/rest\/v1\/contact_messages/, kind: 'status', status: 500, times: 1 })
  const failed = await owner.submit(page, 'Mark as answered')
  expect(failed.status).toBe(503)
  expect(failed.main).toContain('That did not save. Nothing has changed. Please try again.')
  const done = await owner.submit(page, 'Mark as answered')
  expect(done.path).toBe('/admin/messages?state=waiting&q=buy%40')
  expect(done.main).toContain('Marked as answered.')
  expect(done.main).toContain('Nothing matches buy@.')
  const inHebrew = await owner.visit('/admin/messages?q=dana')
  expect(inHebrew.texts('td[data-l="From"] bdi')).toEqual(['דנה (Dana)', 'dana@example.com'])
  expect(inHebrew.texts('td[data-l="Subject"] [dir="auto"]')).toEqual(['שלום (hello)'])
})

test('ten tabs at once: each form does what it says once, or is refused in words', async () => {
  await message('tabs@example.com', 'One of many tabs')
  const left = Array.from({ length: 5 }, (_, at) => subscriber(`Tab ${at}`, `tab${at}@example.com`))
  await insert('email_subscribers', left)
  const [answer, company] = [
    await owner.visit('/admin/messages?q=tabs@'),
    await owner.visit('/admin/company'),
  ]
  const list = await owner.visit('/admin/subscribers?q=tab0@')
  const tabs = await Promise.all([
    ...[1, 2, 3].map(() => owner.submit(list, 'Take off')),
    ...[1, 2, 3].map(() => owner.submit(answer, 'Mark as answered')),
    ...['111', '222'].map((companyNumber) => owner.submit(company, 'Save', { companyNumber })),
    owner.post('/admin/subscribers', { intent: 'remove', id: left[1]?.id ?? '' }),
    owner.visit('/admin'),
  ])
  const told = tabs.map(({ status, main }) => [
    status,
    /is off the list|is not here any more|Marked as answered|Saved\.|somebody else has saved|Gift codes to finish/.exec(
      main,
    )?.[0],
  ])
  const [gone, off] = [
    [404, 'is not here any more'],
    [200, 'is off the list'],
  ]
  expect(told.slice(0, 3).sort()).toEqual([off, gone, gone])
  expect(told.slice(3, 6)).toEqual([1, 2, 3].map(() => [200, 'Marked as answered']))
  expect(told.slice(6, 8).sort()).toEqual([
    [200, 'Saved.'],
    [409, 'somebody else has saved'],
  ])
  expect(told.slice(8)).toEqual([off, [200, 'Gift codes to finish']])
  expect((await owner.visit('/admin/subscribers?q=tab')).texts('tbody tr')).toHaveLength(3)
})
