import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createAdminDiscounts } from './admin-discounts.ts'
import { createAdminProducts } from './admin-products.ts'
import { loadAdminSchema } from './admin-schema.ts'
import { createCartOperations } from './cart-operations.ts'
import { createStorefrontQuery } from './storefront-query.ts'

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')

/** The operations that a line of the README lists, such as `- Queries: ...`. */
function listed(heading: string, kind: 'Queries' | 'Mutations'): string[] {
  const section = readme.split('## ').find((text) => text.startsWith(heading)) ?? ''
  const item = section.split('\n- ').find((text) => text.startsWith(`${kind}:`)) ?? ''
  return [...item.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).sort()
}

/** Never called: only the names of the operations matter here. */
const unused = undefined as never

test('the README says exactly which operations of the Storefront API there are', () => {
  const fields = {
    ...createStorefrontQuery({ catalogue: unused, publicOrigin: unused }),
    ...createCartOperations({ carts: unused, catalogue: unused, sources: unused, publicOrigin: unused }),
  }
  expect([...listed('Storefront API', 'Queries'), ...listed('Storefront API', 'Mutations')].sort()).toEqual(
    Object.keys(fields).sort(),
  )
})

test('the README says exactly which operations of the Admin API there are', () => {
  const schema = loadAdminSchema()
  const fields = {
    ...createAdminProducts({ catalogue: unused, now: unused }),
    ...createAdminDiscounts({ discounts: unused, catalogue: unused, now: unused }),
  }
  const [queries, mutations] = [schema.getQueryType(), schema.getMutationType()].map((type) =>
    Object.keys(type?.getFields() ?? {}).sort(),
  )
  expect(listed('Admin API', 'Queries')).toEqual(queries)
  expect(listed('Admin API', 'Mutations')).toEqual(mutations)
  expect(Object.keys(fields).sort()).toEqual([...(queries ?? []), ...(mutations ?? [])].sort())
})
