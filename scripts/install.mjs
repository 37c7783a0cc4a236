// The project's own Node and dependencies: where they are, their installation, and how programs run on them. Needs nothing
// but Node, of any version.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const at = (...parts) => join(root, ...parts)
const bin = at('node_modules', '.bin')

/** Path of the project's own Node, if its platform package is installed; otherwise that of the running one. */
export function nodePath() {
  const own = join(bin, 'node')
  return existsSync(own) ? own : process.execPath
}

/** Ends the process with one sentence where neither the project nor the machine has a Node that imports TypeScript. */
function requireNode() {
  const willBring = process.platform === 'linux' && /^(x64|arm64)$/.test(process.arch) && !isInstalled()
  if (process.features.typescript || nodePath() !== process.execPath || willBring) return
  const { node } = JSON.parse(readFileSync(at('package.json'), 'utf8')).engines
  console.error(
    `Wizard Box needs Node.js ${node}, and this is ${process.version}: install one from https://nodejs.org/download, or by \`nvm install 24\`.`,
  )
  process.exit(1)
}

export function environment(extra = {}) {
  return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...extra }
}

/**
 * Environment for server processes: caches compiled code between starts, also of `server.ts` without its types. With two
 * arenas glibc keeps 25 to 50 MB less of what the threads that compress have freed.
 */
export function serverEnvironment(extra = {}) {
  return environment({ NODE_COMPILE_CACHE: at('.cache/compiled'), MALLOC_ARENA_MAX: '2', ...extra })
}

/** A warning that React Router's Vite plugin causes, and that the shop cannot fix. */
const IGNORED_WARNINGS = /^.*`envFile` option is deprecated.*\n/gm

/**
 * Installs or builds by a command, to its end. Exits the process when it fails. What it prints goes to standard error: the
 * standard output belongs to what the running script prints, such as JSON.
 */
export function run(command, args, extra) {
  const how = { cwd: root, env: environment(extra), encoding: 'utf8', maxBuffer: 2 ** 26 }
  const { status, error, stderr } = spawnSync(command, args, { ...how, stdio: ['inherit', 2, 'pipe'] })
  process.stderr.write((stderr ?? '').replace(IGNORED_WARNINGS, ''))
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * Node arguments that start the server. V8 would let the young generation grow to 128 MB, of which a request leaves
 * nothing: 90 MB less after 24 s of pages rendered whole. A limit for the old one makes V8 collect it sooner: 30 MB
 * less (docs/performance.md).
 */
export const serverArguments = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--max-old-space-size=1000',
  join(root, 'server.ts'),
]

/**
 * Node arguments for build and test tools, which are short and CPU-bound: with a young generation of 64 MB from the
 * start, garbage collections are rarer, which takes 10 to 50 % off their time.
 */
export const toolArguments = ['--min-semi-space-size=64', '--max-semi-space-size=64']

export const hashOf = (text) => createHash('sha256').update(text).digest('hex')

/** Arguments of npm. Development dependencies are always included, also with `NODE_ENV=production` or `omit`. */
export const installArguments = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']

const stamp = at('node_modules', '.wizard-box-lock')
const lockHash = () => hashOf(readFileSync(at('package-lock.json')))

/** Whether `package-lock.json` is unchanged since the dependencies were installed. */
function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()
}

/** Installs the dependencies unless they are installed. */
export function ensureInstalled() {
  requireNode()
  if (isInstalled()) return
  console.error('Installing what the shop needs…')
  run('npm', [...installArguments, '--loglevel=error'])
  writeFileSync(stamp, lockHash())
}

/**
 * Runs the current script again on the project's own Node if it was started on one that cannot import TypeScript
 * (and has no `node:sqlite`), and exits with its status.
 */
export function ensureProjectNode() {
  const own = nodePath()
  if (process.features.typescript || own === process.execPath) return
  const { status } = spawnSync(own, process.argv.slice(1), { stdio: 'inherit', env: environment() })
  process.exit(status ?? 1)
}

/**
 * Runs a program on the project's own Node, with the variables of `.env` below those of the environment, and exits with
 * its status.
 */
export function becomeNode(args, extra) {
  const envFile = at('.env')
  const fromFile = existsSync(envFile) ? [`--env-file=${envFile}`] : []
  const child = spawn(nodePath(), [...fromFile, ...args], {
    cwd: root,
    // By the channel it learns that this process has ended, whatever ended it.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: serverEnvironment(extra),
  })
  // npm runs scripts by a shell that does not forward signals. Where npm itself is stopped, its shell is gone.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250).unref()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
