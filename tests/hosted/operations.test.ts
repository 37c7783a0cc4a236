import { parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import * as setupDocuments from '../../app/services/store-setup/documents.server.ts'
import { loadPublishedSchema, PUBLISHED_VERSIONS } from './published-schemas.ts'

describe.each(PUBLISHED_VERSIONS)('in the Admin API %s', (version) => {
  const schema = loadPublishedSchema('admin', version)
  it.each(Object.entries(setupDocuments))('%s of set-up is valid', (_, document) => {
    expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([])
  })
})
