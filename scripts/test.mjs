// `npm test`: everything the project promises, in one command, ending in one line: N passed, N failed.
// A stage alone: node scripts/test.mjs lint|types|sizes|unit|routes|hardening|e2e …
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

const reports = mkdtempSync(join(tmpdir(), 'wizard-box-reports-'))
const chosen = process.argv.slice(2)
const wants = (stage) => chosen.length === 0 || chosen.includes(stage)
const inModules = (path) => join(root, 'node_modules', path)
/** What the tools of a stage say: kept until the stage is over, as others run beside it; at once if it runs alone. */
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

/** What failed in all stages, told again at the end. */
const failures = []

async function check(path, args, extra) {
  if (await tool(path, args, extra)) return { passed: 1, failed: 0 }
  failures.push({ name: [path, ...args].join(' '), again: false, reason: [] })
  return { passed: 0, failed: 1 }
}

let generated = null

/** What the routes import exists only once it was generated. */
function typegen() {
  generated ??= tool('@react-router/dev/bin.js', ['typegen'])
  return generated
}

/** Style and mistakes, what nothing uses, and what the licences of others ask for. */
async function lint() {
  await typegen()
  const results = [
    await check('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
    await check('knip/bin/knip.js', ['--no-config-hints']),
    // Without the tests: what only they run is no part of the shop.
    await check('knip/bin/knip.js', ['--no-config-hints', '--production']),
    await check('../scripts/licences.mjs', []),
  ]
  const count = (name) => results.reduce((sum, result) => sum + result[name], 0)
  return { passed: count('passed'), failed: count('failed') }
}

async function types() {
  if (!(await typegen())) return { passed: 0, failed: 1 }
  // The native compiler takes a quarter of the time; the other one is there for tools that call it. Several checkers would
  // each work out the same types again, and the memory of one is not worth tidying up.
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
  // A file that does not even load counts as a failure of its own.
  return { passed: report?.numPassedTests ?? 0, failed: succeeded ? failed : Math.max(failed, 1) }
}

async function journeys() {
  await browser
  // Where Debian has none, Playwright brings one, and that is installed only by now.
  await ensureBrowser()
  const succeeded = await tool('@playwright/test/cli.js', ['test'], {
    E2E_REPORT: join(reports, 'e2e.json'),
    // Another run may be under way, or have left its server behind.
    E2E_PORT: process.env.E2E_PORT ?? String(await freePort(4179)),
  })
  const report = readReport('e2e.json')
  const stats = report?.stats
  failures.push(...playwrightFailures(report))
  const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0)
  return { passed, failed: succeeded ? 0 : Math.max(stats?.unexpected ?? 0, 1) }
}

/** What a first visit fetches, within its limits. */
function sizes() {
  const rows = checkSizes(join(root, 'build/client'))
  const over = rows.filter((row) => !row.ok)
  if (over.length > 0) console.table(over)
  for (const { page, kind, kB, limit } of over) {
    failures.push({ name: `${kind} of ${page}: ${kB} kB, limit ${limit}`, again: false, reason: [] })
  }
  return { passed: rows.length - over.length, failed: over.length }
}

/**
 * Two stages run at any time, and the longest come first, so that both end together, and beside the browsers those that
 * wait most: a browser waits for the next frame while the other stage computes, and deadlines that a fault has to outlast
 * cost nobody's time. A third one would take the processor from both while there are browsers.
 */
const ROWS = 2
const STAGES = {
  e2e: journeys,
  hardening: () => vitest(['hardening'], 'hardening.json'),
  routes: () => vitest(['routes'], 'routes.json'),
  servers: () => vitest(['servers'], 'servers.json'),
  types,
  lint,
  sizes,
}
const UNBUILT = { unit: () => vitest(['unit', 'dom'], 'unit.json') }

/** Runs a stage, then prints what its tools said and how it went. */
async function runStage(stage, work) {
  const began = Date.now()
  const file = join(reports, `${stage}.txt`)
  const alone = chosen.length === 1
  const stdio = alone ? 'inherit' : openSync(file, 'a')
  const { passed, failed } = await output.run(stdio, work)
  if (!alone) {
    closeSync(stdio)
    process.stdout.write(readFileSync(file))
  }
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`${stage}: ${passed} passed, ${failed} failed in ${seconds} s\n`)
  return { passed, failed }
}

const waiting = Object.entries(STAGES).filter(([stage]) => wants(stage))

/** Runs one stage after the other, until none is waiting. */
async function runRow() {
  const results = []
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    results.push(await runStage(...next))
    // What is left waits as often as it computes, and no browser is held up by a third row any more.
    if (next[0] === 'e2e') results.push(...(await Promise.all([runRow(), runRow()])).flat())
  }
  return results
}

// Fetched while npm fetches, and by a process of its own: this one waits for npm.
const browser = wants('e2e')
  ? run(process.execPath, [join(root, 'scripts/browser.mjs')], { stdio: 'inherit' })
  : null
ensureInstalled()
// The build leaves half of the processor to what needs none.
const early = wants('unit') ? [runStage('unit', UNBUILT.unit)] : []
ensureBuilt()
const rows = Array.from({ length: ROWS }, runRow)
const results = [...(await Promise.all(early)), ...(await Promise.all(rows)).flat()]
const sum = (name) => results.reduce((total, result) => total + result[name], 0)
rmSync(reports, { recursive: true, force: true })
for (const failure of failures) console.log(`${describeFailure(failure)}\n`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') > 0 || sum('passed') === 0 ? 1 : 0)
