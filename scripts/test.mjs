// `npm test`: runs all checks and tests. The last line is: N passed, N failed.
// Single stages: node scripts/test.mjs lint|types|sizes|unit|routes|hosted|hardening|e2e …
import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, environment, nodePath, root, toolArguments } from './ensure.mjs'
import { describeFailure, playwrightFailures, vitestFailures } from './failures.mjs'
import { freePort } from './free-port.mjs'
import { checkSizes } from './sizes.mjs'

const chosen = process.argv.slice(2)
const wants = (stage) => chosen.length === 0 || chosen.includes(stage)
const inModules = (path) => join(root, 'node_modules', path)
/**
 * Where the tools of a stage write: to a file that is printed after the stage, as stages run in parallel; or
 * inherited.
 */
const output = new AsyncLocalStorage()

/** Runs a program. Resolves to whether it succeeded. */
function run(program, args, { extra = {}, stdio = output.getStore() } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', stdio, stdio],
      env: environment(extra),
    })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

/** Runs a tool of the project on the project's Node. Resolves to whether it succeeded. */
const tool = (path, args, extra = {}) =>
  run(nodePath(), [...toolArguments, inModules(path), ...args], { extra })

function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(reports, name), 'utf8'))
  } catch {
    return null
  }
}

/** The failures of all stages, printed again at the end. */
const failures = []

async function check(path, args, extra) {
  if (await tool(path, args, extra)) return { passed: 1, failed: 0 }
  failures.push({ name: [path, ...args].join(' '), isFlaky: false, reason: [] })
  return { passed: 0, failed: 1 }
}

let generated = null

/** Generates the route types, once. */
function typegen() {
  generated ??= tool('@react-router/dev/bin.js', ['typegen'])
  return generated
}

/** Formatting, lint rules, unused code and the licences of dependencies. */
async function lint() {
  await typegen()
  const results = [
    await check('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
    await check('knip/bin/knip.js', ['--no-config-hints']),
    // Also finds code that only tests use.
    await check('knip/bin/knip.js', ['--no-config-hints', '--production']),
    await check('../scripts/licences.mjs', []),
  ]
  const count = (name) => results.reduce((sum, result) => sum + result[name], 0)
  return { passed: count('passed'), failed: count('failed') }
}

async function types() {
  if (!(await typegen())) return { passed: 0, failed: 1 }
  // The native compiler takes a quarter of the time; the other one is installed for tools that need its API. One
  // checker, as several would infer the same types again; rare garbage collection (GOGC), as the process is short.
  return check('ts7/bin/tsc', ['--noEmit', '--checkers', '1'], { GOGC: '400' })
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
  failures.push(...vitestFailures(report))
  // A file that fails to load is not in numFailedTests.
  return { passed: report?.numPassedTests ?? 0, failed: succeeded ? failed : Math.max(failed, 1) }
}

async function endToEnd() {
  await programs
  // Again, because without Debian's packages the browser comes from Playwright, which is installed only now.
  await ensureBrowser()
  const succeeded = await tool('@playwright/test/cli.js', ['test'], {
    E2E_REPORT: join(reports, 'e2e.json'),
    // Another run may use the default port.
    E2E_PORT: process.env.E2E_PORT ?? String(await freePort(4179)),
  })
  const report = readReport('e2e.json')
  const stats = report?.stats
  failures.push(...playwrightFailures(report))
  const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0)
  return { passed, failed: succeeded ? 0 : Math.max(stats?.unexpected ?? 0, 1) }
}

/** Checks the size limits of first visits. */
function sizes() {
  const rows = checkSizes(join(root, 'build/client'))
  const over = rows.filter((row) => !row.ok)
  if (over.length > 0) console.table(over)
  for (const { page, kind, kB, limit } of over) {
    failures.push({ name: `${kind} of ${page}: ${kB} kB, limit ${limit}`, isFlaky: false, reason: [] })
  }
  return { passed: rows.length - over.length, failed: over.length }
}

/**
 * Two stages run in parallel, the longest first, so that both lanes end together. Next to the browser tests run the
 * stages that mostly wait (for the deadlines of simulated faults); a third lane would slow down the browsers.
 */
const LANES = 2
const STAGES = {
  e2e: endToEnd,
  hardening: () => programs.then(() => vitest(['hardening'], 'hardening.json')),
  routes: () => vitest(['routes'], 'routes.json'),
  hosted: () => programs.then(() => vitest(['hosted'], 'hosted.json')),
  servers: () => vitest(['servers'], 'servers.json'),
  types,
  lint,
  sizes,
}
const STAGES_WITHOUT_BUILD = { unit: () => vitest(['unit', 'dom'], 'unit.json') }

const stages = Object.keys({ ...STAGES, ...STAGES_WITHOUT_BUILD })
const unknown = chosen.filter((stage) => !stages.includes(stage))
if (unknown.length > 0) {
  console.error(`No such stage: ${unknown.join(', ')}. There are: ${stages.join(', ')}.`)
  process.exit(1)
}

const reports = mkdtempSync(join(tmpdir(), 'wizard-box-reports-'))

/** Runs a stage, then prints its output and result. */
async function runStage(stage, work) {
  const startedAt = Date.now()
  const file = join(reports, `${stage}.txt`)
  const isOnlyStage = chosen.length === 1
  const stdio = isOnlyStage ? 'inherit' : openSync(file, 'a')
  const { passed, failed } = await output.run(stdio, work)
  if (!isOnlyStage) {
    closeSync(stdio)
    process.stdout.write(readFileSync(file))
  }
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`${stage}: ${passed} passed, ${failed} failed in ${seconds} s\n`)
  return { passed, failed }
}

const waiting = Object.entries(STAGES).filter(([stage]) => wants(stage))

/** Runs waiting stages one after the other, until none is left. */
async function runLane() {
  const results = []
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    results.push(await runStage(...next))
    // After the browser tests, another lane is started: the remaining stages wait as often as they compute.
    if (next[0] === 'e2e') results.push(...(await Promise.all([runLane(), runLane()])).flat())
  }
  return results
}

// Installed in parallel with npm's packages, by another process, as this one blocks while npm runs.
const programs = run(process.execPath, [join(root, 'scripts/test-programs.mjs'), ...stages.filter(wants)], {
  stdio: 'inherit',
})
ensureInstalled()
// Unit tests need no build, so they run during it.
const early = wants('unit') ? [runStage('unit', STAGES_WITHOUT_BUILD.unit)] : []
ensureBuilt()
const lanes = Array.from({ length: LANES }, runLane)
const results = [...(await Promise.all(early)), ...(await Promise.all(lanes)).flat()]
const sum = (name) => results.reduce((total, result) => total + result[name], 0)
rmSync(reports, { recursive: true, force: true })
for (const failure of failures) console.log(`${describeFailure(failure)}\n`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') > 0 || sum('passed') === 0 ? 1 : 0)
