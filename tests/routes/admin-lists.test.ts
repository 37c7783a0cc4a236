import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '#app/services/log/log.server.ts'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { openOwnersRoom, withBackendDatabase } from '../support/owner.ts'

const lines: string[] = []
const { shop, owner: browser } = openOwnersRoom({
  log: createLog('info', { write: (line) => lines.push(line) }),
})

const NOBODY = '00000000-0000-4000-8000-000000000000'
const ANSWERED = { intent: 'answered', id: NOBODY }

function insert(table: string, rows: readonly Record<string, string | number | null>[]): Promise<unknown> {
  return withBackendDatabase(shop, (database) => {
    for (const row of rows) {
      const names = Object.keys(row)
      const places = names.map(() => '?').join(', ')
      database
        .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`)
        .run(...Object.values(row))
    }
  })
}

function subscriber(name: string, email: string, at = new Date()) {
  const time = at.toISOString()
  return {
    id: randomUUID(),
    email,
    full_name: name,
    first_name: name.slice(0, 20),
    last_name: '',
    source: 'Homepage',
    created_at: time,
    updated_at: time,
  }
}

test('the first page counts current subscribers, and the list marks those who left', async () => {
  const figure = async () => {
    const figures = (await browser.visit('/admin')).texts('main dl > div')
    return Number(
      /^Subscribers ?(\d+)$/.exec(figures.find((text) => text.startsWith('Subscribers')) ?? '')?.[1],
    )
  }
  const before = await figure()
  await insert('email_subscribers', [
    subscriber('Stayed', 'stayed@example.com'),
    { ...subscriber('Left', 'left@example.com'), unsubscribed_at: new Date().toISOString() },
  ])
  expect(await figure()).toBe(before + 1)
  const list = await browser.visit('/admin/subscribers?q=left@')
  expect(list.texts('tbody td[data-l="Source"]')).toEqual(['Homepage (left the list)'])
})

describe('pages of a list', () => {
  const COUNT = 130
  beforeAll(async () => {
    // Five per second, so that a page ends between rows with the same time.
    const rows = Array.from({ length: COUNT }, (_, index) =>
      subscriber(
        `Paged ${index}`,
        `paged${index}@example.com`,
        new Date(Date.UTC(2025, 0, 1, 0, 0, Math.floor(index / 5))),
      ),
    )
    await insert('email_subscribers', rows)
  })
  const emails = (page: Page) => page.texts('tbody td[data-l="Email"]')
  const follow = (page: Page, rel: string) => {
    const href = page.document.querySelector(`nav[aria-label="Pages"] a[rel="${rel}"]`)?.getAttribute('href')
    return href ? browser.visit(href) : null
  }

  test('link from the first to the last and back, with every row once', async () => {
    const pages = [await browser.visit('/admin/subscribers?q=paged')]
    for (let next = await follow(pages[0] as Page, 'next'); next; next = await follow(next, 'next'))
      pages.push(next)
    expect(pages.map((page) => emails(page).length)).toEqual([50, 50, 30])
    expect(pages.map((page) => page.texts('nav[aria-label="Pages"] p')[0])).toEqual([
      'Page 1 of 3',
      'Page 2 of 3',
      'Page 3 of 3',
    ])
    const seen = pages.flatMap(emails)
    expect(new Set(seen).size).toBe(COUNT)
    const back = await follow(pages[2] as Page, 'prev')
    expect(emails(back as Page)).toEqual(emails(pages[1] as Page))
    const first = await follow(back as Page, 'prev')
    expect(emails(first as Page)).toEqual(emails(pages[0] as Page))
    expect(first?.path).toBe('/admin/subscribers?q=paged')
  })

  test.each(['page=nonsense', 'page=99'])('tolerate %s', async (query) => {
    const page = await browser.visit(`/admin/subscribers?q=paged&${query}`)
    expect(page.status).toBe(200)
  })
})

describe('subscribers', () => {
  beforeAll(async () => {
    const names = ['=HYPERLINK("http://evil.example")', 'Ann, "the" Owl']
    await insert(
      'email_subscribers',
      names.map((name, index) => subscriber(name, `formula${index}@example.com`)),
    )
  })

  test('are removed after a confirmation', async () => {
    await insert('email_subscribers', [subscriber('Taken Off', 'taken.off@example.com')])
    const page = await browser.visit('/admin/subscribers?q=taken.off')
    expect(page.main).toContain('Take taken.off@example.com off the list?')
    const done = await browser.submit(page, 'Take off')
    expect(done.main).toContain('taken.off@example.com is off the list.')
    expect(await rowsIn(shop, 'email_subscribers', 'email', 'taken.off@example.com')).toEqual([])
    const again = await browser.submit(page, 'Take off')
    expect(again.status).toBe(404)
    expect(again.main).toContain('That is not here any more.')
  })

  test('are exported as a CSV file without active formulas', async () => {
    const response = await browser.fetch('/admin/subscribers.csv')
    expect(response.headers.get('Content-Type')).toContain('text/csv')
    expect(response.headers.get('Content-Disposition')).toMatch(
      /attachment; filename="subscribers-\d{4}-\d\d-\d\d\.csv"/,
    )
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = bytes.toString('utf8')
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")",`)
    expect(text).toContain('"Ann, ""the"" Owl",')
    expect(text).not.toMatch(/(^|,|\n)"?[=+\-@\t]/)
  })

  test('are exported completely, or filtered by the search', async () => {
    const total = (await rowsIn(shop, 'email_subscribers')).length
    const lines = (text: string) => text.trim().split('\r\n').length - 1
    expect(lines(await (await browser.fetch('/admin/subscribers.csv')).text())).toBe(total)
    expect(lines(await (await browser.fetch('/admin/subscribers.csv?q=formula1')).text())).toBe(1)
  })

  test('a signed-out export leads to the sign-in and back to the list instead of a file', async () => {
    const link = (await browser.visit('/admin/subscribers?q=formula1')).document.querySelector(
      'a[href*=".csv"]',
    )
    // With it, a browser saves any response, a page too.
    expect(link?.hasAttribute('download')).toBe(false)
    const page = await shop.browser().visit(link?.getAttribute('href') ?? '')
    expect(page.has('Sign in')).toBe(true)
    expect(page.headers.get('Content-Disposition')).toBeNull()
    expect(page.url.searchParams.get('returnTo')).toBe('/admin/subscribers?q=formula1')
  })
})

