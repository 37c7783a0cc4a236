import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { serve } from '../support/loopback.ts'
import { COMPLETE, complaintsOf, type Environment, examined, linesOf } from './examined.ts'
import { OWNER, startSupabase } from './supabase-double.ts'

/** What the doctor says of a Supabase project: one line for each thing that can be wrong, with its mend. */

const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url)
const SECRETS = {
  PUBLIC_ORIGIN: COMPLETE.PUBLIC_ORIGIN,
  MAIL_TO: 'hello@keyhole.house',
  ADMIN_API_URL: 'https://keyhole.myshopify.com/admin/api/2025-07/graphql.json',
  ADMIN_API_TOKEN: 'admin-token',
}

let project: Awaited<ReturnType<typeof startSupabase>>
beforeAll(async () => {
  project = await startSupabase()
})
afterEach(() => project.reset())
afterAll(() => project.close())

const access = (): Environment => ({
  SUPABASE_URL: project.url,
  SUPABASE_PUBLISHABLE_KEY: project.keys.publishable,
  SUPABASE_SECRET_KEY: project.keys.secret,
})

async function complaints(environment: Environment = {}): Promise<string[]> {
  project.state.secrets = { ...SECRETS, ...project.state.secrets }
  return complaintsOf(await examined({ ...access(), ...environment }), 'Supabase')
}

test('a complete project is all right', async () => {
  project.state.secrets = { ...SECRETS }
  const files = readdirSync(MIGRATIONS).length
  expect(linesOf(await examined(access()), 'Supabase')).toEqual([
    `ok Address and publishable key: ${new URL(project.url).host} answers, and accepts the publishable key`,
    'ok Secret key: The project accepts SUPABASE_SECRET_KEY',
    `ok Database: All ${files} migrations are applied`,
    expect.stringMatching(
      /^ok Closed to the public: None of the \d+ tables can be read with the publishable key$/,
    ),
    'ok Functions: All 4 functions are deployed and have their secrets',
    'ok Sign-up: Nobody can make an account for themselves',
    'ok Owner’s account: There is an owner’s account',
  ])
})

