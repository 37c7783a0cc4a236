import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { environmentOf } from '../hosted/examined.ts'
import { type Supabase, startSupabase } from '../hosted/supabase-double.ts'
import { ownPort } from '../support/own-port.ts'
import { createShopify } from '../support/shopify.ts'

/** The image contains everything that the hosted setup needs. These tests run with nothing else of the project. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const PORT = await ownPort()
const ORIGIN = `http://localhost:${PORT}`
const image = mkdtempSync(join(tmpdir(), 'wizard-box-image-'))
const shopify = createShopify({ isNew: false })
let supabase: Supabase
let server: ChildProcess
let output = ''
let environment: Record<string, string>

const lastStage =
  readFileSync(join(root, 'Dockerfile'), 'utf8')
    .split(/^FROM /m)
    .at(-1) ?? ''

/** Paths that the last stage of the Dockerfile copies from the project or its build. */
function copiedPaths(): string[] {
  return [...lastStage.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' ').map((path) => path.replace('/shop/', '')),
  )
}

/** The arguments of Node in the image's command. */
function nodeArguments(): string[] {
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(lastStage) ?? []
  return JSON.parse(command).slice(1)
}

beforeAll(async () => {
  for (const path of copiedPaths()) cpSync(join(root, path), join(image, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'))
  await shopify.listen()
  supabase = await startSupabase()
  environment = {
    ...environmentOf(shopify, supabase, { url: 'smtp://owl:post@127.0.0.1:65535' }, ORIGIN),
    PATH: process.env.PATH ?? '',
    PORT: String(PORT),
    DATA_DIR: join(image, 'data'),
    TRUST_PROXY: '0',
    LOG_LEVEL: 'warn',
  }
  supabase.deploy(environment)
  server = spawn(process.execPath, nodeArguments(), { cwd: image, env: environment })
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const isReady = async () => {
    const ready = await fetch(`${ORIGIN}/readyz`).catch(() => null)
    expect(ready?.status, output).toBe(200)
  }
  await vi.waitFor(isReady, { timeout: 100_000 })
})
afterAll(async () => {
  server.kill('SIGKILL')
  await Promise.all([shopify.close(), supabase.close()])
  rmSync(image, { recursive: true, force: true })
})

test('every kind of page, file and form works with the files of the image', async () => {
  const pages = [
    '/healthz',
    '/us',
    '/uk/product/vol-i-phoenix-edition',
    '/us/gift-download/letter.pdf',
    '/admin/sign-in',
  ]
  for (const path of [...pages, '/favicon.svg', '/sitemap.xml'])
    expect((await fetch(ORIGIN + path, { redirect: 'manual' })).status, path).toBe(200)
  const body = new URLSearchParams({ fullName: 'Ada', email: 'ada@example.com', source: 'Footer' })
  const init = { method: 'POST', headers: { Origin: ORIGIN }, body, redirect: 'manual' } as const
  expect((await fetch(`${ORIGIN}/us/subscribe`, init)).status).toBe(303)
  // On a busy machine the store's stand-in, in this process, may answer late.
  const lines = output.split('\n').filter((line) => !line.includes('no answer in time'))
  expect(lines.filter((line) => /"level":[56]0|Error/.test(line))).toEqual([])
})

/** Names of the packages that a built file imports. */
function packagesIn(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(
    /(?:^(?:import|export)\b[^"'\n]*|\bimport\()["']([^"'\n]+)["']/gm,
  )
  return [...imports].flatMap(([, name = '']) => /^(?:@[\w.-]+\/)?[\w][\w.:-]*/.exec(name)?.[0] ?? [])
}

test('the built server imports production dependencies only', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>
  }
  const isInstalled = (name: string) => {
    const entry = packages[`node_modules/${name}`]
    return entry !== undefined && !entry.dev && !entry.optional
  }
  const built = readdirSync(join(root, 'build/server'), { recursive: true, encoding: 'utf8' })
  // The embedded backend runs on a fresh clone only, where all dependencies are installed.
  const hosted = built.filter((name) => name.endsWith('.js') && !/backend\.server-/.test(name))
  const missing = ['server.ts', 'graceful-shutdown.ts', ...hosted.map((name) => join('build/server', name))]
    .flatMap((name) => packagesIn(join(root, name)))
    .filter((name) => !isInstalled(name) && !name.startsWith('node:') && !builtinModules.includes(name))
  expect([...new Set(missing)]).toEqual(['vite'])
  expect(hosted.length).toBeGreaterThan(5)
})
