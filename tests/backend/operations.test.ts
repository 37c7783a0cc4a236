import { readdirSync, readFileSync } from 'node:fs'
import { parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { DOCTOR_DOCUMENTS } from '#app/services/doctor/shopify.server.ts'
import * as OPERATIONS from '#app/services/storefront/operations.server.ts'
import { loadSchema } from '#embedded/shopify/graphql-server.ts'
import { SCHEMA_VERSIONS } from '../support/shopify.ts'

/** The operations that stand in the files of a folder as they are sent, by name. */
function operationsIn(folder: string): [string, string][] {
  const root = new URL(`../../${folder}/`, import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /(?<!\.test)\.ts$/.test(file))
  const found = sources.flatMap((file) => [
    ...readFileSync(new URL(file, root), 'utf8').matchAll(
      /`\s*((?:query|mutation) (\w+)[^`$]*(?:\$\w[^`$]*)*)`/g,
    ),
  ])
  return found.map(([, document = '', name = '']) => [name, document])
}

const storefrontOperations = [
  ...Object.entries(OPERATIONS).map(([name, { document }]) => [name, document] as const),
  ...Object.entries(DOCTOR_DOCUMENTS),
]
const storefrontDocuments = new Set(storefrontOperations.map(([, document]) => document.trim()))
const adminOperations = ['supabase/functions', 'app/services', 'app/models'].flatMap(operationsIn).filter(
  // The others have parts, so that they do not stand in the code as they are sent.
  ([, document]) => !storefrontDocuments.has(document.trim()),
)

/** Those that set-up composes are validated as they are sent: `hosted/setup`. */
describe.each(SCHEMA_VERSIONS)('in version %s', (version) => {
  test.each(storefrontOperations)('%s is valid in the Storefront API', (_name, document) => {
    expect(validate(loadSchema('storefront', version), parse(document))).toEqual([])
  })

  test.each(adminOperations)('%s is valid in the Admin API', (_name, document) => {
    expect(validate(loadSchema('admin', version), parse(document))).toEqual([])
  })
})
