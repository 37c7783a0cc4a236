import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setServingBusyTimeout, setStartupBusyTimeout, waitUntilWritable } from './write-lock.ts'

let folder = ''
let ours: DatabaseSync
let other: DatabaseSync
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wizard-box-lock-'))
  const open = () => new DatabaseSync(join(folder, 'notes.sqlite'))
  ours = open()
  ours.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT NOT NULL)')
  setServingBusyTimeout(ours)
  other = open()
})
afterEach(() => {
  for (const db of [ours, other]) db.close()
  rmSync(folder, { recursive: true, force: true })
})

const busyTimeout = () => ours.prepare('PRAGMA busy_timeout').get()?.timeout

test('without a lock of another process, it does not wait', async () => {
  expect(await waitUntilWritable(ours)).toBe(true)
  expect(ours.isTransaction).toBe(false)
  ours.exec('BEGIN IMMEDIATE')
  expect(await waitUntilWritable(ours)).toBe(true)
  expect(ours.isTransaction).toBe(true)
  ours.exec('ROLLBACK')
})

test('it waits until the lock is released, without blocking the event loop', async () => {
  other.exec('BEGIN IMMEDIATE')
  let rounds = 0
  const timer = setInterval(() => {
    if (++rounds === 20) other.exec('ROLLBACK')
  }, 10)
  expect(await waitUntilWritable(ours)).toBe(true)
  clearInterval(timer)
  expect(rounds).toBeGreaterThanOrEqual(20)
})

test('it gives up on a lock that is not released, and rejects when aborted', async () => {
  other.exec('BEGIN IMMEDIATE')
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 50)
  await expect(waitUntilWritable(ours, controller.signal)).rejects.toThrow(/abort/)
  expect(await waitUntilWritable(ours, undefined, 50)).toBe(false)
  other.exec('ROLLBACK')
})

test('the busy timeout is long at startup, and short once the lock was checked', async () => {
  setStartupBusyTimeout(ours)
  expect(busyTimeout()).toBe(10_000)
  await waitUntilWritable(ours)
  expect(busyTimeout()).toBe(250)
})
