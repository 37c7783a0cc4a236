import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readText = (path: string) => readFileSync(join(root, path), 'utf8')

/** The test files, and words of test titles in them, that a row of the table in docs/security.md refers to. */
function testsOfRow(row: string): { file: string; words: string | null }[] {
  const cell = row.split('|').at(-2) ?? ''
  return cell.split(';').map((part) => {
    const [, name = '', words] = /^\s*`([^`]+)`(?: › (.+?))?\s*$/.exec(part) ?? []
    return {
      file: `${/^(app|embedded|supabase)\//.test(name) ? '' : 'tests/'}${name}.test.ts`,
      words: words ?? null,
    }
  })
}

test('every threat of docs/security.md refers to a test that exists', () => {
  const rows = readText('docs/security.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| threat'))
  expect(rows.length).toBeGreaterThan(20)
  for (const row of rows)
    for (const { file, words } of testsOfRow(row)) {
      expect(existsSync(join(root, file)), `${file}: ${row}`).toBe(true)
      if (words === null) continue
      expect(readText(file), `${file} › ${words}`).toContain(words)
    }
})

test('the lock file holds exact versions with their integrity, and no registry URL', () => {
  const lock = JSON.parse(readText('package-lock.json')) as {
    packages: Record<string, { version?: string; integrity?: string; resolved?: string; link?: boolean }>
  }
  const entries = Object.entries(lock.packages).filter(([path]) => path !== '')
  expect(entries.length).toBeGreaterThan(300)
  for (const [path, { version, integrity, resolved, link }] of entries) {
    expect(version, path).toMatch(/^\d+\.\d+\.\d+/)
    expect(integrity, path).toMatch(/^sha512-/)
    expect([resolved, link], path).toEqual([undefined, undefined])
  }
})
