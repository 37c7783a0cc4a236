import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from './transaction.ts'

let db: DatabaseSync
beforeEach(() => {
  db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE notes (text TEXT NOT NULL)')
})

const note = (text: string) => db.prepare('INSERT INTO notes (text) VALUES (?)').run(text)
const notes = () =>
  db
    .prepare('SELECT text FROM notes')
    .all()
    .map(({ text }) => text)

test('everything is committed, and the result is returned', () => {
  const count = inTransaction(db, () => {
    note('one')
    note('two')
    return notes().length
  })
  expect(count).toBe(2)
  expect(db.isTransaction).toBe(false)
  expect(notes()).toEqual(['one', 'two'])
})

test('an error rolls everything back, and the next transaction can begin', () => {
  const fail = () =>
    inTransaction(db, () => {
      note('half')
      throw new Error('power cut')
    })
  expect(fail).toThrow('power cut')
  inTransaction(db, () => note('whole'))
  expect(notes()).toEqual(['whole'])
})

test('a transaction that SQLite has ended itself throws SQLite’s own error', () => {
  // As when the disk is full: the transaction has ended before it could be rolled back.
  const fail = () =>
    inTransaction(db, () => {
      note('half')
      db.exec('INSERT OR ROLLBACK INTO notes (text) VALUES (NULL)')
    })
  expect(fail).toThrow(/NOT NULL/)
  expect(db.isTransaction).toBe(false)
  expect(notes()).toEqual([])
})
