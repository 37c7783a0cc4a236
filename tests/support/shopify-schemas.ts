import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  buildClientSchema,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  parse,
  validate,
} from 'graphql'
import type { ShopifyApi } from '#app/services/storefront/shopify-api.server.ts'

const FOLDER = new URL('../hosted/schemas/', import.meta.url)

function readSchemas(api: ShopifyApi): readonly (readonly [string, GraphQLSchema])[] {
  return readdirSync(FOLDER).flatMap((file) => {
    const version = file.match(new RegExp(`^${api}_(.+)\\.json\\.gz$`))?.[1]
    if (version === undefined) return []
    const json = JSON.parse(gunzipSync(readFileSync(new URL(file, FOLDER))).toString())
    return [[version, buildClientSchema(json.data ?? json, { assumeValid: true })] as const]
  })
}

const read = new Map<ShopifyApi, ReturnType<typeof readSchemas>>()

/** Shopify's published schemas of an API, by version. */
export function schemasOf(api: ShopifyApi): ReturnType<typeof readSchemas> {
  const schemas = read.get(api) ?? readSchemas(api)
  read.set(api, schemas)
  return schemas
}

/** Why an operation with these variables would be refused, in any of the schemas; empty when it would not. */
export function refusalsOf(api: ShopifyApi, query: string, variables: Record<string, unknown>): string[] {
  const document = parse(query)
  const definitions = getOperationAST(document)?.variableDefinitions ?? []
  return schemasOf(api).flatMap(([version, schema]) => {
    const invalid = validate(schema, document)
    const { errors = [] } =
      invalid.length > 0 ? { errors: invalid } : getVariableValues(schema, definitions, variables)
    return errors.map((error) => `${version}: ${error.message}`)
  })
}
