import { expect, test } from 'vitest'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { readList, readListQuery } from './list-view.server.ts'

const LIST = 'http://shop.test/admin/subscribers'
const ID = '6f1c0c1e-0000-4000-8000-00000000000a'
const AT = '2025-11-21T09:14:00.000Z'
const log = { info() {}, warn() {}, error() {}, debug() {} }

const query = (search: string) => readListQuery(new URL(`${LIST}?${search}`))

test('a URL without parameters requests the first page without a search', () => {
  expect(query('')).toEqual({ page: 1, search: '' })
})

test('a cursor is read together with a page number, and search terms are trimmed', () => {
  expect(query(`q=+owl+&page=3&after=${AT}_${ID}`)).toEqual({
    page: 3,
    search: 'owl',
    after: { createdAt: AT, id: ID },
  })
  expect(query(`page=2&before=${AT}_${ID}`)).toMatchObject({ before: { createdAt: AT, id: ID } })
})

test.each([`after=${AT}_${ID}`, `before=${AT}_${ID}`, 'page=0', 'page=1.5', 'page=-1', 'page=9e99'])(
  '%s requests the first page',
  (search) => {
    expect(query(search)).toEqual({ page: 1, search: '' })
  },
)

test.each(['yesterday_x', `${AT}_1 or 1=1`, `x_${ID}`, `${AT}",id.gt."0_${ID}`])(
  'the invalid cursor %s is ignored',
  (cursor) => {
    expect(query(`page=2&after=${encodeURIComponent(cursor)}`)).toEqual({ page: 2, search: '' })
  },
)

test('links to the previous and next page keep the other parameters', async () => {
  const url = new URL(`${LIST}?q=owl&state=open&page=3&after=${AT}_${ID}`)
  const rows = [{ createdAt: AT, id: ID }]
  const page = { rows, page: 3, pageCount: 4, total: 4 }
  const view = await readList({ log }, url, async () => page)
  const cursor = encodeURIComponent(`${AT}_${ID}`)
  expect(view?.previous).toBe(`/admin/subscribers?q=owl&state=open&page=2&before=${cursor}`)
  expect(view?.next).toBe(`/admin/subscribers?q=owl&state=open&page=4&after=${cursor}`)
})

test('beyond the end the last page is read', async () => {
  const requested: number[] = []
  const view = await readList({ log }, new URL(`${LIST}?q=owl&page=99`), async ({ page, search }) => {
    requested.push(page)
    expect(search).toBe('owl')
    const rows = page === 2 ? [{ createdAt: AT, id: ID }] : []
    return { rows, page, pageCount: 2, total: 2 }
  })
  expect(requested).toEqual([99, 2])
  expect(view).toMatchObject({ page: 2, pageCount: 2, next: null })
  expect(view?.rows).toHaveLength(1)
})

test('an outage gives null, and any other error is thrown', async () => {
  const fail = (error: Error) => () => Promise.reject(error)
  expect(await readList({ log }, new URL(LIST), fail(new UpstreamError('list', 503)))).toBeNull()
  await expect(readList({ log }, new URL(LIST), fail(new TypeError('x')))).rejects.toThrow(TypeError)
})
