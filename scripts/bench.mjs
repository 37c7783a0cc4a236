// `npm run bench`: how fast the shop answers, beside a static string in the same run. Machines are noisy, so the
// figures to compare are the shares. Prints a table and writes build/bench.json.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, environment, nodePath, root } from './ensure.mjs'

ensureInstalled()
ensureBuilt()
const { default: autocannon } = await import('autocannon')
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const SHOP = 4191
const BASELINE = 4192
const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-bench-'))

const PAGES = [
  ['home', '/us'],
  ['products', '/us/products'],
  ['product', '/us/product/vol-ii-magical-you-pre-order'],
]

async function startShop() {
  const began = performance.now()
  const child = spawn(nodePath(), ['--disable-warning=ExperimentalWarning', join(root, 'server.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment({ NODE_ENV: 'production', PORT: String(SHOP), DATA_DIR: dataDir, LOG_LEVEL: 'error' }),
  })
  while (true) {
    try {
      const response = await fetch(`http://localhost:${SHOP}/us`)
      if (response.ok) break
    } catch {
      if (child.exitCode !== null) throw new Error('the shop did not start')
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { child, startMs: performance.now() - began }
}

/** A visitor's cookies with one wand in the cart. */
async function cartCookie() {
  const origin = `http://localhost:${SHOP}`
  const page = await (await fetch(`${origin}/us/product/magic-wand`)).text()
  const variant = /name="variant"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="variant"/.exec(page)
  const response = await fetch(`${origin}/us/cart`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin },
    body: new URLSearchParams({
      intent: 'add',
      handle: 'magic-wand',
      variant: variant?.[1] ?? variant?.[2] ?? '',
    }),
  })
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .filter((pair) => pair.startsWith('cart='))
    .join('; ')
}

async function measure(url, { connections = 1, cookie = '' } = {}) {
  const headers = { 'accept-encoding': 'gzip, br', ...(cookie && { cookie }) }
  await autocannon({ url, connections, duration: 1, headers })
  const result = await autocannon({ url, connections, duration: SECONDS, headers })
  return {
    rps: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx,
  }
}

const baseline = createServer((_, response) => response.end('ok')).listen(BASELINE)
const { child, startMs } = await startShop()
try {
  const cookie = await cartCookie()
  const text = await measure(`http://localhost:${BASELINE}/`)
  const rows = [{ page: 'static string', visitor: '', ...text, share: 1 }]
  for (const [page, path] of PAGES) {
    for (const visitor of ['no cart', 'with cart']) {
      const figures = await measure(`http://localhost:${SHOP}${path}`, {
        cookie: visitor === 'with cart' ? cookie : '',
      })
      rows.push({ page, visitor, ...figures, share: figures.rps / text.rps })
    }
  }
  const fixed = (value, digits = 0) => value.toFixed(digits)
  console.table(
    rows.map((row) => ({
      page: row.page,
      visitor: row.visitor,
      'requests/s': fixed(row.rps),
      share: fixed(row.share, 3),
      'p50 ms': row.p50,
      'p99 ms': row.p99,
      errors: row.errors,
    })),
  )
  console.log(`start to first page: ${fixed(startMs)} ms`)
  writeFileSync(join(root, 'build', 'bench.json'), `${JSON.stringify({ startMs, rows }, null, 2)}\n`)
} finally {
  child.kill('SIGTERM')
  baseline.close()
  rmSync(dataDir, { recursive: true, force: true })
}

// The owner's lists at 100,000 rows, over a shop of their own.
const { benchAdmin } = await import('./bench-admin.mjs')
const lists = await benchAdmin()
console.table(
  lists.map(({ list, p50, worst }) => ({ list, 'p50 ms': p50.toFixed(0), 'worst ms': worst.toFixed(0) })),
)
