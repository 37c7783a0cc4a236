import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ownPort } from '../support/own-port.ts'

/**
 * A small load test: the same shoppers, orders and restart as `node scripts/load.mjs 200 120`, in a few seconds.
 * After three seconds every shopper has something in the cart when the restart happens; later some have ordered, and
 * have no cart to lose.
 */
test('four concurrent shoppers and a restart: no error, no lost cart, every order in the store', async () => {
  const script = fileURLToPath(new URL('../../scripts/load.mjs', import.meta.url))
  const env = { ...process.env, LOAD_PORT: String(await ownPort()) }
  const run = spawn(process.execPath, [script, '4', '3'], { env })
  let output = ''
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((resolve) => run.once('exit', resolve))
  expect(code, output).toBe(0)
  expect(output).toMatch(/[1-9]\d* orders, [1-9]\d* carts carried over the restart/)
})
