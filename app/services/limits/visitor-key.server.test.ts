import { expect, test } from 'vitest'
import { visitorKey } from './visitor-key.server.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
  ['junk', 'junk'],
])('%s has the key %s', (ip, key) => {
  expect(visitorKey(ip)).toBe(key)
})
