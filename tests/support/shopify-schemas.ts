import { getOperationAST, getVariableValues, parse, validate } from 'graphql'
import { SHOPIFY_API_VERSION, type ShopifyApi } from '#app/services/storefront/shopify-api.server.ts'
import { loadSchema } from '#embedded/shopify/schemas.ts'

/** The version that the shop asks for, and the newest one published. */
export const SCHEMA_VERSIONS = [SHOPIFY_API_VERSION, '2026-10']

/** Why an operation with these variables would be refused, in either version; empty when it would not. */
export function refusalsOf(api: ShopifyApi, query: string, variables: Record<string, unknown>): string[] {
  const document = parse(query)
  const definitions = getOperationAST(document)?.variableDefinitions ?? []
  return SCHEMA_VERSIONS.flatMap((version) => {
    const schema = loadSchema(api, version)
    const invalid = validate(schema, document)
    const { errors = [] } =
      invalid.length > 0 ? { errors: invalid } : getVariableValues(schema, definitions, variables)
    return errors.map((error) => `${version}: ${error.message}`)
  })
}
