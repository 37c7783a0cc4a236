import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readText = (path: string) => readFileSync(join(root, path), 'utf8')

/** The test files, and words of test titles in them, that a row of the table in docs/security.md refers to. */
function testsOfRow(row: string): { file: string; words: string | null }[] {
  const cell = row.split('|').at(-2) ?? ''
  return cell.split(';').map((part) => {
    const [, name = '', words] = /^\s*`([^`]+)`(?: › (.+?))?\s*$/.exec(part) ?? []
    return { file: `${/^(app|embedded)\//.test(name) ? '' : 'tests/'}${name}.test.ts`, words: words ?? null }
  })
}

type AstNode = { readonly type: string; readonly [property: string]: unknown }

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value

/** `test.concurrent.for(cases)` as `['test', 'concurrent', 'for']`; empty for other expressions. */
function calleeNames(node: unknown): readonly string[] {
  if (!isNode(node)) return []
  if (node.type === 'Identifier') return [String(node.name)]
  if (node.type === 'MemberExpression') return [...calleeNames(node.object), ...calleeNames(node.property)]
  if (node.type === 'CallExpression') return calleeNames(node.callee)
  return node.type === 'TaggedTemplateExpression' ? calleeNames(node.tag) : []
}

/** The text of a literal, with `…` for each expression in a template; null for other expressions. */
function literalText(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  const parts = node.quasis as readonly { readonly value: { readonly cooked: string } }[]
  return parts.map(({ value }) => value.cooked).join('…')
}

/** Titles of tests and groups in some code, including `.for`, `.each` and `.concurrent`, except skipped ones. */
function titlesOf(code: string): readonly string[] {
  const titlesIn = (value: unknown): readonly string[] => {
    if (Array.isArray(value)) return value.flatMap(titlesIn)
    if (!isNode(value)) return []
    const [runner = '', ...modifiers] = value.type === 'CallExpression' ? calleeNames(value) : []
    const isTest = ['test', 'it', 'describe'].includes(runner)
    if (isTest && modifiers.some((name) => name === 'skip' || name === 'todo')) return []
    const title = isTest ? literalText((value.arguments as readonly unknown[])[0]) : null
    return [...(title === null ? [] : [title]), ...Object.values(value).flatMap(titlesIn)]
  }
  return titlesIn(parseAst(code, { lang: 'ts' }))
}

test('only titles of tests that run count, not comments and skipped tests', () => {
  const code = `
    // test('in a comment', () => {})
    const other = 'in a text'
    test.skip('skipped', () => {})
    describe.skip('a skipped group', () => { it('in a skipped group', () => {}) })
    describe('a group', () => { it.concurrent('in a group', async () => {}) })
    test.for(['a', 'b'])('for %s', () => {})
    it.each([['c'], ['d']] as const)(\`\${other} each\`, () => {})
  `
  expect(titlesOf(code)).toEqual(['a group', 'in a group', 'for %s', '… each'])
})

test('every threat of docs/security.md refers to a test that exists', () => {
  const rows = readText('docs/security.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| threat'))
  expect(rows.length).toBeGreaterThan(20)
  for (const row of rows)
    for (const { file, words } of testsOfRow(row)) {
      expect(existsSync(join(root, file)), `${file}: ${row}`).toBe(true)
      if (words === null) continue
      const titles = titlesOf(readText(file))
      expect(
        titles.some((title) => title.includes(words)),
        `${file} › ${words}`,
      ).toBe(true)
    }
})

test('the lock file holds exact versions and no registry URL', () => {
  const lock = JSON.parse(readText('package-lock.json')) as {
    packages: Record<string, { version?: string; resolved?: string; link?: boolean }>
  }
  const entries = Object.entries(lock.packages).filter(([path]) => path !== '')
  expect(entries.length).toBeGreaterThan(300)
  for (const [path, { version, resolved, link }] of entries) {
    expect(version, path).toMatch(/^\d+\.\d+\.\d+/)
    expect([resolved, link], path).toEqual([undefined, undefined])
  }
})
