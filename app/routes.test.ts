import { expect, test } from 'vitest'
import { PAGES as TABLE } from './models/pages.ts'
import routes from './routes.ts'

const PAGES = TABLE.map((page) => page.path.slice(1)).sort()

test('the market routes are the pages of the table and a catch-all', () => {
  const market = routes.find((entry) => entry.id === 'market')
  // Some products have a route of their own, under the same address as all.
  const isApart = (path: string) => path === '*' || /^product\/[^:]/.test(path)
  const paths = market?.children?.map((child) => child.path ?? '').filter((path) => !isApart(path))
  expect(paths?.sort()).toEqual(PAGES)
})

test('every page except the home page has a route without the market prefix', () => {
  const unprefixed = routes.filter((entry) => entry.file === 'routes/resources/unprefixed.ts')
  expect(['', ...unprefixed.map((entry) => entry.path ?? '')].sort()).toEqual(PAGES)
})
