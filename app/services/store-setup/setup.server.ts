import { MARKET_IDS } from '#app/models/market.ts'
import { REQUIRED_PRODUCTS } from '#app/models/store-products.ts'
import {
  ADMIN_SCOPES,
  missingScopes,
  SETUP_SCOPES,
  topicName,
  WEBHOOK_FIELDS,
  WEBHOOK_TOPICS,
  webhookPath,
} from '#app/models/store-requirements.ts'
import { adminApi } from '#supabase/functions/_shared/environment.ts'
import { ShopifyAdminError } from '#supabase/functions/_shared/shopify-admin.ts'
import { parseSetupConfig } from '../config/env.server.ts'
import { ConfigError } from '../config/problems.server.ts'
import { boundedFetch } from '../upstream/upstream-error.server.ts'
import { PUBLICATION, productNeed } from './products.server.ts'
import { changeStore, type Need, openStore, readStore, type Store } from './store.server.ts'
import { DELIVERY_SCOPES, deliveryNeed, marketNeed } from './terms.server.ts'

/** Products are counted at it, and delivered from it. */
const LOCATION: Need = {
  name: 'A location that orders are sent from',
  scopes: DELIVERY_SCOPES,
  look: ({ locations }) =>
    locations.length > 0 ||
    'The shop has no location that orders are sent from: add yours in Shopify under Settings, Locations, switch on “Fulfil online orders”, and run this again.',
}

/** The webhooks that tell the shop of orders and changes. @param origin where they are sent */
function webhookNeed(origin: string): Need {
  const addressOf = (topic: string) => origin + webhookPath(topic)
  const missingIn = ({ webhookSubscriptions: sent }: Store) =>
    WEBHOOK_TOPICS.filter(
      (topic) => !sent.some((one) => one.topic === topicName(topic) && one.callbackUrl === addressOf(topic)),
    )
  return {
    name: `The webhooks of orders and products to ${origin}`,
    look: (store) => missingIn(store).length === 0,
    async make(store) {
      for (const topic of missingIn(store))
        await changeStore(store, 'webhookSubscriptionCreate', {
          'topic: WebhookSubscriptionTopic!': topicName(topic),
          'webhookSubscription: WebhookSubscriptionInput!': {
            callbackUrl: addressOf(topic),
            format: 'JSON',
            includeFields: WEBHOOK_FIELDS[topic],
          },
        })
    },
  }
}

/**
 * All that the shop needs, in the order in which set-up makes it. Products are published last, so that none is for sale at a
 * wrong price, with delivery for a gift, or unseen by the webhooks.
 * @param origin scheme and host of the shop, where webhooks are sent
 */
export function needsOf(origin: string): Need[] {
  return [
    LOCATION,
    ...REQUIRED_PRODUCTS.map(productNeed),
    ...MARKET_IDS.map(marketNeed),
    deliveryNeed('free'),
    deliveryNeed('paid'),
    webhookNeed(origin),
    PUBLICATION,
  ]
}

/** What a store lacks of the needs that its token may see; `forOwner` is null for what set-up makes. */
export function gapsOf(store: Store, needs: readonly Need[]) {
  return needs.flatMap((need) => {
    const found = !store.has(...(need.scopes ?? [])) || need.look(store)
    return found === true ? [] : [{ need, forOwner: found || null }]
  })
}

const USAGE = `npm run setup            shows what is missing in the Shopify shop, asks, and makes it
npm run setup -- --yes   without asking`

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
 * `npm run setup`: shows what the shop lacks, and after a yes makes it and shows what is left. It can be interrupted: run
 * again, it makes the rest.
 * @returns the exit status: 0 when nothing is left that set-up makes
 */
export async function runSetup({ args, environment, print, confirm }: SetupCommand): Promise<0 | 1> {
  const stop = (line: string) => {
    print(line)
    return 1 as const
  }
  if (!args.every((arg) => arg === '--yes')) return stop(USAGE)
  try {
    const { admin, publicOrigin } = parseSetupConfig(environment)
    const opened = await openStore({ ...adminApi(admin, boundedFetch), deadlineMs: DEADLINE_MS })
    const denied = missingScopes(opened.scopes, [...ADMIN_SCOPES, ...SETUP_SCOPES])
    for (const scope of denied) print(`The Admin API's token is not allowed ${scope}.`)
    if (denied.length > 0)
      return stop('Add these to the app’s scopes in Shopify, release, and install the app again.')

    /** @returns what set-up makes; null where nothing can be made */
    const show = async () => {
      const gaps = gapsOf(await readStore(opened), needsOf(publicOrigin))
      const steps = gaps.filter(({ forOwner }) => forOwner === null).map(({ need }) => need)
      print(steps.length === 0 ? 'Nothing is missing that set-up makes.' : 'Missing:')
      for (const [place, { name }] of steps.entries()) print(`  ${place + 1}. ${name}`)
      for (const { forOwner } of gaps) if (forOwner) print(`For you: ${forOwner}`)
      return gaps.some(({ need }) => need === LOCATION) ? null : steps
    }

    const steps = await show()
    if (steps === null) return 1
    if (steps.length > 0 && !args.includes('--yes') && !(await confirm?.()))
      return stop(confirm ? 'Nothing was changed.' : 'Nobody can answer here: run it with --yes to make it.')
    for (const [place, need] of steps.entries()) {
      await need.make?.(await readStore(opened))
      print(`  made ${place + 1} of ${steps.length}: ${need.name}`)
    }
    if (steps.length > 0 && (await show())?.length !== 0) return 1
    print('What only a person can do, such as payments, taxes and policies, is in docs/deploy.md.')
    return 0
  } catch (error) {
    if (error instanceof ConfigError) for (const problem of error.problems) print(`Configuration: ${problem}`)
    else if (error instanceof ShopifyAdminError) print(`${error.message}\n${AGAIN}`)
    else throw error
    return 1
  }
}
