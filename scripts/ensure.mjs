// `npm run build`: installs the dependencies and builds the shop, where either is missing or outdated. Returns quickly
// when everything is up to date.
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { at, becomeNode, ensureInstalled, hashOf, nodePath, run, toolArguments } from './install.mjs'

/** Hash of the path, size and modification time of every source file of the build. */
function fingerprint() {
  const lines = []
  const walk = (path) => {
    const info = statSync(path)
    if (!info.isDirectory()) return void lines.push(`${path} ${info.size} ${info.mtimeMs}`)
    for (const name of readdirSync(path).sort()) walk(join(path, name))
  }
  const sources = [
    'app',
    'embedded',
    'public',
    'supabase',
    'scripts/ensure.mjs',
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
  ]
  for (const name of sources) if (existsSync(at(name))) walk(at(name))
  return hashOf(lines.join('\n'))
}

/** Writes a Brotli and a gzip version of every built text file next to it, so that the server need not compress them. */
export function compressFolder(folder) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (statSync(file).isDirectory()) compressFolder(file)
    else if (/\.(js|css|svg|json|txt|xml|webmanifest|vtt)$/.test(name) && statSync(file).size >= 512) {
      // Brotli's best quality is its default.
      writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
    }
  }
}

/**
 * Puts the hashed files of a build beside those of the next one, which serves them too: a page that was opened before an
 * update still finds its scripts. Only of one build: the kept ones of an earlier build are left out.
 */
export function keepHashedFiles(current, next) {
  const assets = join(current, 'client/assets')
  if (existsSync(assets)) cpSync(assets, join(next, 'previous/assets'), { recursive: true })
}

/**
 * Builds the shop if its sources have changed since the last build: into a temporary folder that replaces the
 * current build at the end, so that a failed or killed build leaves the current one intact.
 */
export function ensureBuilt() {
  const current = at('build')
  const stamp = join(current, '.fingerprint')
  const expected = fingerprint()
  const isBuilt = () =>
    existsSync(stamp) &&
    existsSync(join(current, 'server/index.js')) &&
    readFileSync(stamp, 'utf8') === expected
  if (isBuilt()) return
  console.error('Building the shop…')
  const next = `build-${process.pid}`
  process.on('exit', () => rmSync(at(next), { recursive: true, force: true }))
  const env = { NODE_ENV: 'production', BUILD_DIR: next }
  const build = [at('node_modules/@react-router/dev/bin.js'), 'build', '--logLevel', 'warn']
  run(nodePath(), [...toolArguments, ...build], env)
  compressFolder(at(next, 'client'))
  writeFileSync(at(next, '.fingerprint'), expected)
  keepHashedFiles(current, at(next))
  const old = at(`${next}-old`)
  if (existsSync(current)) renameSync(current, old)
  renameSync(at(next), current)
  rmSync(old, { recursive: true, force: true })
}

const INSIDE = '--inside'

/**
 * Runs `main` with the built shop's own module, on the project's Node and with the variables of `.env`: installs and builds
 * what is missing, where the sources are, and starts the running script again. Its arguments are passed on.
 * @param {(shop: typeof import('#app/shop.server.ts'), args: string[]) => Promise<number>} main returns the exit status
 */
export async function withBuild(main) {
  const given = process.argv.slice(2)
  if (given.includes(INSIDE)) {
    const shop = await import(at('build/server/index.js'))
    process.exit(
      await main(
        shop,
        given.filter((argument) => argument !== INSIDE),
      ),
    )
  }
  if (existsSync(at('app/root.tsx'))) {
    ensureInstalled()
    ensureBuilt()
  }
  const own = ['--disable-warning=ExperimentalWarning', process.argv[1], ...given, INSIDE]
  becomeNode(own, { NODE_ENV: process.env.NODE_ENV ?? 'production' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled()
  ensureBuilt()
}
