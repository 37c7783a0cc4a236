import { expect, test } from 'vitest'
import { answeredVersions, watchApiVersion } from './api-version.server.ts'

const URL = 'https://shop.test/admin/api/2025-07/graphql.json'

test('an answer with another version than asked for is reported once', async () => {
  const logged: unknown[] = []
  let version: string | null = '2025-07'
  const watched = watchApiVersion(
    'admin',
    URL,
    async () => new Response('{}', { headers: version === null ? {} : { 'X-Shopify-API-Version': version } }),
    { warn: (details: unknown) => logged.push(details) },
  )
  await watched(URL)
  version = null
  await watched(URL)
  expect(logged).toEqual([])
  version = '2025-10'
  await watched(URL)
  await watched(URL)
  expect(logged).toEqual([{ api: 'admin', asked: '2025-07', answered: '2025-10' }])
  expect(answeredVersions.get('admin')).toEqual({ asked: '2025-07', answered: '2025-10' })
  answeredVersions.delete('admin')
})
