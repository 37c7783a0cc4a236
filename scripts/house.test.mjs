import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Files of the project that git tracks or could track. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) => /^(app|embedded|supabase|scripts)\/.*\.(ts|tsx|mjs)$/.test(file) && !file.includes('.test.'),
  )

/** The folders that each folder imports from. Types count: a reader follows them too. */
function folderImports() {
  const imports = new Map()
  for (const file of files) {
    const folder = dirname(file)
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles) {
      const target = dirname(normalize(join(folder, fileName)))
      if (!fileName.startsWith('.') || !/\.(ts|tsx|mjs)$/.test(fileName) || target === folder) continue
      imports.set(folder, new Map([...(imports.get(folder) ?? []), [target, `${file} → ${fileName}`]]))
    }
  }
  return imports
}

/** The imports by which a folder is reached again from itself; empty where there is no such way. */
function circleFrom(start, imports) {
  const ways = [[start, []]]
  const seen = new Set()
  for (const [folder, way] of ways)
    for (const [target, by] of imports.get(folder) ?? []) {
      if (target === start) return [...way, by]
      if (seen.has(target)) continue
      seen.add(target)
      ways.push([target, [...way, by]])
    }
  return []
}

test('no folder imports, by way of others, from itself', () => {
  const imports = folderImports()
  expect(imports.size).toBeGreaterThan(20)
  for (const folder of imports.keys()) expect(circleFrom(folder, imports)).toEqual([])
})
