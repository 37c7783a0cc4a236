import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvLine } from './csv.server.ts'

test.each([
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '\u00a0=1', '＝1', '＠x'].map((text) => [
    text,
    `"'${text}"`,
  ]),
  ['\u202e=1+1', '"\'=1+1"'],
  ['\u202eolleh\u2066 \u05e9\u05dc', '"olleh \u05e9\u05dc"'],
])('%j is no formula for a spreadsheet, and sets no direction of text: %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

const character = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' ', '"', "'", ',', ';', 'a', 'é')

test('any text is read back unchanged, except for a leading apostrophe', () => {
  expect(csvLine(['Ro "Ro" Pike', null, 'a\nb'])).toBe('"Ro ""Ro"" Pike","","a\nb"\r\n')
  fc.assert(
    fc.property(fc.array(character), (characters) => {
      const text = characters.join('')
      const read = csvCell(text).slice(1, -1).replaceAll('""', '"')
      expect([text, `'${text}`]).toContain(read)
      expect(read).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})
