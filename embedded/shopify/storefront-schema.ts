import { readFileSync } from 'node:fs'
import {
  buildClientSchema,
  type GraphQLSchema,
  getDirectiveValues,
  type OperationDefinitionNode,
} from 'graphql'
import { projectPath } from '#app/services/config/project-path.server.ts'
import { PRIMARY_COUNTRY } from './regions.ts'

const FILE = 'embedded/shopify/storefront.schema.json'

let loaded: GraphQLSchema | null = null

/** Shopify's published Storefront schema, read once. Not validated, as it is known to be valid. */
export function loadStorefrontSchema(): GraphQLSchema {
  if (loaded === null) {
    const introspection = JSON.parse(readFileSync(projectPath(FILE), 'utf8'))
    loaded = buildClientSchema(introspection, { assumeValid: true })
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
