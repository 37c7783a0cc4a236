import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './list.server.ts'

test.each([
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '\u00a0=1', '＝1', '＠x'].map((text) => [
    text,
    `'${text}`,
  ]),
  ['\u202e=1+1', "'=1+1"],
  ['\u202eolleh\u2066 \u05e9\u05dc', 'olleh \u05e9\u05dc'],
])('%j is no formula for a spreadsheet, and sets no direction of text: %j', (text, cell) => {
  expect(csvLine([text, 'a'])).toBe(`"${cell}","a"\r\n`)
})

const character = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' ', '"', "'", ',', ';', 'a', 'é')

test('any text is read back unchanged, except for a leading apostrophe', () => {
  fc.assert(
    fc.property(fc.string({ unit: character }), (text) => {
      const read = csvLine([text]).slice(1, -3).replaceAll('""', '"')
      expect([text, `'${text}`]).toContain(read)
      expect(read).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})
