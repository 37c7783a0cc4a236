import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  buildClientSchema,
  type GraphQLSchema,
  getDirectiveValues,
  type OperationDefinitionNode,
} from 'graphql'
import { projectPath } from '#app/services/config/project-path.server.ts'
import { SHOPIFY_API_VERSION, type ShopifyApi } from '#app/services/storefront/shopify-api.server.ts'
import { PRIMARY_COUNTRY } from './regions.ts'

const loaded = new Map<string, GraphQLSchema>()

/** Shopify's published schema of an API, read once. Not validated, as it is known to be valid. */
export function loadSchema(api: ShopifyApi, version: string = SHOPIFY_API_VERSION): GraphQLSchema {
  const file = `embedded/shopify/schemas/${api}_${version}.json.gz`
  const before = loaded.get(file)
  if (before) return before
  const introspection = JSON.parse(gunzipSync(readFileSync(projectPath(file))).toString())
  const schema = buildClientSchema(introspection, { assumeValid: true })
  loaded.set(file, schema)
  return schema
}

/** The buyer's country from `@inContext(country:)`, else the primary market's. */
export function countryInContext(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): string {
  const directive = schema.getDirective('inContext')
  const country = directive && getDirectiveValues(directive, operation, { ...variables })?.country
  return typeof country === 'string' ? country : PRIMARY_COUNTRY
}
