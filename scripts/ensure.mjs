// Brings a fresh clone to the point where the shop can run: dependencies, then the build. Runs on any Node and on nothing
// else, because it is what installs the rest. Does nothing, quickly, when there is nothing to do.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
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

export function run(command, args, extra) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment(extra) })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex')

export function ensureInstalled() {
  const stamp = at('node_modules', '.wizard-box-lock')
  const wanted = hashOf(readFileSync(at('package-lock.json')))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing what the shop needs…')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
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
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
  ]
  for (const name of sources) if (existsSync(at(name))) walk(at(name))
  return hashOf(lines.join('\n'))
}

export function ensureBuilt() {
  const stamp = at('build', '.fingerprint')
  const wanted = fingerprint()
  if (existsSync(stamp) && existsSync(at('build/server/index.js')) && readFileSync(stamp, 'utf8') === wanted)
    return
  console.log('Building the shop…')
  run(nodePath(), [at('node_modules/@react-router/dev/bin.js'), 'build', '--logLevel', 'warn'], {
    NODE_ENV: 'production',
  })
  run(nodePath(), [at('scripts/compress.mjs')])
  mkdirSync(at('build'), { recursive: true })
  writeFileSync(stamp, wanted)
}

// `npm run build`
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled()
  ensureBuilt()
}
