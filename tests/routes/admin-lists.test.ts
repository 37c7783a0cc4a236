import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
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

describe('every list', () => {
  test.each(LIST_NAMES)('%s says that it cannot be reached, within the room', async (name) => {
    injectFault(shop, { match: /rest\/v1/, kind: 'unreachable' })
    const page = await owner.visit(`/admin/${name}`)
    expect(page.status).toBe(503)
    expect(page.main).toContain('This list cannot be reached just now. The rest of the room works.')
    expect(page.has('Sign out')).toBe(true)
    const file = await owner.fetch(`/admin/${name}.csv`)
    expect([file.status, file.headers.get('Content-Disposition')]).toEqual([503, null])
  })

  test.each(LIST_NAMES)('%s refuses ids that are of another list, or none', async (name) => {
    const page = await owner.visit(`/admin/${name}`)
    const intents = {
      'gift-codes': 'resend',
      subscribers: 'remove',
      messages: 'answered',
      orders: 'read',
      outbox: 'send',
    }
    const intent = intents[name as keyof typeof intents]
    if (intent === undefined) return
    const [gift] = await rowsIn(shop, 'gift_redemption_codes')
    for (const id of [NOBODY, "' or 1=1 --", name === 'gift-codes' ? NOBODY : String(gift?.id)]) {
      const reply = await owner.post(page.path, { intent, id })
      expect([reply.status, reply.main.includes('That is not here any more.')], id).toEqual([404, true])
    }
  })

  test('has a file of its own rows only, with the rows of its search', async () => {
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
    const text = bytes.toString('utf8')
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")",`)
    expect(text).toContain('"Ann, ""the"" Owl",')
    const found = await (await owner.fetch('/admin/subscribers.csv?q=formula1')).text()
    expect(
      found
        .trim()
        .split('\r\n')
        .map((line) => line.split(',')[0]),
    ).toEqual(['"Name"', '"Ann'])
  })

  test('a signed-out export leads to the sign-in and back to the list instead of a file', async () => {
    const link = (await owner.visit('/admin/subscribers?q=formula1')).document.querySelector(
      'a[href*=".csv"]',
    )
    // With it, a browser saves any response, a page too.
    expect(link?.hasAttribute('download')).toBe(false)
    const page = await shop.browser().visit(link?.getAttribute('href') ?? '')
    expect(page.has('Sign in')).toBe(true)
    expect(page.url.searchParams.get('returnTo')).toBe('/admin/subscribers?q=formula1')
  })

  test('with a row that cannot be read is unavailable with its file, in one line of the log without addresses', async () => {
    await insert('email_subscribers', [
      { ...subscriber('Torn', 'torn@example.com'), unsubscribed_at: '12:00' },
    ])
    const sql = "DELETE FROM email_subscribers WHERE full_name = 'Torn'"
    onTestFinished(() => withBackendDatabase(shop, (database) => database.exec(sql)))
    lines.length = 0
    const list = await owner.visit('/admin/subscribers?q=torn')
    expect(list.status).toBe(503)
    const failures = lines.map((line) => JSON.parse(line)).filter((line) => line.err)
    const requestId = list.headers.get('X-Request-Id')
    expect(failures).toMatchObject([{ requestId, err: { operation: 'list email_subscribers' } }])
    expect(lines.join('')).not.toContain('@example.com')
    expect((await owner.fetch('/admin/subscribers.csv?q=torn')).status).toBe(503)
  })
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
  async function walk(from: Page, rel: 'next' | 'prev'): Promise<Page[]> {
    const href = from.document.querySelector(`nav[aria-label="Pages"] a[rel="${rel}"]`)?.getAttribute('href')
    if (!href) return [from]
    return [from, ...(await walk(await owner.visit(href), rel))]
  }

  test('is read from the newest row to the oldest and back, with every row once', async () => {
    const pages = await walk(await owner.visit('/admin/subscribers?q=paged'), 'next')
    expect(pages.map((page) => emails(page).length)).toEqual([50, 50, 30])
    expect(new Set(pages.flatMap(emails)).size).toBe(COUNT)
    const back = await walk(pages[2] as Page, 'prev')
    expect(back.reverse().map(emails)).toEqual(pages.map(emails))
    const whole = await owner.visit('/admin/subscribers')
    expect(whole.main).toContain(`${(await rowsIn(shop, 'email_subscribers')).length} in all`)
  })

  test.each(['after=nonsense', 'after=2025-01-01T00:00:00Z~x', 'before=~', 'page=99', 'state=no'])(
    'tolerates %s',
    async (query) => {
      const page = await owner.visit(`/admin/subscribers?q=paged&${query}`)
      expect([page.status, emails(page).length]).toEqual([200, 50])
    },
  )

  describe.each([100, 500])('of a backend that gives %i rows at most', (cap) => {
    afterEach(() => shop.embedded.backend?.faults.clear())
    test('is exported whole', async () => {
      const { backend } = shop.services
      const { listRows } = backend
      const capped: typeof listRows = (name, query = {}) =>
        listRows(name, { ...query, limit: Math.min(cap, query.limit ?? cap) })
      Object.assign(backend, { listRows: capped })
      onTestFinished(() => void Object.assign(backend, { listRows }))
      await insert(
        'email_subscribers',
        Array.from({ length: 520 }, (_, at) => subscriber(`Cap${cap} ${at}`, `cap${cap}.${at}@example.com`)),
      )
      const text = await (await owner.fetch(`/admin/subscribers.csv?q=cap${cap}.`)).text()
      expect(new Set(text.trim().split('\r\n')).size).toBe(521)
    })
  })
})

describe('a search', () => {
  beforeAll(async () => {
    const people = [
      "Aoife D'Arcy",
      'Padraig O’Neill',
      'Jan van  der Berg',
      'Anna-Lena Holt',
      '100% Wool_Works',
      'Zed a,b {c} (d)',
    ]
    for (const [index, name] of people.entries())
      await shop.services.backend.joinWaitlist(
        { name, email: `person${index}@example.com` },
        { market: 'uk', wording: 'w' },
      )
    const sql = "UPDATE gift_redemption_codes SET order_name = '#70005' WHERE code = 'copper fern riddle'"
    await withBackendDatabase(shop, (database) => database.exec(sql))
  })

  test.each([
    ['waitlist', 'D’Arcy', 'Aoife'],
    ['waitlist', "O'Neill", 'Padraig'],
    ['waitlist', '  van der  Berg ', 'Jan'],
    ['waitlist', 'Anna‑Lena', 'Anna-Lena'],
    ['waitlist', '100%', 'Wool'],
    ['waitlist', 'a,b {c} (d)', 'Zed'],
    ['gift-codes', 'COPPER  fern', 'copper fern riddle'],
    ['gift-codes', 'copper-fern-riddle', 'copper fern riddle'],
    ['gift-codes', 'Order #70005', 'copper fern riddle'],
  ])('of the %s finds %s', async (list, words, found) => {
    const page = await owner.visit(`/admin/${list}?q=${encodeURIComponent(words)}`)
    expect(page.texts('tbody tr')).toEqual([expect.stringContaining(found)])
    expect(page.document.querySelector('input[name="q"]')?.getAttribute('value')).toBe(words.trim())
  })

  test('without a result quotes what was typed, and links to the whole list', async () => {
    const none = await owner.visit('/admin/waitlist?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E')
    expect(none.main).toContain('Nothing matches <script>alert(1)</script>.')
    expect(none.html).not.toContain('<script>alert(1)')
    expect(none.links()).toContain('/admin/waitlist')
    expect((await owner.visit('/admin/waitlist?q=%D7%93')).texts('main p bdi')).toEqual(['ד'])
  })
})

test('gift codes are filtered by their state, and name giver and recipient', async () => {
  const rowsOf = async (state: string) =>
    (await owner.visit(`/admin/gift-codes?state=${state}`)).texts('tbody tr').join(' ')
  expect(await rowsOf('redeemed')).toContain('gilded acorn storm')
  expect(await rowsOf('redeemed')).not.toContain('amber lantern owl')
  expect(await rowsOf('open')).toContain('winter quill ember')
  expect(await rowsOf('setup-pending')).not.toContain('winter quill ember')
})

test('subscribers who left are marked, and are taken off after a question', async () => {
  await insert('email_subscribers', [
    subscriber('Stayed', 'stayed@example.com'),
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
  await message(
    'buy@example.com',
    `Six?\n${'Please. '.repeat(40)}<script>alert(1)</script>`,
    'Hollow & Sons <b>',
  )
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

test('a message with an emoji where its beginning and its quotation end is cut beside it', async () => {
  for (const letters of [89, 499]) {
    await message(`ada${letters}@example.com`, `${'a'.repeat(letters)}😀 thank you`)
    const list = await owner.visit(`/admin/messages?q=ada${letters}`)
    expect(list.html).not.toContain('�')
    const reply = list.links().find((link) => link.startsWith('mailto:')) ?? ''
    expect(new URL(reply).searchParams.get('body')).toContain(`${'a'.repeat(letters)}😀`)
  }
})

test('an outage is one log line per page, however many parts of the page it affects', async () => {
  injectFault(shop, { match: /rest\/v1/, kind: 'unreachable' })
  for (const path of ['/admin', '/admin/messages']) {
    lines.length = 0
    const page = await owner.visit(path)
    const failures = lines.map((line) => JSON.parse(line)).filter((line) => line.err)
    expect(failures).toMatchObject([{ requestId: page.headers.get('X-Request-Id') }])
    if (path === '/admin') expect(failures[0].before.length).toBeGreaterThan(3)
  }
})
