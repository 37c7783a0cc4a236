import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.mjs'

test('returns the wanted port if it is free, and another one if it is in use', async () => {
  const wanted = await freePort()
  expect(await freePort(wanted)).toBe(wanted)
  const other = createServer()
  await new Promise((resolve) => other.listen(wanted, resolve))
  const port = await freePort(wanted)
  expect(port).not.toBe(wanted)
  expect(port).toBeGreaterThan(0)
  await new Promise((resolve) => other.close(resolve))
})
