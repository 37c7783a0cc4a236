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

test('all of it is kept, and its result is handed on', () => {
  const count = inTransaction(db, () => {
    note('one')
    note('two')
    return notes().length
  })
  expect(count).toBe(2)
  expect(db.isTransaction).toBe(false)
  expect(notes()).toEqual(['one', 'two'])
})

test('a failure in between keeps nothing, and the next one can begin', () => {
  const fail = () =>
    inTransaction(db, () => {
      note('half')
      throw new Error('power cut')
    })
  expect(fail).toThrow('power cut')
  inTransaction(db, () => note('whole'))
  expect(notes()).toEqual(['whole'])
})

test('what SQLite has ended itself is told as its own error', () => {
  // As when the disk is full: the transaction is gone before anybody could end it.
  const fail = () =>
    inTransaction(db, () => {
      note('half')
      db.exec('INSERT OR ROLLBACK INTO notes (text) VALUES (NULL)')
    })
  expect(fail).toThrow(/NOT NULL/)
  expect(db.isTransaction).toBe(false)
  expect(notes()).toEqual([])
})
