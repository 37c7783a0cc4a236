// `npm test`: everything the project promises, in one command, ending in one line: N passed, N failed.
// A stage alone: node scripts/test.mjs lint|types|sizes|unit|routes|hardening|e2e …
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, environment, nodePath, root } from './ensure.mjs'
import { checkSizes } from './sizes.mjs'

const reports = mkdtempSync(join(tmpdir(), 'wizard-box-reports-'))
const chosen = process.argv.slice(2)
const wants = (stage) => chosen.length === 0 || chosen.includes(stage)
const inModules = (path) => join(root, 'node_modules', path)

/** Runs a tool of the project on the project's Node. Resolves to whether it succeeded. */
function tool(path, args, extra = {}) {
  return new Promise((resolve) => {
    const child = spawn(nodePath(), [inModules(path), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: environment(extra),
    })
    child.on('exit', (code) => resolve(code === 0))
  })
}

const isHere = (program) => existsSync(`/usr/bin/${program}`)

/**
 * The browsers of the journeys: a whole one, and beside it the one without a window, which needs half the time. What is
 * missing comes from Debian, else from Playwright.
 */
function ensureBrowser() {
  const isWhole = ['chromium', 'chromium-browser', 'google-chrome'].some(isHere)
  if (isWhole && isHere('chromium-headless-shell')) return
  console.log('Installing a browser for the journeys…')
  const quiet = { cwd: root, stdio: 'ignore', env: environment({ DEBIAN_FRONTEND: 'noninteractive' }) }
  const apt = (...args) => {
    const [head, ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'apt-get', ...args]
    return spawnSync(head, rest, { ...quiet, timeout: 300_000 }).status === 0
  }
  const install = (program) => apt('install', '-y', '-qq', '--no-install-recommends', program)
  apt('update', '-qq')
  if (!isWhole && !install('chromium'))
    spawnSync(nodePath(), [inModules('@playwright/test/cli.js'), 'install', 'chromium'], {
      ...quiet,
      timeout: 120_000,
    })
  // Not every Debian has it, and it can be done without.
  if (isHere('chromium')) install('chromium-headless-shell')
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(reports, name), 'utf8'))
  } catch {
    return null
  }
}

async function check(path, args) {
  return (await tool(path, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Style and mistakes, what nothing uses, and what the licences of others ask for. */
async function lint() {
  // What the routes import exists only once it was generated.
  await tool('@react-router/dev/bin.js', ['typegen'])
  const results = [
    await check('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
    await check('knip/bin/knip.js', ['--no-config-hints']),
    await check('../scripts/licences.mjs', []),
  ]
  const count = (name) => results.reduce((sum, result) => sum + result[name], 0)
  return { passed: count('passed'), failed: count('failed') }
}

async function types() {
  const generated = await tool('@react-router/dev/bin.js', ['typegen'])
  // The native compiler takes a quarter of the time; the other one is there for tools that call it.
  return generated ? check('ts7/bin/tsc', ['--noEmit']) : { passed: 0, failed: 1 }
}

async function vitest(projects, name) {
  const succeeded = await tool('vitest/vitest.mjs', [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, name)}`,
  ])
  const report = readReport(name)
  const failed = report?.numFailedTests ?? 0
  // A file that does not even load counts as a failure of its own.
  return { passed: report?.numPassedTests ?? 0, failed: succeeded ? failed : Math.max(failed, 1) }
}

async function journeys() {
  ensureBrowser()
  const succeeded = await tool('@playwright/test/cli.js', ['test'], { E2E_REPORT: join(reports, 'e2e.json') })
  const stats = readReport('e2e.json')?.stats
  const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0)
  return { passed, failed: succeeded ? 0 : Math.max(stats?.unexpected ?? 0, 1) }
}

/** What a first visit fetches, within its limits. */
function sizes() {
  const rows = checkSizes(join(root, 'build/client'))
  const over = rows.filter((row) => !row.ok)
  if (over.length > 0) console.table(over)
  return { passed: rows.length - over.length, failed: over.length }
}

const stages = {
  lint,
  types,
  sizes,
  unit: () => vitest(['unit', 'dom'], 'unit.json'),
  servers: () => vitest(['servers'], 'servers.json'),
  routes: () => vitest(['routes'], 'routes.json'),
  hardening: () => vitest(['hardening'], 'hardening.json'),
  e2e: journeys,
}

ensureInstalled()
ensureBuilt()
const total = { passed: 0, failed: 0 }
for (const [stage, run] of Object.entries(stages)) {
  if (!wants(stage)) continue
  const began = Date.now()
  const { passed, failed } = await run()
  console.log(
    `${stage}: ${passed} passed, ${failed} failed in ${((Date.now() - began) / 1000).toFixed(1)} s\n`,
  )
  total.passed += passed
  total.failed += failed
}
rmSync(reports, { recursive: true, force: true })
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