describe('keys', () => {
  test('any of the project’s secret keys will do', async () => {
    expect(await complaints({ SUPABASE_SECRET_KEY: project.keys.otherSecret })).toEqual([])
  })

  test('the legacy ones work, with a word about their end', async () => {
    const { legacyAnon, legacyServiceRole } = project.keys
    const legacy = { SUPABASE_PUBLISHABLE_KEY: legacyAnon, SUPABASE_SECRET_KEY: legacyServiceRole }
    expect(await complaints(legacy)).toEqual([expect.stringMatching(/^warning Secret key: .*legacy kind → /)])
  })

  test.each([
    [
      { SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_other' },
      /^failure Address and publishable key: .*does not accept SUPABASE_PUBLISHABLE_KEY → Copy/,
    ],
    [
      { SUPABASE_SECRET_KEY: 'sb_secret_deleted' },
      /^failure Secret key: .*does not accept SUPABASE_SECRET_KEY → Copy/,
    ],
  ])('a wrong one is told in one line: %j', async (environment, line) => {
    expect(await complaints(environment)).toEqual([expect.stringMatching(line)])
  })

  test('a public key in the place of the secret one is told, in whatever form it has', async () => {
    const findings = await examined({ ...access(), SUPABASE_SECRET_KEY: project.keys.legacyAnon })
    expect(complaintsOf(findings, 'Configuration')).toEqual([
      expect.stringMatching(/^failure SUPABASE_SECRET_KEY: .*holds the public key.* → /),
    ])
  })

  test('a legacy key of another project, or one that has expired', async () => {
    const key = (claims: object) =>
      `e30.${btoa(JSON.stringify({ role: 'anon', ...claims })).replaceAll('=', '')}.c2ln`
    const supabase = 'https://abcdefghijklmnopqrst.supabase.co'
    const findings = (claims: object) =>
      examined(
        { ...access(), SUPABASE_URL: supabase, SUPABASE_PUBLISHABLE_KEY: key(claims) },
        { fetch: (input, init) => fetch(String(input).replace(supabase, project.url), init) },
      )
    expect(complaintsOf(await findings({ ref: 'zyxwv' }), 'Supabase')).toContainEqual(
      expect.stringContaining('SUPABASE_PUBLISHABLE_KEY belongs to another project'),
    )
    expect(complaintsOf(await findings({ exp: 1_600_000_000 }), 'Supabase')).toContainEqual(
      expect.stringContaining('SUPABASE_PUBLISHABLE_KEY has expired'),
    )
  })
})

describe('address', () => {
  test('nothing there, another service there, or a paused project: one line each', async () => {
    expect(await complaints({ SUPABASE_URL: 'http://127.0.0.1:65535' })).toEqual([
      expect.stringMatching(/^failure Address.*: Nothing answers at 127.0.0.1:65535 → Compare SUPABASE_URL/),
    ])
    project.state.isPaused = true
    expect(await complaints()).toEqual([expect.stringMatching(/The project is paused → Restore it/)])
    project.state.isPaused = false
    const other = await serve(() => new Response('a page'))
    onTestFinished(other.close)
    expect(await complaints({ SUPABASE_URL: other.origin })).toEqual([
      expect.stringMatching(/is no Supabase project \(\d+\) → Set SUPABASE_URL/),
    ])
  })
})

describe('half a set-up', () => {
  test('migrations that were not pushed are named', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wizard-box-migrations-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const files = readdirSync(MIGRATIONS).sort()
    const withoutLast = files.slice(
      0,
      files.findIndex((file) => file.includes('keep_what_orders_did')),
    )
    for (const file of withoutLast) copyFileSync(new URL(file, MIGRATIONS), join(folder, file))
    const half = await startSupabase({ migrationsFolder: folder })
    onTestFinished(() => half.close())
    Object.assign(half.state.secrets, SECRETS)
    const findings = await examined({
      ...access(),
      SUPABASE_URL: half.url,
    })
    const missing = files.slice(withoutLast.length).map((file) => file.replace(/\.sql$/, ''))
    const [line, ...more] = complaintsOf(findings, 'Supabase')
    expect(line).toMatch(/^failure Database: Not applied: .* → Run: npx supabase db push/)
    // What a later one replaces leaves no trace by which to miss it.
    for (const name of [missing[0], missing.at(-1)]) expect(line).toContain(name)
    expect(more).toEqual([])
  })

  test('a table that the public key can read is named', async () => {
    project.faults.inject({ match: /GET \/rest\/v1\/waitlist/, kind: 'status', status: 200, body: [] })
    expect(await complaints()).toEqual([
      expect.stringMatching(
        /^failure Closed to the public: Anybody can read waitlist .* → Run: npx supabase db push/,
      ),
    ])
  })

  test('an outage of the database is no missing migration, and no closed door', async () => {
    project.faults.inject({ match: /GET \/rest\/v1\//, kind: 'status', status: 503 })
    expect(await complaints()).toEqual([
      expect.stringMatching(/^failure Database: Supabase answered 503/),
      expect.stringMatching(/^failure Closed to the public: Supabase answered 503/),
    ])
  })

  test('functions that were not deployed are named', async () => {
    project.state.functions = new Set(['email-signup', 'create-gift-discount'])
    expect(await complaints()).toEqual([
      'failure Functions: Not deployed: contact-submission and duplicate-products-for-uk → Run: npx supabase functions deploy --use-api',
    ])
  })

  test('functions behind a check for users are named', async () => {
    project.state.verifiesJwt = true
    expect(await complaints()).toEqual([
      expect.stringMatching(/^failure Functions: .*“Verify JWT” is on.* → Run/),
    ])
  })

  test('without their secrets', async () => {
    project.state.secrets = { MAIL_TO: '', ADMIN_API_TOKEN: '' }
    expect(await complaints()).toEqual([
      expect.stringMatching(
        /^failure Functions: The functions lack MAIL_TO and ADMIN_API_TOKEN → .*npx supabase secrets set/,
      ),
    ])
  })

  test('with another address of the shop', async () => {
    project.state.secrets = { PUBLIC_ORIGIN: 'https://old.keyhole.house' }
    expect(await complaints()).toEqual([
      expect.stringMatching(
        /links to https:\/\/old.keyhole.house into mails.* → Run: npx supabase secrets set PUBLIC_ORIGIN=https:\/\/127/,
      ),
    ])
  })

  test('sign-up that is open, and sign-in that is closed', async () => {
    project.state.allowsSignUp = true
    project.state.allowsPasswords = false
    expect(await complaints()).toEqual([
      expect.stringMatching(/^failure Sign-up: Anybody can make an account → Run npx supabase config push/),
      expect.stringMatching(/^failure Sign-up: Nobody can sign in with a password/),
    ])
  })

  test('no owner: no account, none with the role, none that has confirmed its email', async () => {
    onTestFinished(async () => {
      await project.close()
      project = await startSupabase()
    })
    const users = '"auth.users"'
    project.sql(`UPDATE ${users} SET raw_app_meta_data = '{}'`)
    expect(await complaints()).toEqual([
      expect.stringMatching(/^failure Owner’s account: No account has the owner’s role → Give it/),
    ])
    project.sql(`UPDATE ${users} SET raw_app_meta_data = '{"role": "owner"}', email_confirmed_at = NULL`)
    expect(await complaints()).toEqual([expect.stringMatching(/has not confirmed its email/)])
    project.sql(`DELETE FROM ${users}`)
    expect(await complaints()).toEqual([
      expect.stringMatching(/There is no account for the owner → Make one/),
    ])
  })
})

test('no finding has a key, a secret or an address of a person in it', async () => {
  project.state.secrets = { ...SECRETS, PUBLIC_ORIGIN: 'https://old.keyhole.house', MAIL_TO: '' }
  const text = JSON.stringify(await examined(access()))
  const secrets = [
    ...Object.values(project.keys),
    SECRETS.ADMIN_API_TOKEN,
    OWNER.email,
    'storefront-token',
    'webhook-secret',
    'owl',
    'hello@',
  ]
  for (const secret of secrets) expect(text).not.toContain(secret)
})

test('config.toml closes sign-up and lets the functions check keys themselves', () => {
  const config = readFileSync(new URL('../../supabase/config.toml', import.meta.url), 'utf8')
  expect(config).toMatch(/^\[auth\]\n(?:.*\n)*?enable_signup = false$/m)
  for (const name of project.state.functions)
    expect(config).toMatch(new RegExp(`^\\[functions\\.${name}\\]\\nverify_jwt = false$`, 'm'))
})
