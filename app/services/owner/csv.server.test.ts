import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvLine } from './csv.server.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '\u00a0=1', '＝1', '＠x'])(
  '%j is escaped, as spreadsheets read it as a formula',
  (text) => {
    expect(csvCell(text)).toBe(`"'${text}"`)
  },
)

test('other text is unchanged, with quotes doubled', () => {
  expect(csvLine(['Rowan "Ro" Pike', "O'Hara, Ann", null, 'a\nb'])).toBe(
    `"Rowan ""Ro"" Pike","O'Hara, Ann","","a\nb"\r\n`,
  )
})

test('a cell has no direction marks, which could reverse the cells after it', () => {
  expect(csvCell('\u202eolleh\u2066 \u05e9\u05dc\u05d5\u05dd')).toBe('"olleh \u05e9\u05dc\u05d5\u05dd"')
  expect(csvCell('\u202e=1+1')).toBe('"\'=1+1"')
})

const character = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' ', '"', "'", ',', ';', 'a', 'é')

test('any text is read back unchanged, except for a leading apostrophe', () => {
  fc.assert(
    fc.property(fc.array(character), (characters) => {
      const text = characters.join('')
      const read = csvCell(text).slice(1, -1).replaceAll('""', '"')
      expect([text, `'${text}`]).toContain(read)
      expect(read).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})
