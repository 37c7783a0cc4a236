// `npm run setup`: shows what the shop lacks in Shopify, asks, and makes it.
// In a container, where the shop is built already: node scripts/setup.mjs
import { createInterface } from 'node:readline/promises'
import { withBuild } from './ensure.mjs'

async function confirm() {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question('Carry this out? (yes/no) ')
  lines.close()
  return /^y(es)?$/i.test(answer.trim())
}

const output = { print: console.log, confirm: process.stdin.isTTY && process.stdout.isTTY ? confirm : null }
await withBuild(({ runSetup }, args) => runSetup({ args, environment: process.env, ...output }))
