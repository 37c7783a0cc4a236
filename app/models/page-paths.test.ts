import { expect, test } from 'vitest'
import { listedPages, PUBLIC_PAGES, pageOfPath } from './page-paths.ts'

test('the cart and the later redeem steps are not listed', () => {
  expect(PUBLIC_PAGES.filter((page) => !page.listed).map((page) => page.path)).toEqual([
    '/cart',
    '/redeem/review',
    '/redeem/success',
  ])
  expect(listedPages()).toHaveLength(26)
  expect(pageOfPath('/nowhere')).toBeNull()
})
