import { ADMIN_SCOPES, missingScopes, SETUP_SCOPES } from '#app/models/store-requirements.ts'
import { adminApi } from '#supabase/functions/_shared/environment.ts'
import { ShopifyAdminError } from '#supabase/functions/_shared/shopify-admin.ts'
import { parseSetupConfig } from '../config/env.server.ts'
import { ConfigError } from '../config/problems.server.ts'
import { boundedFetch } from '../upstream/bounded-fetch.server.ts'
import { gapsOf, needsOf } from './needs.server.ts'
import { openStore } from './store.server.ts'

const USAGE = `npm run setup             shows what is missing in the Shopify shop, asks, and makes it
npm run setup -- --yes    without asking
npm run setup -- --plan   only shows it`

/** Set-up waits as long as Shopify asks it to: nobody is waiting for a page. */
const DEADLINE_MS = 120_000

export type SetupCommand = {
  readonly args: readonly string[]
  readonly environment: Record<string, string | undefined>
  readonly print: (line: string) => void
  /** Asks whether the plan shall be carried out; null where nobody can answer. */
  readonly confirm: (() => Promise<boolean>) | null
}

const AGAIN = 'Run this again: what was done stays.'
const SETTINGS = 'compare ADMIN_API_URL with .env.example'
/** What an owner does about a failure of the Admin API, by Shopify's words. */
const MENDS: readonly (readonly [words: RegExp, mend: string])[] = [
  [
    /protected customer data/,
    `In the developer dashboard, request protected customer data with name, email and address, for a custom app. ${AGAIN}`,
  ],
  [
    /currency/i,
    `In Shopify, open Settings, Payments, and switch Shopify Payments on: other currencies need it. ${AGAIN}`,
  ],
  [
    /shop_not_permitted|app_not_installed/,
    'App and shop must be in one organisation, and the app installed in the shop (developer dashboard, Home).',
  ],
  [
    /HTTP 401|invalid_client/,
    'The token is wrong or has ended: look at ADMIN_API_TOKEN, or the client id and secret.',
  ],
  [/HTTP (?:30\d|404)/, `There is no such shop: ${SETTINGS}.`],
  [/no answer/, `Shopify could not be reached: look at the network, and ${SETTINGS}.`],
]

/** What the owner does about a failure of the Admin API. */
export function mendOf({ message }: ShopifyAdminError): string {
  return MENDS.find(([words]) => words.test(message))?.[1] ?? AGAIN
}

/**
 * Shows what the shop lacks, and after a yes makes it and shows what is left. It can be interrupted: run again, it makes the
 * rest.
 * @returns whether nothing is left that set-up makes
 * @throws ShopifyAdminError when Shopify refuses a step or does not answer; the steps before it are done
 */
async function setUp({ args, environment, print, confirm }: SetupCommand): Promise<boolean> {
  const { admin, publicOrigin } = parseSetupConfig(environment)
  const store = await openStore({ ...adminApi(admin, boundedFetch, Date.now), deadlineMs: DEADLINE_MS })
  const denied = missingScopes(store.scopes, [...ADMIN_SCOPES, ...SETUP_SCOPES])
  for (const scope of denied) print(`The Admin API's token is not allowed ${scope}.`)
  if (denied.length > 0) {
    print('Add these to the app’s scopes in Shopify, release, and install the app again.')
    return false
  }
  if (publicOrigin === null)
    print('PUBLIC_ORIGIN is not set, so webhooks are left out: set it and run this again.')
  const needs = needsOf(publicOrigin)

  /** @returns what set-up makes */
  async function show() {
    const gaps = await gapsOf(store, needs)
    const steps = gaps.filter(({ forOwner }) => forOwner === null).map(({ need }) => need)
    print(steps.length === 0 ? 'Nothing is missing that set-up makes.' : 'Missing:')
    for (const [place, { name }] of steps.entries()) print(`  ${place + 1}. ${name}`)
    for (const { forOwner } of gaps) if (forOwner) print(`For you: ${forOwner.message}\n  ${forOwner.mend}`)
    // Products are counted at it, and delivered from it.
    const isBlocked = gaps.some(({ need }) => need.id === 'location')
    return { steps, isBlocked }
  }

  const { steps, isBlocked } = await show()
  if (args.includes('--plan')) return true
  if (isBlocked) return false
  if (steps.length > 0) {
    const isWanted = args.includes('--yes') || (confirm !== null && (await confirm()))
    if (!isWanted) {
      print(
        confirm === null ? 'Nobody can answer here: run it with --yes to make it.' : 'Nothing was changed.',
      )
      return false
    }
    for (const [place, need] of steps.entries()) {
      store.forget()
      await need.make?.(store)
      print(`  made ${place + 1} of ${steps.length}: ${need.name}`)
    }
    store.forget()
    if ((await show()).steps.length > 0) return false
  }
  print('What only a person can do, such as payments, taxes and policies, is in docs/deploy.md.')
  return true
}

/**
 * `npm run setup`.
 * @returns the exit status: 0 when nothing is left for set-up to make, or only the plan was wanted
 */
export async function runSetup(command: SetupCommand): Promise<0 | 1> {
  const { print } = command
  if (!command.args.every((arg) => ['--yes', '--plan'].includes(arg))) {
    print(USAGE)
    return 1
  }
  try {
    return (await setUp(command)) ? 0 : 1
  } catch (error) {
    if (error instanceof ConfigError) for (const problem of error.problems) print(`Configuration: ${problem}`)
    else if (error instanceof ShopifyAdminError) print(`${error.message}\n${mendOf(error)}`)
    else throw error
    return 1
  }
}
