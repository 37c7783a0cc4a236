// `node scripts/load.mjs [shoppers] [seconds]`: shoppers who browse, add, change and check out against a shop of its
// own, which is stopped and started again in the middle. Ends with 1 on any error, lost cart or growing memory.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt, ensureInstalled, environment, nodePath, root } from './ensure.mjs'

const SHOPPERS = Number(process.argv[2] ?? 200)
const SECONDS = Number(process.argv[3] ?? 120)
const PORT = Number(process.env.LOAD_PORT ?? 4214)
const ORIGIN = `http://localhost:${PORT}`
const BOX = 'vol-ii-magical-you-pre-order'
const MOST_GROWTH = 1.5

ensureInstalled()
ensureBuilt()
const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-load-'))
const seen = { requests: 0, errors: 0, lost: 0, orders: 0 }
const slowest = []
let isDown = false

async function start() {
  const env = {
    NODE_ENV: 'production',
    PORT: String(PORT),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
  }
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: environment(env) }
  const child = spawn(nodePath(), ['--disable-warning=ExperimentalWarning', 'server.ts'], options)
  while (!(await fetch(`${ORIGIN}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('the shop did not start')
    await sleep(100)
  }
  return child
}

function memoryOf(child) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** One visitor with a cookie jar, waiting out the restart as a person would: by trying again. */
function visitor(number) {
  const jar = new Map()
  const address = `10.${(number >> 8) & 255}.${number & 255}.7`
  return async function ask(path, fields) {
    for (;;) {
      const began = performance.now()
      try {
        const headers = {
          'X-Forwarded-For': address,
          Origin: ORIGIN,
          Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        }
        const body = fields && new URLSearchParams(fields)
        const method = fields ? 'POST' : 'GET'
        const response = await fetch(new URL(path, ORIGIN), { method, headers, body, redirect: 'manual' })
        const text = await response.text()
        seen.requests += 1
        slowest.push(performance.now() - began)
        if (response.status >= 400) {
          seen.errors += 1
          console.error(`${method} ${path} → ${response.status}`)
        }
        for (const line of response.headers.getSetCookie()) {
          const [pair = ''] = line.split(';')
          const at = pair.indexOf('=')
          if (/max-age=0/i.test(line)) jar.delete(pair.slice(0, at))
          else jar.set(pair.slice(0, at), pair.slice(at + 1))
        }
        return { status: response.status, location: response.headers.get('Location'), text }
      } catch (error) {
        if (!isDown) {
          seen.errors += 1
          console.error(`${path}: ${error.cause?.code ?? error.message}`)
          return { status: 0, location: null, text: '' }
        }
        await sleep(200)
      }
    }
  }
}

async function shop(number, until) {
  const ask = visitor(number)
  const pause = () => sleep(300 + Math.random() * 1_500)
  await sleep(Math.random() * 2_000)
  for (let round = 0; performance.now() < until; round++) {
    for (const path of ['/us', '/us/products', `/us/product/${BOX}`]) {
      await ask(path)
      await pause()
    }
    await ask('/us/cart', { intent: 'add', handle: BOX, option: round % 2 ? 'box-only' : 'classic-wand' })
    await pause()
    const { text } = await ask('/us/cart')
    if (!/[1-9]\d* items?/.test(text)) seen.lost += 1
    const line = /name="line"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="line"/.exec(text)
    if (line) await ask('/us/cart', { intent: 'update', line: line[1] ?? line[2], quantity: '2' })
    await pause()
    // At most one checkout in a while: one address may open sixty in ten minutes.
    if (round % 4 === 3 && (await ask('/us/checkout', {})).location?.includes('country=US')) seen.orders += 1
  }
}

let server = await start()
const until = performance.now() + SECONDS * 1_000
const shoppers = Promise.all(Array.from({ length: SHOPPERS }, (_, number) => shop(number, until)))
await sleep((SECONDS * 1_000) / 2)
isDown = true
const left = new Promise((resolve) => server.once('exit', resolve))
server.kill('SIGTERM')
await left
server = await start()
isDown = false
await sleep(Math.min(15_000, (SECONDS * 1_000) / 6))
const early = memoryOf(server)
await shoppers
const late = memoryOf(server)
server.kill('SIGTERM')
rmSync(dataDir, { recursive: true, force: true })
slowest.sort((a, b) => a - b)
const at = (share) => Math.round(slowest[Math.floor(slowest.length * share)] ?? 0)
console.log(
  `${SHOPPERS} shoppers, ${SECONDS} s, one restart: ${seen.requests} requests, ${seen.orders} checkouts`,
)
console.log(
  `${seen.errors} errors, ${seen.lost} lost carts; answered in ${at(0.5)} ms (half), ${at(0.99)} ms (99 %)`,
)
console.log(`memory ${Math.round(early)} MB after the restart, ${Math.round(late)} MB at the end`)
process.exit(seen.errors || seen.lost || late > Math.max(early * MOST_GROWTH, early + 150) ? 1 : 0)
