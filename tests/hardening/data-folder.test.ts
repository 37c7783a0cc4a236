import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestShop } from '../support/test-shop.ts'

/** The data folder may be open to all users of the system; the files in it must not be. */

const DATABASES = ['backend.db', 'backend.db-wal', 'backend.db-shm', 'backend.db.policies.json']
const STORE = ['store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm']
/** The default of most systems. */
const USUAL_UMASK = 0o022
let umask = 0
let folder = ''
beforeEach(() => {
  umask = process.umask(USUAL_UMASK)
  folder = mkdtempSync(join(tmpdir(), 'wizard-box-data-'))
  chmodSync(folder, 0o755)
})
afterEach(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true, force: true })
})

function filesIn(dataDir: string): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dataDir.length + 1))
}

function readableByOthers(dataDir: string): string[] {
  return filesIn(dataDir).filter((file) => statSync(join(dataDir, file)).mode & 0o077)
}

test('every file that the shop writes is readable by its owner only', async () => {
  const shop = await createTestShop({ dataDir: folder })
  await shop.warm
  const fields = { fullName: 'Ada', email: 'ada@example.com', source: 'Footer' }
  await shop.browser().post('/us/subscribe', fields)
  expect(filesIn(folder)).toEqual(expect.arrayContaining([...DATABASES, ...STORE]))
  expect(filesIn(folder).some((file) => file.endsWith('.eml'))).toBe(true)
  expect(readableByOthers(folder)).toEqual([])
  await shop.close()
  expect(readableByOthers(folder)).toEqual([])
})

test('a start restricts files that an earlier version left readable by others', async () => {
  const killed = await createTestShop()
  await killed.warm
  // As a killed process leaves it, with SQLite's journal files.
  cpSync(killed.dataDir, folder, { recursive: true })
  await killed.close()
  const left = [...DATABASES, ...STORE]
  for (const file of left) chmodSync(join(folder, file), 0o644)
  const shop = await createTestShop({ dataDir: folder })
  expect(filesIn(folder)).toEqual(expect.arrayContaining(left))
  expect(readableByOthers(folder)).toEqual([])
  await shop.close()
})
