import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { environmentOf } from '../hosted/examined.ts'
import { startSupabase } from '../hosted/supabase-double.ts'
import { ownPort } from '../support/own-port.ts'
import { createShopify } from '../support/shopify.ts'

/** The image contains everything that the hosted setup needs. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const lastStage =
  readFileSync(join(root, 'Dockerfile'), 'utf8')
    .split(/^FROM /m)
    .at(-1) ?? ''

/** Starts the image's command in a folder with the files that its last stage copies, and nothing else of the project. */
async function startImage() {
  const image = mkdtempSync(join(tmpdir(), 'wizard-box-image-'))
  for (const [, paths = ''] of lastStage.matchAll(/^COPY --from=build (.+) \S+$/gm))
    for (const path of paths.replaceAll('/shop/', '').split(' '))
      cpSync(join(root, path), join(image, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'))
  const shopify = createShopify({ isNew: false })
  const [supabase, port] = await Promise.all([startSupabase(), ownPort(), shopify.listen()])
  const origin = `http://localhost:${port}`
  const env = {
    ...environmentOf(shopify, supabase, { url: 'smtp://owl:post@127.0.0.1:65535' }, origin),
    ...{ PATH: process.env.PATH ?? '', PORT: String(port), DATA_DIR: join(image, 'data') },
    ...{ TRUST_PROXY: '0', LOG_LEVEL: 'warn' },
  }
  supabase.deploy(env)
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(lastStage) ?? []
  const server = spawn(process.execPath, JSON.parse(command).slice(1), { cwd: image, env })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (output += chunk))
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await Promise.all([shopify.close(), supabase.close()])
    rmSync(image, { recursive: true, force: true })
  })
  const isReady = async () => expect((await fetch(`${origin}/readyz`)).status, output).toBe(200)
  await vi.waitFor(isReady, { timeout: 100_000 })
  return { origin, output: () => output }
}

test('every kind of page, file and form works with the files of the image', async () => {
  const { origin, output } = await startImage()
  const pages = [
    '/healthz',
    '/us',
    '/uk/product/vol-i-phoenix-edition',
    '/us/gift-download/letter.pdf',
    '/admin/sign-in',
  ]
  for (const path of [...pages, '/favicon.svg', '/sitemap.xml'])
    expect((await fetch(origin + path, { redirect: 'manual' })).status, path).toBe(200)
  const body = new URLSearchParams({ fullName: 'Ada', email: 'ada@example.com', source: 'Footer' })
  const init = { method: 'POST', headers: { Origin: origin }, body, redirect: 'manual' } as const
  expect((await fetch(`${origin}/us/subscribe`, init)).status).toBe(303)
  // On a busy machine the store's stand-in, in this process, may answer late.
  const lines = output()
    .split('\n')
    .filter((line) => !line.includes('no answer in time'))
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
