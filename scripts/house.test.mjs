import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { EDITIONS, editionSlug, wandSlug } from '#app/models/option-choice.ts'
import { BUNDLE_SIZES, WAND_STYLES } from '#app/models/wands.ts'

/** Files that git tracks, or could track. */
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(file))
const modules = tracked.filter(
  (file) => /^(app|embedded|supabase|scripts)\/.*\.(ts|tsx|mjs)$/.test(file) && !file.includes('.test.'),
)

/** The imports by which a folder is reached again from itself. Types count: a reader follows them too. */
function circlesOfFolders() {
  let imports = modules.flatMap((file) => {
    const folder = dirname(file)
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true)
    const names = importedFiles.map(({ fileName }) => fileName)
    return names
      .filter((name) => /^[.#].*\.(ts|tsx|mjs)$/.test(name))
      .map((name) => dirname(name.startsWith('#') ? name.slice(1) : normalize(join(folder, name))))
      .map((target) => ({ file, folder, target }))
  })
  imports = imports.filter(({ folder, target }) => folder !== target)
  expect(imports.length).toBeGreaterThan(500)
  // Those of a folder that nothing imports, or to one that imports nothing, are in no circle.
  for (let before = 0; before !== imports.length; ) {
    before = imports.length
    const folders = new Set(imports.map(({ folder }) => folder))
    const targets = new Set(imports.map(({ target }) => target))
    imports = imports.filter(({ folder, target }) => folders.has(target) && targets.has(folder))
  }
  return imports
}

test('no folder imports, by way of others, from itself', () => {
  expect(circlesOfFolders()).toEqual([])
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

test('app.css lists the names of choices that components put together', () => {
  const css = readFileSync('app/app.css', 'utf8')
  const lists = [
    `not-{wand,wands}-{${WAND_STYLES.map(wandSlug).join()}}:hidden`,
    `size-{3..${Math.max(...BUNDLE_SIZES)}},count-{0..${WAND_STYLES.length}}`,
    `edition-{none,${EDITIONS.map(editionSlug).join()}}`,
  ]
  expect(lists.filter((list) => !css.includes(list))).toEqual([])
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
