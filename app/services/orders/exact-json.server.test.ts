import { expect, test } from 'vitest'
import { parseExactJson } from './exact-json.server.ts'

test.each([
  ['{"id":820982911946154508}', { id: '820982911946154508' }],
  ['[9007199254740992,-9007199254740993]', ['9007199254740992', '-9007199254740993']],
  ['[9007199254740991,1.5,1e3,0,-1]', [9007199254740991, 1.5, 1000, 0, -1]],
  ['{"a":"820982911946154508","b":1e300,"c":1.25}', { a: '820982911946154508', b: 1e300, c: 1.25 }],
])('%s keeps its integers to the digit', (text, value) => {
  expect(parseExactJson(text)).toEqual(value)
})

test('what is no JSON throws', () => {
  for (const text of ['', 'hello', '{"id":820982911946154508', '[1,]'])
    expect(() => parseExactJson(text)).toThrow(SyntaxError)
})
