// Starts the servers that are compared, each in a process of its own: the shop, the bare page and a static string.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment, nodePath, root, serverArguments } from '../ensure.mjs'
import { startServer } from '../start-server.mjs'

/** Builds the bare page, unless its build is newer than its sources. */
export function ensureBare() {
  const built = statSync(join(root, '.cache/bench-bare/server/index.js'), { throwIfNoEntry: false })
  const sources = readdirSync(join(root, 'scripts/bench/bare'), { recursive: true })
  const isNewer = (path) => statSync(join(root, 'scripts/bench/bare', path)).mtimeMs > built.mtimeMs
  if (built && !sources.some(isNewer)) return
  const run = (...args) =>
    spawnSync(nodePath(), args, { cwd: root, stdio: 'ignore', env: environment({ NODE_ENV: 'production' }) })
  run(join(root, 'node_modules/@react-router/dev/bin.js'), 'build', 'scripts/bench/bare')
  run(join(root, 'scripts/compress.mjs'), join(root, '.cache/bench-bare/client'))
}

export async function startShop(port) {
  const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-bench-'))
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'error', TRUST_PROXY: '0' }
  // The first start creates the database.
  const first = await startServer(serverArguments, env, port, '/us')
  await first.stop()
  const shop = await startServer(serverArguments, env, port, '/us')
  const stop = async () => {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...shop, stop, firstStartMs: first.startMs }
}

export const startBare = (port) =>
  startServer([join(root, 'scripts/bench/bare/server.mjs')], {}, port, '/item')

const STRING = "require('node:http').createServer((_, r) => r.end('ok')).listen(Number(process.env.PORT))"
export const startString = (port) => startServer(['-e', STRING], {}, port, '/')

/** A visitor's cookies with one wand in the cart. */
export async function cartCookie(origin) {
  const response = await fetch(`${origin}/us/cart`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: origin },
    body: new URLSearchParams({ intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }),
  })
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('cart='))
  if (!cookie) throw new Error('nothing was added to the cart')
  return cookie.split(';')[0]
}
