import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  buildClientSchema,
  type GraphQLSchema,
  getDirectiveValues,
  type OperationDefinitionNode,
} from 'graphql'
import { PRIMARY_COUNTRY } from './regions.ts'

const FILE = 'embedded/storefront/storefront.schema.json'

/** Searches upwards from this module for the project's folder, as the build moves the module but not the file. */
function schemaFile(): string {
  let folder = import.meta.dirname
  for (;;) {
    const file = join(folder, FILE)
    if (existsSync(file)) return file
    const parent = dirname(folder)
    if (parent === folder) break
    folder = parent
  }
  return join(process.cwd(), FILE)
}

let loaded: GraphQLSchema | null = null

/** Shopify's published Storefront schema, read once. Not validated, as it is known to be valid. */
export function loadStorefrontSchema(): GraphQLSchema {
  if (loaded === null) {
    const introspection = JSON.parse(readFileSync(schemaFile(), 'utf8'))
    loaded = buildClientSchema(introspection.data ?? introspection, { assumeValid: true })
  }
  return loaded
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
