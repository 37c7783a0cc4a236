import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { missingSecrets, projectKeys } from '#supabase/functions/_shared/edge.ts'
import type { FunctionEnvironment } from '#supabase/functions/_shared/environment.ts'
import { jsonResponse, serviceRoleHandler } from '#supabase/functions/_shared/serve.ts'

describe('the secret keys of a project', () => {
  const reading = (secrets: Record<string, string>) => (name: string) => secrets[name]

  it('are those of today by name, and the legacy one; today’s default is the function’s own', () => {
    const named = JSON.stringify({ web: 'sb_secret_web', default: 'sb_secret_default' })
    expect(projectKeys(reading({ SUPABASE_SECRET_KEYS: named, SUPABASE_SERVICE_ROLE_KEY: 'jwt' }))).toEqual({
      serviceRoleKey: 'sb_secret_default',
      callerKeys: ['sb_secret_default', 'sb_secret_web', 'jwt'],
    })
    expect(projectKeys(reading({ SUPABASE_SERVICE_ROLE_KEY: 'jwt' }))).toEqual({
      serviceRoleKey: 'jwt',
      callerKeys: ['jwt'],
    })
  })

  it.each<Record<string, string>>([
    {},
    { SUPABASE_SECRET_KEYS: '{}' },
    { SUPABASE_SECRET_KEYS: 'sb_secret_a' },
  ])('must be there, and readable: %j', (secrets) => {
    expect(() => projectKeys(reading(secrets))).toThrow(/secret/)
  })

  const functionWith = serviceRoleHandler('probe', z.looseObject({}), async () => jsonResponse({}))
  const environment = {
    callerKeys: ['sb_secret_new', 'sb_secret_old', 'a.legacy.token'],
    missingSecrets: () => ['MAIL_TO'],
    origin: () => 'https://shop.test',
  } as unknown as FunctionEnvironment
  const call = (headers: Record<string, string>, method = 'POST') =>
    functionWith(new Request('http://backend.localhost/functions/v1/probe', { method, headers }), environment)

  it.each([
    [200, { apikey: 'sb_secret_new' }],
    [200, { apikey: 'sb_secret_old' }],
    [200, { apikey: 'a.legacy.token', authorization: 'Bearer a.legacy.token' }],
    [200, { authorization: 'Bearer sb_secret_old' }],
    [401, { apikey: 'sb_publishable_public' }],
    [401, { apikey: 'sb_secret_new ' + 'x' }],
    [401, { apikey: '' }],
    [401, {}],
  ])('call a function: %i for %j', async (status, headers) => {
    expect((await call(headers as Record<string, string>)).status).toBe(status)
  })

  it('learn of a function which secrets it lacks; no other key does', async () => {
    const told = await call({ apikey: 'sb_secret_old' }, 'GET')
    expect(await told.json()).toEqual({
      function: 'probe',
      missing: ['MAIL_TO'],
      origin: 'https://shop.test',
    })
    expect((await call({ apikey: 'sb_publishable_public' }, 'GET')).status).toBe(405)
  })

  it('and what is missing is named, but no fact of the company, which the shop has', () => {
    expect(missingSecrets(reading({ SMTP_URL: 'smtps://m' }))).toEqual([
      'PUBLIC_ORIGIN',
      'MAIL_TO',
      'ADMIN_API_URL',
      'ADMIN_API_TOKEN',
      'MAIL_FROM',
    ])
  })
})
