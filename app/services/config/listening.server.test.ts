import { expect, test } from 'vitest'
import { localOrigin, openingLines } from './listening.server.ts'

/** What a start prints of a shop that listens on port 3000. */
function opening(host: string | undefined, hasEmbedded = true, publicOrigin: string | null = null) {
  const config = { host, hasEmbedded, publicOrigin }
  return [localOrigin(config, 3000), ...openingLines(config, 3000)]
}

test.each([
  ['127.0.0.1', 'http://localhost:3000', '127.0.0.1:3000'],
  ['::1', 'http://localhost:3000', '[::1]:3000'],
  ['localhost', 'http://localhost:3000', 'localhost:3000'],
  ['fd00::7', 'http://[fd00::7]:3000', '[fd00::7]:3000'],
])('with embedded services on %s, the start says where the shop is open', (host, origin, listening) => {
  const said = `Wizard Box is open at ${origin}, listening on ${listening}`
  expect(opening(host).slice(0, 2)).toEqual([origin, said])
})

test('one more line says what is open, where others can reach embedded services', () => {
  for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost']) expect(opening(host)).toHaveLength(2)
  for (const host of ['0.0.0.0', '::', '192.0.2.7', 'fd00::7', 'box.local'])
    expect(opening(host).slice(2)).toEqual([expect.stringMatching(/^OPEN TO OTHERS: /)])
  expect(opening('192.0.2.7', false)).toHaveLength(2)
})

test('with real services, the shop is open to all', () => {
  expect(opening(undefined, false, 'https://shop.example')).toEqual([
    'http://localhost:3000',
    'Wizard Box is open at https://shop.example, listening on all interfaces, port 3000',
  ])
})
