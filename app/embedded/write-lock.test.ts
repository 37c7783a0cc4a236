import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { untilWritable, waitBriefly, waitLong } from './write-lock.ts'

let folder = ''
let ours: DatabaseSync
let other: DatabaseSync
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wizard-box-lock-'))
  const open = () => new DatabaseSync(join(folder, 'notes.sqlite'))
  ours = open()
  ours.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT NOT NULL)')
  waitBriefly(ours)
  other = open()
})
afterEach(() => {
  for (const db of [ours, other]) db.close()
  rmSync(folder, { recursive: true, force: true })
})

const patience = () => ours.prepare('PRAGMA busy_timeout').get()?.timeout

test('where nobody else writes, there is nothing to wait for', async () => {
  expect(await untilWritable(ours)).toBe(true)
  expect(ours.isTransaction).toBe(false)
  ours.exec('BEGIN IMMEDIATE')
  expect(await untilWritable(ours)).toBe(true)
  expect(ours.isTransaction).toBe(true)
  ours.exec('ROLLBACK')
})

test('a lock that is let go of is waited for, and everything else goes on', async () => {
  other.exec('BEGIN IMMEDIATE')
  let rounds = 0
  const timer = setInterval(() => {
    if (++rounds === 20) other.exec('ROLLBACK')
  }, 10)
  expect(await untilWritable(ours)).toBe(true)
  clearInterval(timer)
  expect(rounds).toBeGreaterThanOrEqual(20)
})

test('a lock that is kept is told of, and so is that nobody waits any more', async () => {
  other.exec('BEGIN IMMEDIATE')
  const gone = new AbortController()
  setTimeout(() => gone.abort(), 50)
  await expect(untilWritable(ours, gone.signal)).rejects.toThrow(/abort/)
  expect(await untilWritable(ours)).toBe(false)
  other.exec('ROLLBACK')
})

test('SQLite itself waits long at a start, and briefly from the first question on', async () => {
  waitLong(ours)
  expect(patience()).toBe(10_000)
  await untilWritable(ours)
  expect(patience()).toBe(250)
})