describe('the waitlist', () => {
  test('is listed and exported', async () => {
    await shop.services.backend.joinWaitlist(
      { name: '=Eve', email: 'eve@example.com' },
      { market: 'uk', wording: 'w' },
    )
    const page = await browser.visit('/admin/waitlist')
    expect(page.texts('th')).toEqual(['Name', 'Email', 'Joined'])
    expect(page.main).toContain('eve@example.com')
    const csv = await (await browser.fetch('/admin/waitlist.csv')).text()
    expect(csv).toContain(`"'=Eve","eve@example.com","uk",`)
    const none = await browser.visit('/admin/waitlist?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E')
    expect(none.main).toContain('Nothing matches <script>alert(1)</script>.')
    expect(none.html).not.toContain('<script>alert(1)')
  })
})

test('every unavailable list shows an error within the admin area', async () => {
  injectFault(shop, { match: /rest\/v1/, kind: 'unreachable' })
  for (const list of ['gift-codes', 'subscribers', 'waitlist', 'messages', 'webhooks', 'outbox']) {
    const page = await browser.visit(`/admin/${list}`)
    expect(page.status).toBe(503)
    expect(page.main).toContain('This list cannot be reached just now. The rest of the room works.')
    expect(page.has('Sign out')).toBe(true)
  }
})

test('a row that cannot be read makes its list and its export unavailable, which is one log line', async () => {
  const torn = { ...subscriber('Torn', 'torn@example.com'), unsubscribed_at: '12:00' }
  await insert('email_subscribers', [torn])
  const sql = "DELETE FROM email_subscribers WHERE full_name = 'Torn'"
  onTestFinished(() => withBackendDatabase(shop, (database) => database.exec(sql)))
  lines.length = 0
  const list = await browser.visit('/admin/subscribers?q=torn')
  expect(list.status).toBe(503)
  expect(list.main).toContain('This list cannot be reached just now. The rest of the room works.')
  const failures = lines.map((line) => JSON.parse(line)).filter((line) => line.err)
  expect(failures).toMatchObject([
    {
      requestId: list.headers.get('X-Request-Id'),
      err: { operation: 'list email_subscribers' },
    },
  ])
  expect(lines.join('')).not.toContain('@example.com')
  const file = await browser.fetch('/admin/subscribers.csv?q=torn')
  expect([file.status, file.headers.get('Content-Disposition')]).toEqual([503, null])
  expect((await browser.fetch('/admin/subscribers.csv?q=stayed')).status).toBe(200)
})

test('reported orders that cannot be read are not left out without a word', async () => {
  injectFault(shop, { match: /GET .*order_reports/, kind: 'status', status: 500 })
  const page = await browser.visit('/admin')
  expect(page.main).toContain('This list cannot be reached just now.')
  expect(page.main).toContain('Gift codes')
})

test('an outage is one log line per page, however many parts of the page it affects', async () => {
  injectFault(shop, { match: /rest\/v1/, kind: 'unreachable' })
  for (const path of ['/admin', '/admin/messages']) {
    lines.length = 0
    const page = path === '/admin' ? await browser.visit(path) : await browser.post(path, ANSWERED)
    const failures = lines.map((line) => JSON.parse(line)).filter((line) => line.err)
    expect(failures).toMatchObject([{ requestId: page.headers.get('X-Request-Id') }])
    expect(failures[0].before).toContainEqual(expect.objectContaining({ type: 'UpstreamError' }))
  }
})
