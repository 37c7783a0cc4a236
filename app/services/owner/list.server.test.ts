import { expect, test } from 'vitest'
import { csvLine } from './list.server.ts'

test.each([
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '\u00a0=1', '＝1', '＠x'].map((text) => [
    text,
    `'${text}`,
  ]),
  ['\u202e=1+1', "'=1+1"],
  ["a's, b;\r\n+c =d", "a's, b;\r\n+c =d"],
  ['"="', '""=""'],
  ['\u202eolleh\u2066 \u05e9\u05dc', 'olleh \u05e9\u05dc'],
])('%j is no formula for a spreadsheet, and sets no direction of text: %j', (text, cell) => {
  expect(csvLine([text, 'a'])).toBe(`"${cell}","a"\r\n`)
})
