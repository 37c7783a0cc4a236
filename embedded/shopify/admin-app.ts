import {
  missingScopes,
  topicName,
  WEBHOOK_FIELDS,
  WEBHOOK_TOPICS,
  webhookPath,
} from '#app/models/store-requirements.ts'
import { refusal } from './graphql-server.ts'
import { BASE_CURRENCY } from './regions.ts'
import { nextId, type Settings, type Subscription } from './settings.ts'
import type { Switches } from './switches.ts'

/** `orders/paid` for `ORDERS_PAID`, and `inventory_levels/update` for `INVENTORY_LEVELS_UPDATE`. */
export function topicOfName(name: string): string {
  return name.toLowerCase().replace(/_(?=[^_]*$)/, '/')
}

function scopeOf(topic: string): string {
  if (/^(ORDERS|REFUNDS)/.test(topic)) return 'read_orders'
  return topic.startsWith('INVENTORY') ? 'read_inventory' : 'read_products'
}

type Options = {
  readonly settings: Settings
  readonly switches: Switches
  /** Of the store's primary domain. */
  readonly origin: () => string
  /** Of the shop that is told of changes. */
  readonly publicOrigin: () => string
}

/** The webhooks of a shop: those that it needs, until it has others. @param origin of the shop that is told */
export function subscriptionsOf({ subscriptions }: Settings, origin: string): readonly Subscription[] {
  return (
    subscriptions ??
    WEBHOOK_TOPICS.map((topic, index) => ({
      id: `gid://shopify/WebhookSubscription/${85_000_000_001 + index}`,
      topic: topicName(topic),
      address: origin + webhookPath(topic),
      includeFields: WEBHOOK_FIELDS[topic],
    }))
  )
}

/** The shop itself, its sales channels, and the app that calls, with its webhooks. */
export function createAdminApp({ settings, switches, origin, publicOrigin }: Options) {
  const subscriptions = () => subscriptionsOf(settings, publicOrigin())

  function problemOf(topic: string, address: string): string | null {
    const scope = scopeOf(topic)
    if (subscriptions().some((entry) => entry.topic === topic && entry.address === address))
      return 'Address for this topic has already been taken'
    if (scope === 'read_orders' && !switches.maySeeCustomers)
      return 'This app is not approved to subscribe to webhook topics containing protected customer data.'
    if (missingScopes(switches.scopes.admin, [scope]).length > 0) return `You need ${scope} for this topic`
    return null
  }

  return {
    shop: () => ({
      currencyCode: BASE_CURRENCY,
      myshopifyDomain: new URL(publicOrigin()).host,
      primaryDomain: { url: origin() },
    }),
    currentAppInstallation: () => ({
      accessScopes: switches.scopes.admin.map((handle) => ({ handle })),
      publication: null,
    }),
    publications: () =>
      settings.channels.map(({ id, app }) => {
        return { id, catalog: { __typename: 'AppCatalog', apps: [{ id: app, handle: app, title: app }] } }
      }),
    webhookSubscriptions: () =>
      subscriptions().map(({ id, topic, address }) => ({ id, topic, callbackUrl: address })),
    webhookSubscriptionCreate(args: {
      topic: string
      webhookSubscription: { callbackUrl?: string; includeFields?: readonly string[] | null }
    }) {
      const { callbackUrl: address = '', includeFields } = args.webhookSubscription
      const problem = problemOf(args.topic, address)
      if (problem !== null) return { userErrors: [refusal(problem)] }
      const id = nextId(settings, 'WebhookSubscription')
      const added = { id, topic: args.topic, address, includeFields: includeFields ?? [] }
      settings.subscriptions = [...subscriptions(), added]
      return { userErrors: [] }
    },
    webhookSubscriptionDelete({ id }: { id: string }) {
      settings.subscriptions = subscriptions().filter((one) => one.id !== id)
      return { deletedWebhookSubscriptionId: id, userErrors: [] }
    },
  }
}
