import { missingScopes } from '#app/models/store-requirements.ts'
import { refusal } from './admin-nodes.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { BASE_CURRENCY } from './regions.ts'
import { nextId, type Settings } from './settings.ts'
import type { Switches } from './switches.ts'

const SCOPE_OF_WEBHOOKS: Readonly<Record<string, string>> = {
  orders: 'read_orders',
  refunds: 'read_orders',
  products: 'read_products',
  inventory_levels: 'read_inventory',
}

/** `orders/paid` for `ORDERS_PAID`, and `inventory_levels/update` for `INVENTORY_LEVELS_UPDATE`. */
export function topicOfName(name: string): string {
  return name.toLowerCase().replace(/_(?=[^_]*$)/, '/')
}

type Options = {
  readonly settings: Settings
  readonly switches: Switches
  /** Of the store's primary domain. */
  readonly origin: () => string
}
type SubscriptionInput = { readonly callbackUrl?: string; readonly uri?: string }

/** The shop itself, its sales channels, and the app that calls, with its webhooks. */
export function createAdminApp({ settings, switches, origin }: Options) {
  const subscriptions = () => settings.subscriptions ?? []

  function problemOf(topic: string, address: string): string | null {
    const scope = SCOPE_OF_WEBHOOKS[topicOfName(topic).split('/')[0] ?? '']
    if (subscriptions().some((entry) => entry.topic === topic && entry.address === address))
      return 'Address for this topic has already been taken'
    if (scope === 'read_orders' && !switches.maySeeCustomers)
      return 'This app is not approved to subscribe to webhook topics containing protected customer data.'
    if (URL.parse(address) === null) return 'Address is invalid'
    if (scope && missingScopes(switches.scopes.admin, [scope]).length > 0)
      return `You need ${scope} for this topic`
    return null
  }

  return {
    shop: () => ({
      id: 'gid://shopify/Shop/85100000000',
      name: 'Wizard Box',
      currencyCode: BASE_CURRENCY,
      primaryDomain: { host: new URL(origin()).host, url: origin() },
    }),
    currentAppInstallation: () => ({
      accessScopes: switches.scopes.admin.map((handle) => ({ handle })),
      publication: null,
    }),
    publications: (args: ConnectionArgs) =>
      toConnection(settings.channels, args, ({ id, title, app }) => ({
        id,
        catalog: {
          __typename: 'AppCatalog',
          title,
          apps: (inner: ConnectionArgs) =>
            toConnection([{ id: app }], inner, () => ({ handle: app, title: app })),
        },
      })),
    webhookSubscriptions: (args: ConnectionArgs) =>
      toConnection(subscriptions(), args, ({ id, topic, address }) => ({
        id,
        topic,
        callbackUrl: address,
        uri: address,
        format: 'JSON',
      })),
    webhookSubscriptionCreate(args: { topic: string; webhookSubscription: SubscriptionInput }) {
      const { callbackUrl, uri } = args.webhookSubscription
      const address = callbackUrl ?? uri ?? ''
      const problem = problemOf(args.topic, address)
      if (problem !== null) return { webhookSubscription: null, userErrors: [refusal(problem)] }
      const id = nextId(settings, 'WebhookSubscription')
      settings.subscriptions = [...subscriptions(), { id, topic: args.topic, address }]
      return { webhookSubscription: { id }, userErrors: [] }
    },
  }
}
