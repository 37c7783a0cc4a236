import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { inTransaction } from './transaction.ts'

test('an error rolls everything back, also one by which SQLite has ended the transaction itself', () => {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE notes (text TEXT NOT NULL)')
  const note = (text: string) => db.exec(`INSERT INTO notes (text) VALUES ('${text}')`)
  function failWith(fail: () => unknown) {
    return () =>
      inTransaction(db, () => {
        note('half')
        fail()
      })
  }
  expect(failWith(() => db.exec('no SQL'))).toThrow('syntax error')
  // As when the disk is full.
  expect(failWith(() => db.exec('INSERT OR ROLLBACK INTO notes (text) VALUES (NULL)'))).toThrow(/NOT NULL/)
  inTransaction(db, () => note('whole'))
  expect(db.prepare('SELECT text FROM notes').all()).toEqual([{ text: 'whole' }])
})
