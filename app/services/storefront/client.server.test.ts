import { expect, test } from 'vitest'
import { z } from 'zod'
import { createStorefrontClient, forBuyer } from './client.server.ts'

const operation = { document: 'query X { shop { name } }', reply: z.unknown() }

/** The headers of one call with a token for servers, or the public one. */
async function headersOf(options: { isPrivate: boolean; isForVisitor: boolean; ip: string }) {
  let headers = new Headers()
  const client = createStorefrontClient({
    url: 'https://shop.test/api/2025-07/graphql.json',
    token: 'a-token',
    isPrivate: options.isPrivate,
    fetch: async (_, init) => {
      headers = new Headers(init?.headers)
      return Response.json({ data: {} })
    },
  })
  await forBuyer(options.ip, () => client.request({ ...operation, isForVisitor: options.isForVisitor }))
  return {
    open: headers.get('X-Shopify-Storefront-Access-Token'),
    secret: headers.get('Shopify-Storefront-Private-Token'),
    ip: headers.get('Shopify-Storefront-Buyer-IP'),
  }
}

test('a private token goes with the visitor’s address, where the call is for one visitor', async () => {
  const ip = '203.0.113.7'
  const secret = { open: null, secret: 'a-token' }
  expect(await headersOf({ isPrivate: true, isForVisitor: true, ip })).toEqual({ ...secret, ip })
  expect(await headersOf({ isPrivate: true, isForVisitor: false, ip })).toEqual({ ...secret, ip: null })
  expect(await headersOf({ isPrivate: true, isForVisitor: true, ip: '' })).toEqual({ ...secret, ip: null })
})

test('the public token goes without it', async () => {
  expect(await headersOf({ isPrivate: false, isForVisitor: true, ip: '203.0.113.7' })).toEqual({
    open: 'a-token',
    secret: null,
    ip: null,
  })
})
