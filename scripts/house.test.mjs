import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Files that git tracks, or could track. */
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(file))
const modules = tracked.filter(
  (file) => /^(app|embedded|supabase|scripts)\/.*\.(ts|tsx|mjs)$/.test(file) && !file.includes('.test.'),
)

/** The folders that each folder imports from. Types count: a reader follows them too. */
function folderImports() {
  const imports = new Map()
  for (const file of modules) {
    const folder = dirname(file)
    const targets = imports.get(folder) ?? new Set()
    for (const [, name] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import\() ?'([.#][^']+\.(?:ts|tsx|mjs))'/g,
    ))
      targets.add(dirname(name.startsWith('#') ? name.slice(1) : normalize(join(folder, name))))
    targets.delete(folder)
    imports.set(folder, targets)
  }
  return imports
}

test('no folder imports, by way of others, from itself', () => {
  const imports = folderImports()
  expect(imports.size).toBeGreaterThan(20)
  function reachedFrom(start, reached = new Set()) {
    for (const target of imports.get(start) ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      reachedFrom(target, reached)
    }
    return reached
  }
  expect([...imports.keys()].filter((folder) => reachedFrom(folder).has(folder))).toEqual([])
})

test('docs/changing.md answers thirty questions, each by a name in one file, and names only places that exist', () => {
  const text = readFileSync('docs/changing.md', 'utf8')
  const answers = [...text.matchAll(/^\| .+\? \| `([^`]+)` \| `([^`]+)` \|$/gm)]
  expect(answers).toHaveLength(30)
  expect(answers.filter(([, file, name]) => !readFileSync(file, 'utf8').includes(name))).toEqual([])
  const places = [...text.matchAll(/`((?:app|supabase|scripts|embedded|design|tests)\/[^`*… ]+)`/g)]
  expect(places.length).toBeGreaterThan(60)
  expect(places.map(([, place]) => place).filter((place) => !existsSync(place))).toEqual([])
})

test('print.css lists the classes of what is printed otherwise', () => {
  const lists = readFileSync('app/print.css', 'utf8').match(/(?<=print:\{)[^}]+/g) ?? []
  const used = modules
    .filter((file) => file.startsWith('app/'))
    .flatMap((file) => readFileSync(file, 'utf8').match(/(?<=[\s'"]print:)[^\s'"]+/g) ?? [])
  expect(used.length).toBeGreaterThan(50)
  expect(used.filter((name) => !lists.join().split(',').includes(name))).toEqual([])
})

/** The test files, and words of test titles in them, that a row of the table in docs/security.md refers to. */
function testsOfRow(row) {
  const cell = row.split('|').at(-2) ?? ''
  return cell.split(';').map((part) => {
    const [, name = '', words = ''] = /^\s*`([^`]+)`(?: › (.+?))?\s*$/.exec(part) ?? []
    const folder = /^(app|embedded|supabase|scripts)\//.test(name) ? '' : 'tests/'
    return { file: `${folder}${name}.test.${name.startsWith('scripts/') ? 'mjs' : 'ts'}`, words }
  })
}

test('every threat of docs/security.md refers to a test that exists', () => {
  const rows = readFileSync('docs/security.md', 'utf8').match(/^\| (?!threat).*/gm) ?? []
  expect(rows.length).toBeGreaterThan(20)
  const missing = rows
    .flatMap(testsOfRow)
    .filter(({ file, words }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(words))
  expect(missing).toEqual([])
})

test('the lock file holds exact versions with their integrity, and no registry URL', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const entries = Object.entries(packages).filter(([path]) => path !== '')
  expect(entries.length).toBeGreaterThan(300)
  for (const [path, { version, integrity, resolved, link }] of entries) {
    expect(version, path).toMatch(/^\d+\.\d+\.\d+/)
    expect(integrity, path).toMatch(/^sha512-/)
    expect([resolved, link], path).toEqual([undefined, undefined])
  }
})
