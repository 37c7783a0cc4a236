import { parseArgs } from 'node:util'
import { REQUIRED_PRODUCTS } from '#app/models/store-products.ts'
import { adminApi } from '#supabase/functions/_shared/environment.ts'
import { ShopifyAdminError } from '#supabase/functions/_shared/shopify-admin.ts'
import { parseSetupConfig } from '../config/env.server.ts'
import { ConfigError } from '../config/problems.server.ts'
import { boundedFetch } from '../upstream/bounded-fetch.server.ts'
import { type SetupOutput, setUpStore } from './setup.server.ts'

const SETUP_USAGE = `npm run setup                        shows what is missing in the Shopify shop, asks, and makes it
npm run setup -- --yes               without asking
npm run setup -- --plan              only shows it
npm run setup -- --adopt <handle>    may change a product of your own that has this handle`

export type SetupCommand = {
  readonly args: readonly string[]
  /** The folder that pictures' addresses start in. */
  readonly publicDir: string
  /** `confirm` is null where nobody can answer. */
  readonly output: Omit<SetupOutput, 'confirm'> & { readonly confirm: SetupOutput['confirm'] | null }
  readonly environment: Record<string, string | undefined>
}

/** @returns null when the arguments make no sense */
function parseArguments(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const
  const adopt = { type: 'string', multiple: true, default: [] as string[] } as const
  try {
    const { values } = parseArgs({ args: [...args], options: { yes: flag, plan: flag, adopt } })
    const isKnown = (handle: string) => REQUIRED_PRODUCTS.some((product) => product.handle === handle)
    return values.adopt.every(isKnown) ? values : null
  } catch {
    return null
  }
}

/** What an owner can do about a failure of the Admin API. */
function mendOf({ message }: ShopifyAdminError): string {
  if (message.includes('protected customer data'))
    return 'In the developer dashboard, give the app custom distribution for your shop, and under API access request protected customer data with name, email and address. Then run this again: it goes on from there.'
  if (/currency/i.test(message))
    return 'Currencies other than your own need Shopify Payments: in Shopify, open Settings, Payments, and switch it on. Then run this again: it goes on from there.'
  if (/HTTP 401|invalid_client/.test(message))
    return 'The token is wrong or has ended: look at ADMIN_API_TOKEN, or the client id and secret.'
  if (/HTTP (?:30\d|404)/.test(message))
    return 'There is no such shop: ADMIN_API_URL is https://your-store.myshopify.com with the path of the Admin API.'
  if (message.includes('no answer'))
    return 'Shopify could not be reached: look at ADMIN_API_URL and the network.'
  return 'What was done before stays. Run this again: it goes on from there.'
}

/**
 * `npm run setup`.
 * @returns the exit status: 0 when nothing is left for set-up to do, or only the plan was wanted
 */
export async function runSetup({ args, publicDir, output, environment }: SetupCommand): Promise<0 | 1> {
  const { print, confirm } = output
  const parsed = parseArguments(args)
  if (parsed === null) {
    print(SETUP_USAGE)
    return 1
  }
  try {
    const { admin, publicOrigin } = parseSetupConfig(environment)
    const ask = async () => {
      if (parsed.plan) return false
      if (parsed.yes) return true
      if (confirm !== null) return confirm()
      print('Nobody can answer here: run it with --yes to carry the plan out.')
      return false
    }
    const outcome = await setUpStore({
      admin: adminApi(admin, boundedFetch, Date.now),
      origin: publicOrigin,
      adopted: parsed.adopt,
      publicDir,
      fetch: boundedFetch,
      output: { ...output, confirm: ask },
    })
    return outcome === 'done' || parsed.plan ? 0 : 1
  } catch (error) {
    if (error instanceof ConfigError) for (const problem of error.problems) print(`Configuration: ${problem}`)
    else if (error instanceof ShopifyAdminError) print(`${error.message}\n${mendOf(error)}`)
    else throw error
    return 1
  }
}
