import { parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import {
  INSTALLATION_QUERY,
  MARKETS_QUERY,
  SCOPE_PROBES,
  SHOP_QUERY,
} from '../../app/services/doctor/shopify.server.ts'
import * as setupDocuments from '../../app/services/store-setup/documents.server.ts'
import { loadPublishedSchema, PUBLISHED_VERSIONS } from './published-schemas.ts'

describe.each(PUBLISHED_VERSIONS)('in the Admin API %s', (version) => {
  const schema = loadPublishedSchema('admin', version)
  it.each(Object.entries(setupDocuments))('%s of set-up is valid', (_, document) => {
    expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([])
  })
})

describe.each(PUBLISHED_VERSIONS)('the questions of the doctor in version %s', (version) => {
  it.each([
    ['storefront', [SHOP_QUERY, MARKETS_QUERY, ...Object.values(SCOPE_PROBES)]],
    ['admin', [INSTALLATION_QUERY]],
  ] as const)('are valid in the %s API', (api, documents) => {
    const schema = loadPublishedSchema(api, version)
    for (const document of documents) expect(validate(schema, parse(document))).toEqual([])
  })
})
