import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ShopifyApi } from '#app/services/storefront/shopify-api.server.ts'
import { openTestStore } from '#tests/support/embedded-store.ts'
import { loadSchema } from './schemas.ts'

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')

/** The operations that the README lists for an API, each with its kind in Shopify's schema. */
function listed(heading: string) {
  const section = readme.split('## ').find((text) => text.startsWith(heading)) ?? ''
  return ['Queries', 'Mutations'].flatMap((kind) => {
    const item = section.split('\n- ').find((text) => text.startsWith(`${kind}:`)) ?? ''
    return [...item.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ kind, name }))
  })
}

test.each<[heading: string, api: ShopifyApi]>([
  ['Storefront API', 'storefront'],
  ['Admin API', 'admin'],
])('the README lists exactly the operations of the %s, all of them Shopify’s', (heading, api) => {
  const { operations } = openTestStore().store
  expect(
    listed(heading)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(operations[api].sort())
  const schema = loadSchema(api)
  const [queries, mutations] = [schema.getQueryType(), schema.getMutationType()].map((type) =>
    type?.getFields(),
  )
  for (const { kind, name } of listed(heading))
    expect((kind === 'Queries' ? queries : mutations)?.[name], name).toBeDefined()
})
