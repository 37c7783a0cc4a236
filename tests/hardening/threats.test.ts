import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The tests that a line of the list names: a file, and the words of a test or of a group of them. */
function testsOf(line: string): { file: string; words: string | null }[] {
  const cell = line.split('|').at(-2) ?? ''
  return cell.split(';').map((part) => {
    const [, name = '', words] = /^\s*`([^`]+)`(?: › (.+?))?\s*$/.exec(part) ?? []
    return { file: `${name.includes('/services/') ? '' : 'tests/'}${name}.test.ts`, words: words ?? null }
  })
}

test('every threat of docs/security.md names a test, and there is one of that name', () => {
  const lines = read('docs/security.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| threat'))
  expect(lines.length).toBeGreaterThan(20)
  for (const line of lines)
    for (const { file, words } of testsOf(line)) {
      expect(existsSync(join(root, file)), `${file}: ${line}`).toBe(true)
      if (words !== null) expect(read(file), file).toContain(words)
    }
})

test('the lock file holds exact versions and no address of a registry', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version?: string; resolved?: string; link?: boolean }>
  }
  const entries = Object.entries(lock.packages).filter(([path]) => path !== '')
  expect(entries.length).toBeGreaterThan(300)
  for (const [path, { version, resolved, link }] of entries) {
    expect(version, path).toMatch(/^\d+\.\d+\.\d+/)
    expect([resolved, link], path).toEqual([undefined, undefined])
  }
})
