import type { ProductShelf, StoreProduct } from './catalogue.ts'
import type { Database } from './database.ts'

/** Keeps products that the Admin API made or changed. */
export function createProductShelf(db: Database): ProductShelf {
  const upsert = db.prepare(
    'insert into products (id, record) values (?, ?) on conflict (id) do update set record = excluded.record',
  )
  return {
    load: () =>
      db
        .prepare('select record from products order by id')
        .all()
        .map((row): StoreProduct => JSON.parse(String(row.record))),
    save: (product) => void upsert.run(product.id, JSON.stringify(product)),
  }
}
