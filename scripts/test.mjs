// `npm test`: every check and every test; what is missing for them is installed first. The last line is:
// N passed, N failed. Parts alone: node scripts/test.mjs lint types sizes unit dom servers routes journeys engines e2e
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { freePort } from './free-port.mjs'
import { ensureInstalled, nodePath, root, serverEnvironment, toolArguments } from './install.mjs'
import { denoPath } from './programs.mjs'

const CHECKS = {
  lint: [
    ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
    ['knip/bin/knip.js', '--no-config-hints'],
    // Finds code that only tests use, too.
    ['knip/bin/knip.js', '--no-config-hints', '--production'],
  ],
  // The native compiler takes a quarter of the time; the other one is installed for tools that need its API.
  types: [['ts7/bin/tsc', '--noEmit', '--checkers', '1']],
}
/** Of the build. */
const SIZES = '../scripts/sizes.mjs'
const PROJECTS = ['unit', 'dom', 'servers', 'routes', 'journeys', 'engines']
const PARTS = [...Object.keys(CHECKS), 'sizes', ...PROJECTS, 'e2e']

const chosen = process.argv.slice(2)
const unknown = chosen.filter((part) => !PARTS.includes(part))
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are: ${PARTS.join(', ')}.`)
  process.exit(1)
}
const wants = (part) => chosen.length === 0 || chosen.includes(part)

const reports = mkdtempSync(join(tmpdir(), 'wizard-box-reports-'))
const total = { passed: 0, failed: 0 }
/** Named again at the end, where whoever sees only the last lines finds them. */
const failures = []

/** Runs a program of the project, and prints its lines as they come; logs show no colours. */
function run([program, ...args], extra = {}) {
  return new Promise((resolve) => {
    console.log(`\n> ${[program.split('/').at(-1), ...args].join(' ')}`)
    const path = join(root, 'node_modules', program)
    const child = spawn(nodePath(), [...toolArguments, path, ...args], {
      cwd: root,
      env: serverEnvironment(extra),
    })
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on('line', (line) => console.log(stripVTControlCharacters(line)))
    child.on('close', (code) => resolve(code === 0))
  })
}

/** Runs tests, and adds up what their report says; at least one has failed if the program has, which then may write none. */
async function runTests(program, file, extra, read) {
  const succeeded = await run(program, extra)
  const report = join(reports, file)
  const none = { passed: 0, failed: [] }
  const { passed, failed } = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : none
  total.passed += passed
  if (!succeeded && failed.length === 0) failed.push({ name: program.join(' '), error: 'see above' })
  total.failed += failed.length
  failures.push(...failed)
}

async function runCheck(program) {
  const succeeded = await run(program)
  total[succeeded ? 'passed' : 'failed'] += 1
  if (!succeeded) failures.push({ name: program.join(' '), error: 'see above' })
}

/** Those of the sources, which need no build. */
async function runChecks() {
  await run(['@react-router/dev/bin.js', 'typegen'])
  for (const part of Object.keys(CHECKS).filter(wants))
    for (const program of CHECKS[part]) await runCheck(program)
}

function runVitest() {
  const projects = PROJECTS.filter(wants).flatMap((name) => ['--project', name])
  if (projects.length === 0) return
  // A line for each file: slow tests have none of their own.
  const lines = ['--reporter=default', '--slowTestThreshold=1000000']
  const report = ['--reporter=json', `--outputFile.json=${join(reports, 'vitest.json')}`]
  const program = ['vitest/vitest.mjs', 'run', ...projects, ...lines, ...report]
  return runTests(program, 'vitest.json', {}, (report) => {
    const failed = report.testResults.flatMap(({ name, message, assertionResults }) => [
      // A file that could not be loaded.
      ...(message ? [{ name, error: message }] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({ name: fullName, error: failureMessages.join(' ') })),
    ])
    return { passed: report.numPassedTests, failed }
  })
}

async function runPlaywright() {
  if (!wants('e2e')) return
  const env = {
    E2E_REPORT: join(reports, 'e2e.json'),
    // Another run may use the default port.
    E2E_PORT: process.env.E2E_PORT ?? String(await freePort(4179)),
  }
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
  await runTests(['@playwright/test/cli.js', 'test'], 'e2e.json', env, (report) => ({
    passed: report.stats.expected,
    failed: [
      // Of no test, such as a server that did not start.
      ...report.errors.map(({ message }) => ({ name: 'playwright', error: message ?? '' })),
      ...specsOf(report)
        .filter(({ ok }) => !ok)
        .map(({ file, title, tests }) => ({
          name: `${file} › ${title}`,
          error: tests.flatMap(({ results }) => results.map(({ error }) => error?.message)).join(' '),
        })),
    ],
  }))
}

/** Runs a script of the project to its end, in a process of its own. */
const runScript = (...args) =>
  new Promise((resolve) => {
    spawn(nodePath(), args, { cwd: root, stdio: 'inherit' }).on('close', resolve)
  })

// Beside npm's packages and the build, which leave a core idle.
const programs = runScript(join(root, 'scripts/programs.mjs'), ...PARTS.filter(wants))
ensureInstalled()
const built = runScript(join(root, 'scripts/ensure.mjs')).then((code) => code !== 0 && process.exit(code))
await Promise.all([programs, built, runChecks()])
if (wants('sizes')) await runCheck([SIZES])
// Browsers leave a core idle half of the time.
await Promise.all([runPlaywright(), runVitest()])
rmSync(reports, { recursive: true, force: true })
if (wants('routes') && !existsSync(denoPath))
  console.log('Left out: the functions under Deno, which npm cannot install on this machine.')
for (const { name, error } of failures)
  console.log(`Failed: ${name}: ${stripVTControlCharacters(error).replace(/\s+/g, ' ').slice(0, 300)}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
