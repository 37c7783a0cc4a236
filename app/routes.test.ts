import { expect, test } from 'vitest'
import { PUBLIC_PAGES } from './models/page-paths.ts'
import routes from './routes.ts'

const PAGES = [...PUBLIC_PAGES.map((page) => page.path.slice(1)), 'product/:handle'].sort()

test('the routes of a market are the pages of the table, the pages of products, and one for all other addresses', () => {
  const market = routes.find((entry) => entry.id === 'market')
  const paths = market?.children?.map((child) => child.path ?? '').filter((path) => path !== '*')
  expect(paths?.sort()).toEqual(PAGES)
})

test('every page but the home page answers without its market too', () => {
  const unprefixed = routes.filter((entry) => entry.file === 'routes/resources/unprefixed.ts')
  expect(['', ...unprefixed.map((entry) => entry.path ?? '')].sort()).toEqual(PAGES)
})
