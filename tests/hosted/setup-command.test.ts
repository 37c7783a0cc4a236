import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createShopify, type Shopify } from '../support/shopify.ts'
import { runSetUp } from './set-up.ts'

let shopify: Shopify
beforeAll(async () => {
  shopify = createShopify()
  await shopify.listen()
})
afterAll(() => shopify.close())

/** Runs the command. @returns its exit status and what it printed */
const command = (
  args: readonly string[],
  changes: Record<string, string> = {},
  confirm: (() => Promise<boolean>) | null = null,
) => runSetUp(args, { ...shopify.environment(), PUBLIC_ORIGIN: 'https://shop.example', ...changes }, confirm)

/** In the order of a set-up that goes wrong before it succeeds. */
describe('npm run setup', { shuffle: false }, () => {
  it('is a command that reads the environment, and asks nothing where nobody can answer', async () => {
    const script = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url))
    const env = {
      ...process.env,
      ADMIN_API_URL: shopify.adminUrl(),
      ADMIN_API_TOKEN: shopify.tokens.adminToken,
      PUBLIC_ORIGIN: 'https://shop.example',
    }
    const start = (...args: string[]) =>
      promisify(execFile)(process.execPath, [script, ...args, '--inside'], { env })
    expect((await start('--plan')).stdout).toMatch(
      /^31 steps to do; nothing else is changed:\n {2}1\. Create the product/,
    )
    await expect(start()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('run it with --yes to carry the plan out'),
    })
    expect((await command([], {}, async () => false)).status).toBe(1)
    expect(shopify.catalogue.all()).toEqual([])
  })

  it('says what sells in pounds, where the shop has only its own currency', async () => {
    shopify.switches.hasPayments = false
    const { status, printed } = await command(['--yes'])
    shopify.switches.hasPayments = true
    expect(status).toBe(1)
    expect(printed).toContain('Shopify CreateMarket: The specified currency is not supported.')
    expect(printed).toContain('need Shopify Payments')
  })

  it('says how to be allowed to see customers, without which there are no webhooks of orders', async () => {
    shopify.switches.maySeeCustomers = false
    const { status, printed } = await command(['--yes'])
    shopify.switches.maySeeCustomers = true
    expect(status).toBe(1)
    expect(printed).toContain('under API access request protected customer data')
  })

  it('carries it out with a token of the client credentials grant, and says what is left for a person', async () => {
    const { status, printed } = await command(['--yes'])
    expect(status).toBe(0)
    expect(printed).toContain('Done: run again, it would change nothing.')
    expect(printed).toContain('Only a person can do this:\n  - Payments')
    expect((await command([])).printed).toMatch(/^Nothing to do/)
  })

  it.each([
    ['an unknown argument', ['--now']],
    ['a handle that the shop does not need', ['--adopt', 'scarf']],
  ])('explains itself for %s', async (_, args) => {
    const { status, printed } = await command(args)
    expect(status).toBe(1)
    expect(printed).toContain('npm run setup -- --adopt <handle>')
  })

  it.each([
    ['a wrong secret', { ADMIN_API_CLIENT_SECRET: 'wrong' }, 'invalid_client'],
    [
      'half of the client',
      { ADMIN_API_CLIENT_SECRET: '' },
      'Configuration: ADMIN_API_CLIENT_SECRET is missing',
    ],
    ['no address', { ADMIN_API_URL: '' }, 'Configuration: ADMIN_API_URL is missing: set it to https://'],
    [
      'an address without a version',
      { ADMIN_API_URL: 'https://a-shop.myshopify.com' },
      'Configuration: ADMIN_API_URL must be an address with path and version: https://a-shop.myshopify.com/admin/api/',
    ],
    [
      'an address where nothing answers',
      {
        ADMIN_API_URL: 'http://127.0.0.1:9/admin/api/2025-07/graphql.json',
        ADMIN_API_CLIENT_ID: '',
        ADMIN_API_CLIENT_SECRET: '',
        ADMIN_API_TOKEN: 'x',
      },
      'Shopify could not be reached',
    ],
    [
      'a token of another shop',
      { ADMIN_API_CLIENT_ID: '', ADMIN_API_CLIENT_SECRET: '', ADMIN_API_TOKEN: 'shpat_other' },
      'The token is wrong or has ended',
    ],
    [
      'an origin with a path',
      { PUBLIC_ORIGIN: 'https://shop.example/us' },
      'Configuration: PUBLIC_ORIGIN must be scheme and host',
    ],
    [
      'an origin that gets no webhooks',
      { PUBLIC_ORIGIN: 'http://shop.example' },
      'Configuration: PUBLIC_ORIGIN must begin with https',
    ],
    [
      'an id that was copied with its quotes',
      { ADMIN_API_CLIENT_ID: '“1ec2ac10”' },
      'Configuration: ADMIN_API_CLIENT_ID must be copied anew',
    ],
    [
      'the address of the store’s settings',
      { ADMIN_API_URL: 'https://admin.shopify.com/store/a-shop' },
      'version: https://your-store.myshopify.com/admin/api/',
    ],
  ])('names %s in one line with its mend', async (_, changes, line) => {
    const { status, printed } = await command(['--yes'], changes)
    expect(status).toBe(1)
    expect(printed).toContain(line)
  })

  it('names a shop whose address was redirected elsewhere', async () => {
    shopify.switches.redirectTo = 'https://elsewhere.example'
    const { printed } = await command(['--yes'], {
      ADMIN_API_CLIENT_ID: '',
      ADMIN_API_CLIENT_SECRET: '',
      ADMIN_API_TOKEN: shopify.tokens.adminToken,
    })
    shopify.switches.redirectTo = null
    expect(printed).toContain('There is no such shop')
  })
})
