import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BUSY_TIMEOUT_MS } from '../transaction.ts'

export type Database = DatabaseSync

/** For tests. */
const IN_MEMORY = ':memory:'

const TABLES = `
create table if not exists carts (
  token text primary key,
  key text not null,
  state text not null,
  created_at integer not null,
  updated_at integer not null,
  order_id integer
);
create index if not exists carts_by_age on carts (updated_at) where order_id is null;
create table if not exists discounts (
  id integer primary key,
  code text not null unique collate nocase,
  terms text not null,
  active integer not null default 1,
  usage_limit integer,
  used integer not null default 0
);
create table if not exists orders (id integer primary key, cart_token text not null unique, record text not null);
create table if not exists products (id text primary key, record text not null);
create table if not exists settings (id integer primary key, record text not null);`

/** The store's SQLite database. Committed data survives a killed process. */
export function openDatabase(dataDir: string): Database {
  const db = new DatabaseSync(dataDir === IN_MEMORY ? IN_MEMORY : join(dataDir, 'store.sqlite'))
  db.exec('pragma busy_timeout = 1000; pragma journal_mode = wal; pragma synchronous = normal;')
  db.exec(TABLES)
  db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  return db
}
