import type { ProductStore, StoreProduct } from './catalogue.ts'
import type { Database } from './database.ts'

/** Stores the products that the Admin API has changed. SQLite's `user_version` tells other processes of a change. */
export function createProductStore(db: Database): ProductStore {
  const upsert = db.prepare(
    'insert into products (id, record) values (?, ?) on conflict (id) do update set record = excluded.record',
  )
  const version = db.prepare('pragma user_version')
  const current = () => Number(version.get()?.user_version)
  return {
    load: () =>
      new Map(
        db
          .prepare('select id, record from products order by id')
          .all()
          .map((row) => [String(row.id), JSON.parse(String(row.record)) as StoreProduct | null]),
      ),
    save: (id, product) =>
      db.transaction(() => {
        upsert.run(id, JSON.stringify(product))
        db.prepare(`pragma user_version = ${current() + 1}`).run()
      }),
    version: current,
  }
}
