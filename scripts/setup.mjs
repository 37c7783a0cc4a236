// `npm run setup`: compares the Shopify shop with what is required, shows the plan, asks, and makes what is missing.
// In a container, where the shop is built already: node scripts/setup.mjs
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { root } from './ensure.mjs'
import { withBuild } from './with-build.mjs'

const isTerminal = Boolean(process.stdout.isTTY)

/** Clears the line that says what is being done just now. */
function clear() {
  if (isTerminal) process.stdout.write('\r\u001b[2K')
}

const output = {
  print(line) {
    clear()
    console.log(line)
  },
  progress(what) {
    if (!isTerminal) return
    clear()
    process.stdout.write(what.slice(0, (process.stdout.columns ?? 80) - 1))
  },
  confirm:
    process.stdin.isTTY && isTerminal
      ? async () => {
          clear()
          const lines = createInterface({ input: process.stdin, output: process.stdout })
          const answer = await lines.question('Carry this out? (yes/no) ')
          lines.close()
          return /^y(es)?$/i.test(answer.trim())
        }
      : null,
}

await withBuild(({ runSetup }, args) =>
  runSetup({ args, publicDir: join(root, 'build/client'), output, environment: process.env }).finally(clear),
)
