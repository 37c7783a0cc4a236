import { MARKET_IDS } from '#app/models/market.ts'
import { REQUIRED_PRODUCTS } from '#app/models/store-products.ts'
import { ADMIN_SCOPES, missingScopes, SETUP_SCOPES } from '#app/models/store-requirements.ts'
import { adminApi } from '#supabase/functions/_shared/environment.ts'
import { ShopifyAdminError } from '#supabase/functions/_shared/shopify-admin.ts'
import { parseSetupConfig } from '../config/env.server.ts'
import { ConfigError } from '../config/problems.server.ts'
import { createStoreApi } from '../orders/store-api.server.ts'
import { boundedFetch } from '../upstream/upstream-error.server.ts'
import { PUBLICATION, productNeed } from './products.server.ts'
import { type Need, openStore, type Store } from './store.server.ts'
import { DELIVERY_SCOPES, deliveryNeed, marketNeed } from './terms.server.ts'

/** Products are counted at it, and delivered from it. */
const LOCATION: Need = {
  name: 'A location that orders are sent from',
  scopes: DELIVERY_SCOPES,
  look: async (store) =>
    (await store.settings()).locations.length > 0 ||
    'The shop has no location that orders are sent from: add yours in Shopify under Settings, Locations, switch on “Fulfil online orders”, and run this again.',
}

/** The webhooks that tell the shop of orders and changes. @param origin where they are sent */
function webhookNeed(origin: string): Need {
  return {
    name: `The webhooks of orders and products to ${origin}`,
    look: async (store) => (await createStoreApi(store.admin).missingWebhooks(origin)).length === 0,
    async make(store) {
      const api = createStoreApi(store.admin)
      await api.makeWebhooks(origin, await api.missingWebhooks(origin))
    },
  }
}

/**
 * All that the shop needs, in the order in which set-up makes it. Products are published last, so that none is for sale at a
 * wrong price, with delivery for a gift, or unseen by the webhooks.
 * @param origin scheme and host of the shop; null while it is not known, and webhooks have no address
 */
export function needsOf(origin: string | null): Need[] {
  return [
    LOCATION,
    ...REQUIRED_PRODUCTS.map(productNeed),
    ...MARKET_IDS.map(marketNeed),
    deliveryNeed('free'),
    deliveryNeed('paid'),
    ...(origin === null ? [] : [webhookNeed(origin)]),
    PUBLICATION,
  ]
}

/** What a store lacks of the needs that its token may see; `forOwner` is null for what set-up makes. @throws ShopifyAdminError */
export async function gapsOf(store: Store, needs: readonly Need[]) {
  const looked = await Array.fromAsync(needs, async (need) => {
    return { need, found: !store.has(...(need.scopes ?? [])) || (await need.look(store)) }
  })
  return looked.flatMap(({ need, found }) => (found === true ? [] : [{ need, forOwner: found || null }]))
}

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

/** What an owner does about a failure of the Admin API, whose own words stand above it. */
const AGAIN =
  'Compare ADMIN_API_URL, the app and the shop with docs/deploy.md, step 3, and run this again: what was done stays.'

/**
 * Shows what the shop lacks, and after a yes makes it and shows what is left. It can be interrupted: run again, it makes the
 * rest.
 * @returns whether nothing is left that set-up makes, or only the plan was wanted
 * @throws ShopifyAdminError when Shopify refuses a step or does not answer; the steps before it are done
 */
async function setUp({ args, environment, print, confirm }: SetupCommand): Promise<boolean> {
  const stop = (line: string) => {
    print(line)
    return false
  }
  if (!args.every((arg) => ['--yes', '--plan'].includes(arg))) return stop(USAGE)
  const { admin, publicOrigin } = parseSetupConfig(environment)
  const store = await openStore({ ...adminApi(admin, boundedFetch), deadlineMs: DEADLINE_MS })
  const denied = missingScopes(store.scopes, [...ADMIN_SCOPES, ...SETUP_SCOPES])
  for (const scope of denied) print(`The Admin API's token is not allowed ${scope}.`)
  if (denied.length > 0)
    return stop('Add these to the app’s scopes in Shopify, release, and install the app again.')
  if (publicOrigin === null)
    print('PUBLIC_ORIGIN is not set, so webhooks are left out: set it and run this again.')
  const needs = needsOf(publicOrigin)

  /** @returns what set-up makes; null where nothing can be made */
  async function show() {
    const gaps = await gapsOf(store, needs)
    const steps = gaps.filter(({ forOwner }) => forOwner === null).map(({ need }) => need)
    print(steps.length === 0 ? 'Nothing is missing that set-up makes.' : 'Missing:')
    for (const [place, { name }] of steps.entries()) print(`  ${place + 1}. ${name}`)
    for (const { forOwner } of gaps) if (forOwner) print(`For you: ${forOwner}`)
    return gaps.some(({ need }) => need === LOCATION) ? null : steps
  }

  const steps = await show()
  if (args.includes('--plan')) return true
  if (steps === null) return false
  if (steps.length > 0) {
    if (!args.includes('--yes') && !(await confirm?.()))
      return stop(confirm ? 'Nothing was changed.' : 'Nobody can answer here: run it with --yes to make it.')
    for (const [place, need] of steps.entries()) {
      store.forget()
      await need.make?.(store)
      print(`  made ${place + 1} of ${steps.length}: ${need.name}`)
    }
    store.forget()
    if ((await show())?.length !== 0) return false
  }
  print('What only a person can do, such as payments, taxes and policies, is in docs/deploy.md.')
  return true
}

/** `npm run setup`. @returns the exit status */
export async function runSetup(command: SetupCommand): Promise<0 | 1> {
  const { print } = command
  try {
    return (await setUp(command)) ? 0 : 1
  } catch (error) {
    if (error instanceof ConfigError) for (const problem of error.problems) print(`Configuration: ${problem}`)
    else if (error instanceof ShopifyAdminError) print(`${error.message}\n${AGAIN}`)
    else throw error
    return 1
  }
}
