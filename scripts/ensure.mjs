// Brings a fresh clone to the point where the shop can run: dependencies, then the build. Runs on any Node and on nothing
// else, because it is what installs the rest. Does nothing, quickly, when there is nothing to do.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...parts) => join(root, ...parts)
const bin = at('node_modules', '.bin')

/** The project's own Node where its platform package is installed, else the one running this. */
export function nodePath() {
  const own = join(bin, 'node')
  return existsSync(own) ? own : process.execPath
}

export function environment(extra = {}) {
  return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...extra }
}

/**
 * What a server starts with: compiled code is kept from one start to the next, its own file included, whose types Node
 * would take out anew each time.
 */
export function serverEnvironment(extra = {}) {
  return environment({ NODE_COMPILE_CACHE: at('.cache/compiled'), ...extra })
}

/** What the framework's own plugin has Vite say to everybody, and nobody here can change. */
const NOT_OURS = /^.*`envFile` option is deprecated.*\n/gm

export function run(command, args, extra) {
  const stdio = ['inherit', 'inherit', 'pipe']
  const env = environment(extra)
  const { status, error, stderr } = spawnSync(command, args, {
    cwd: root,
    stdio,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  process.stderr.write((stderr ?? '').replace(NOT_OURS, ''))
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * How the server is started. V8 would let the young part of memory grow to 128 MB before it collects there; a page that is
 * made for somebody is forgotten as soon as it is sent, so an eighth of that costs nothing.
 */
export const serverArguments = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  join(root, 'server.ts'),
]

/**
 * How tools are started, which work hard and are soon over: with a young part of 64 MB from the beginning they collect
 * far less often, which takes a tenth to a half off their time.
 */
export const toolArguments = ['--min-semi-space-size=64', '--max-semi-space-size=64']

const hashOf = (text) => createHash('sha256').update(text).digest('hex')

/** With what builds and tests the shop, also where npm is told to leave that out (`NODE_ENV=production`, `omit`). */
export const installArguments = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']

const FOLDER = 'node_modules/'

/** The lock file with the address that every archive has at a registry that keeps them as npm's own does. */
export function withAddresses(lock, registry) {
  const base = registry.replace(/\/*$/, '/')
  const packages = Object.entries(lock.packages).map(([folder, entry]) => {
    if (!folder || entry.link || entry.inBundle) return [folder, entry]
    const name = entry.name ?? folder.slice(folder.lastIndexOf(FOLDER) + FOLDER.length)
    const path = `${name}/-/${name.split('/').pop()}-${entry.version}.tgz`
    return [folder, { ...entry, resolved: new URL(path, base).href }]
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

/**
 * Installs in a folder of its own, then swaps. The lock file names no server, as any registry will do; and npm, told of no
 * address, asks for the history of every package before it fetches one version, which takes two fifths of the time.
 * Returns whether that worked: a registry may keep its archives elsewhere, and then npm has to ask.
 */
function installByAddress() {
  const place = at('.cache/install')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  const npm = (cwd, ...args) => spawnSync('npm', args, { cwd, env: environment(), encoding: 'utf8' })
  const registry = npm(root, 'config', 'get', 'registry').stdout?.trim() ?? ''
  if (!URL.canParse(registry)) return false
  for (const name of ['package.json', '.npmrc'])
    if (existsSync(at(name))) copyFileSync(at(name), join(place, name))
  const lock = withAddresses(JSON.parse(readFileSync(at('package-lock.json'), 'utf8')), registry)
  writeFileSync(join(place, 'package-lock.json'), JSON.stringify(lock))
  const isDone = npm(place, ...installArguments, '--fetch-retries=0').status === 0
  if (isDone) {
    // Whoever adds a package later would find the addresses in the lock file.
    const kept = join(place, 'node_modules/.package-lock.json')
    writeFileSync(kept, readFileSync(kept, 'utf8').replace(/^ *"resolved": .*\n/gm, ''))
    rmSync(at('node_modules'), { recursive: true, force: true })
    renameSync(join(place, 'node_modules'), at('node_modules'))
  }
  rmSync(place, { recursive: true, force: true })
  return isDone
}

export function ensureInstalled() {
  const stamp = at('node_modules', '.wizard-box-lock')
  const wanted = hashOf(readFileSync(at('package-lock.json')))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing what the shop needs…')
  if (!installByAddress()) run('npm', [...installArguments, '--loglevel=error'])
  writeFileSync(stamp, wanted)
}

/** Size and time of every file that the build is made from. */
function fingerprint() {
  const lines = []
  const walk = (path) => {
    const info = statSync(path)
    if (!info.isDirectory()) return void lines.push(`${path} ${info.size} ${info.mtimeMs}`)
    for (const name of readdirSync(path).sort()) walk(join(path, name))
  }
  const sources = [
    'app',
    'public',
    'supabase',
    'scripts/compress.mjs',
    'scripts/vite',
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
  ]
  for (const name of sources) if (existsSync(at(name))) walk(at(name))
  return hashOf(lines.join('\n'))
}

/** Builds beside the current build and swaps at the end, so that a failed or killed build costs nothing. */
export function ensureBuilt() {
  const current = at('build')
  const stamp = join(current, '.fingerprint')
  const wanted = fingerprint()
  const isBuilt = () =>
    existsSync(stamp) &&
    existsSync(join(current, 'server/index.js')) &&
    readFileSync(stamp, 'utf8') === wanted
  if (isBuilt()) return
  console.log('Building the shop…')
  const next = `build-${process.pid}`
  process.on('exit', () => rmSync(at(next), { recursive: true, force: true }))
  const env = { NODE_ENV: 'production', BUILD_DIR: next }
  const build = [at('node_modules/@react-router/dev/bin.js'), 'build', '--logLevel', 'warn']
  run(nodePath(), [...toolArguments, ...build], env)
  run(nodePath(), [at('scripts/compress.mjs'), at(next, 'client')])
  writeFileSync(at(next, '.fingerprint'), wanted)
  const old = at(`${next}-old`)
  if (existsSync(current)) renameSync(current, old)
  renameSync(at(next), current)
  rmSync(old, { recursive: true, force: true })
}

// `npm run build`
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled()
  ensureBuilt()
}
