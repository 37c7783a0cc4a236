import type { ProductShelf, StoreProduct } from './catalogue.ts'
import type { Database } from './database.ts'

/** Keeps products that the Admin API made or changed. */
export function createProductShelf(db: Database): ProductShelf {
  const upsert = db.prepare(
    'insert into products (id, record) values (?, ?) on conflict (id) do update set record = excluded.record',
  )
  return {
    load: () =>
      new Map(
        db
          .prepare('select id, record from products order by id')
          .all()
          .map((row) => [String(row.id), JSON.parse(String(row.record)) as StoreProduct | null]),
      ),
    save: (id, product) => void upsert.run(id, JSON.stringify(product)),
  }
}
