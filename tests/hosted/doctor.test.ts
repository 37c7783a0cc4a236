import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../support/mail-server.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'
import { COMPLETE, complaintsOf, examined, linesOf } from './examined.ts'

/** What the doctor says of configuration, mail and Redis: one line for each thing that can be wrong. */

describe('configuration', () => {
  test('every problem is told at once, and nothing else', async () => {
    const findings = await examined({ SUPABASE_SECRET_KEY: '', SMTP_URL: 'mail', TRUST_PROXY: 'yes' })
    expect(findings.map(({ what }) => what).sort()).toEqual([
      'SMTP_URL',
      'SUPABASE_SECRET_KEY',
      'TRUST_PROXY',
    ])
    expect(findings.every(({ level, mend }) => level === 'failure' && mend?.includes('.env'))).toBe(true)
  })

  test('a shop on embedded services cannot open', async () => {
    const real = ['STOREFRONT', 'ADMIN', 'SUPABASE', 'SMTP']
    const blank = Object.keys(COMPLETE).filter((name) => real.some((prefix) => name.startsWith(prefix)))
    const findings = await examined(Object.fromEntries(blank.map((name) => [name, ''])))
    for (const service of ['Shopify', 'Supabase', 'Mail'] as const)
      expect(complaintsOf(findings, service)[0]).toMatch(
        /embedded: good for trying the shop, not for selling → Set /,
      )
    const homeless = Object.fromEntries([...blank, 'PUBLIC_ORIGIN'].map((name) => [name, '']))
    expect(complaintsOf(await examined(homeless), 'Front door')).toEqual([
      expect.stringMatching(/does not know its own address → Set PUBLIC_ORIGIN/),
    ])
  })

  test('a weak session secret stops the opening; an older one in second place does not', async () => {
    const strong = COMPLETE.SESSION_SECRET
    expect(complaintsOf(await examined({ SESSION_SECRET: 'sixteen letters.' }), 'Configuration')).toEqual([
      expect.stringMatching(/^failure Session secret: .*guessed.* → Put a new one/),
    ])
    expect(complaintsOf(await examined({ SESSION_SECRET: `${strong}, old` }), 'Configuration')).toEqual([
      expect.stringMatching(/^warning Session secret: An older SESSION_SECRET/),
    ])
  })

  test('what is missing of the company is named', async () => {
    const findings = await examined(
      {},
      { missingFacts: async () => ['Name of the company', 'Email for shoppers'] },
    )
    expect(complaintsOf(findings, 'Company')).toEqual([
      expect.stringMatching(
        /^failure Facts: Missing: Name of the company; Email for shoppers → Fill them in/,
      ),
    ])
  })
})

describe('mail', () => {
  let server: Awaited<ReturnType<typeof startMailServer>>
  beforeAll(async () => {
    server = await startMailServer('owl:post-office')
  })
  afterAll(() => server.stop())

  test('the sign-in is tried, and nothing is sent', async () => {
    const findings = await examined({ SMTP_URL: server.url })
    expect(linesOf(findings, 'Mail')).toEqual([
      expect.stringMatching(/^ok Sign-in: 127.0.0.1:\d+ accepts the sign-in$/),
      'ok Sender: MAIL_FROM is a real address',
      'ok Recipient of messages: MAIL_TO is a real address',
    ])
    expect(server.received).toEqual([])
  })

  test('a wrong password, nobody there, and no mail server: one line each', async () => {
    const said = async (url: string) => complaintsOf(await examined({ SMTP_URL: url }), 'Mail')
    expect(await said(server.url.replace('post-office', 'post'))).toEqual([
      expect.stringMatching(
        /^failure Sign-in: .*refuses the user or the password in SMTP_URL → Copy both anew/,
      ),
    ])
    expect(await said('smtp://owl:post@127.0.0.1:65535')).toEqual([
      expect.stringMatching(/^failure Sign-in: Nothing answers at 127.0.0.1:65535 → Compare host and port/),
    ])
    expect(await said(server.url.replace('smtp:', 'smtps:'))).toEqual([
      expect.stringMatching(/^failure Sign-in: The secure connection to .* fails → Use smtps/),
    ])
  })

  test('addresses that reach nobody are named', async () => {
    const settings = { MAIL_FROM: 'Wizard Box <hello@wizardbox.example>', MAIL_TO: 'owner@keyhole.house' }
    const findings = await examined({ SMTP_URL: server.url, ...settings }, { takesMail: async () => false })
    expect(complaintsOf(findings, 'Mail')).toEqual([
      expect.stringMatching(/^failure Sender: MAIL_FROM is only an example → Set MAIL_FROM/),
      expect.stringMatching(
        /^failure Recipient of messages: MAIL_TO: nobody takes mail for keyhole.house → /,
      ),
    ])
  })

  test('without DNS nobody is accused', async () => {
    const findings = await examined({ SMTP_URL: server.url }, { takesMail: async () => null })
    expect(complaintsOf(findings, 'Mail')).toEqual([])
  })
})

describe('Redis', () => {
  test('one instance needs none; one that is named must answer', async () => {
    expect(linesOf(await examined({}), 'Redis')).toEqual([
      'ok Connection: Not used: one instance of the shop needs none',
    ])
    expect(complaintsOf(await examined({ REDIS_URL: 'redis://127.0.0.1:65535' }), 'Redis')).toEqual([
      expect.stringMatching(/^failure Connection: Nothing answers at 127.0.0.1:65535 → Start Redis/),
    ])
  })

  test.skipIf(!hasRedis)('it is written to and read, with its password', async () => {
    const { server, port } = await startRedis('--requirepass', 'alohomora')
    onTestFinished(() => void server.kill())
    const at = (password: string) => ({ REDIS_URL: `redis://:${password}@127.0.0.1:${port}` })
    expect(linesOf(await examined(at('alohomora')), 'Redis')).toEqual([
      `ok Connection: 127.0.0.1:${port} answers, and keeps what it is given`,
    ])
    expect(complaintsOf(await examined(at('wrong')), 'Redis')).toEqual([
      expect.stringMatching(/^failure Connection: .* refuses the user or the password → Copy REDIS_URL/),
    ])
  })
})
