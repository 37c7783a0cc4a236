import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.mjs'

test('a port that is free is taken, and another one where somebody listens', async () => {
  const wanted = await freePort()
  expect(await freePort(wanted)).toBe(wanted)
  const other = createServer()
  await new Promise((resolve) => other.listen(wanted, resolve))
  const port = await freePort(wanted)
  expect(port).not.toBe(wanted)
  expect(port).toBeGreaterThan(0)
  await new Promise((resolve) => other.close(resolve))
})
