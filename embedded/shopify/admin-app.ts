import {
  missingScopes,
  topicName,
  WEBHOOK_FIELDS,
  WEBHOOK_TOPICS,
  webhookPath,
} from '#app/models/store-requirements.ts'
import { refusal } from './admin-nodes.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { BASE_CURRENCY } from './regions.ts'
import { nextId, type Settings } from './settings.ts'
import type { Switches } from './switches.ts'

const SCOPE_OF_WEBHOOKS: Readonly<Record<string, string>> = {
  orders: 'read_orders',
  refunds: 'read_orders',
  products: 'read_products',
  collections: 'read_products',
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
  /** Of the shop that is told of changes. */
  readonly publicOrigin: () => string
}
type SubscriptionInput = {
  readonly callbackUrl?: string
  readonly uri?: string
  readonly includeFields?: readonly string[] | null
}

/** Those that the shop needs, at its own address. */
function ownSubscriptions(origin: string): NonNullable<Settings['subscriptions']> {
  return WEBHOOK_TOPICS.map((topic, index) => ({
    id: `gid://shopify/WebhookSubscription/${85_000_000_001 + index}`,
    topic: topicName(topic),
    address: origin + webhookPath(topic),
    includeFields: WEBHOOK_FIELDS[topic],
  }))
}

/** The webhooks of a shop. @param origin of the shop that is told */
export function subscriptionsOf({ subscriptions }: Pick<Settings, 'subscriptions'>, origin: string) {
  return subscriptions ?? ownSubscriptions(origin)
}

/** The shop itself, its sales channels, and the app that calls, with its webhooks. */
export function createAdminApp({ settings, switches, origin, publicOrigin }: Options) {
  const subscriptions = () => subscriptionsOf(settings, publicOrigin())

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
      myshopifyDomain: new URL(publicOrigin()).host,
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
      toConnection(subscriptions(), args, ({ id, topic, address, includeFields }) => ({
        id,
        topic,
        callbackUrl: address,
        uri: address,
        format: 'JSON',
        includeFields,
      })),
    webhookSubscriptionCreate(args: { topic: string; webhookSubscription: SubscriptionInput }) {
      const { callbackUrl, uri, includeFields } = args.webhookSubscription
      const address = callbackUrl ?? uri ?? ''
      const problem = problemOf(args.topic, address)
      if (problem !== null) return { webhookSubscription: null, userErrors: [refusal(problem)] }
      const id = nextId(settings, 'WebhookSubscription')
      settings.subscriptions = [
        ...subscriptions(),
        { id, topic: args.topic, address, includeFields: includeFields ?? [] },
      ]
      return { webhookSubscription: { id }, userErrors: [] }
    },
    webhookSubscriptionDelete({ id }: { id: string }) {
      const left = subscriptions().filter((one) => one.id !== id)
      const isGone = left.length < subscriptions().length
      settings.subscriptions = [...left]
      const userErrors = isGone ? [] : [refusal('Webhook subscription does not exist')]
      return { deletedWebhookSubscriptionId: isGone ? id : null, userErrors }
    },
  }
}
