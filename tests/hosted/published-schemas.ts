import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql'

export type PublishedApi = 'admin' | 'storefront'

/** The version that the shop asks for, and the newest one published. */
export const PUBLISHED_VERSIONS = ['2025-07', '2026-10'] as const
export type PublishedVersion = (typeof PUBLISHED_VERSIONS)[number]

const loaded = new Map<string, GraphQLSchema>()

/** Shopify's published schema of an API. See `schemas/README.md`. */
export function loadPublishedSchema(api: PublishedApi, version: PublishedVersion): GraphQLSchema {
  const name = `${api}_${version}.json.gz`
  const known = loaded.get(name)
  if (known !== undefined) return known
  const file = readFileSync(new URL(`./schemas/${name}`, import.meta.url))
  const introspection = JSON.parse(gunzipSync(file).toString('utf8')) as IntrospectionQuery
  const schema = buildClientSchema(introspection, { assumeValid: true })
  loaded.set(name, schema)
  return schema
}
