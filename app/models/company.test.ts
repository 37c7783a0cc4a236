import { expect, test } from 'vitest'
import { COMPANY } from './company.ts'

test('no default is a placeholder', () => {
  for (const text of Object.values(COMPANY).flatMap((texts) => Object.values(texts)))
    expect(text).not.toMatch(/[[\]{}]/)
})
