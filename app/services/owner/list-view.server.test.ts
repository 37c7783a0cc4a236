import { expect, test } from 'vitest'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { readList, readListQuery } from './list-view.server.ts'

const LIST = 'http://shop.test/admin/subscribers'
const log = { info() {}, warn() {}, error() {}, debug() {} }

const query = (search: string) => readListQuery(new URL(`${LIST}?${search}`))

test('a URL without parameters requests the first page without a search', () => {
  expect(query('')).toEqual({ page: 1, search: '' })
})

test('a page number is read, and search terms are trimmed', () => {
  expect(query('q=+owl+&page=3')).toEqual({ page: 3, search: 'owl' })
})

test.each(['page=0', 'page=1.5', 'page=-1', 'page=9e99', 'page=x'])(
  '%s requests the first page',
  (search) => {
    expect(query(search)).toEqual({ page: 1, search: '' })
  },
)

test('links to the previous and next page keep the other parameters', async () => {
  const linksOf = async (page: number) => {
    const url = new URL(`${LIST}?q=owl&state=open&page=${page}`)
    const view = await readList({ log }, url, async () => ({ rows: [{}], page, pageCount: 4, total: 4 }))
    return [view?.previous, view?.next]
  }
  const list = '/admin/subscribers?q=owl&state=open'
  expect(await linksOf(2)).toEqual([list, `${list}&page=3`])
  expect(await linksOf(3)).toEqual([`${list}&page=2`, `${list}&page=4`])
  expect(await linksOf(4)).toEqual([`${list}&page=3`, null])
})

test('beyond the end the last page is read', async () => {
  const requested: number[] = []
  const view = await readList({ log }, new URL(`${LIST}?q=owl&page=99`), async ({ page, search }) => {
    requested.push(page)
    expect(search).toBe('owl')
    const rows = page === 2 ? [{}] : []
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
