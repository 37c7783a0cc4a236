import { expect, test } from 'vitest'
import { isHomePath } from './splash.ts'

test.each([
  ['/', true],
  ['/uk', true],
  ['/us/', true],
  ['/us/products', false],
  ['/ukulele', false],
])('%s is a home path: %s', (pathname, expected) => {
  expect(isHomePath(pathname)).toBe(expected)
})
