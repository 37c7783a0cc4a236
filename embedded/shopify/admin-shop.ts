import type { CurrencyCode } from '#app/models/money.ts'
import type { Catalogue } from './catalogue.ts'
import { done, refused } from './graphql-server.ts'
import { BASE_CURRENCY, toCents } from './regions.ts'
import { type Market, nextId, type Settings, type Switches } from './settings.ts'

type Options = {
  readonly settings: Settings
  readonly catalogue: Catalogue
  readonly switches: Switches
  /** Of the store's primary domain. */
  readonly origin: () => string
  /** Of the shop that is told of changes. */
  readonly publicOrigin: () => string
}
type WebhookInput = { readonly callbackUrl?: string; readonly includeFields?: readonly string[] | null }

type MarketInput = {
  readonly name: string
  readonly status: Market['status']
  readonly conditions: { regionsCondition: { regions: readonly { countryCode: string }[] } }
  readonly currencySettings: { baseCurrency: string }
}
type FixedPrice = { readonly variantId: string; readonly price: { readonly amount: string } }
type NewProfile = {
  readonly name: string
  readonly locationGroupsToCreate: readonly {
    readonly zonesToCreate: readonly {
      readonly name: string
      readonly countries: readonly { readonly code: string }[]
      readonly methodDefinitionsToCreate: readonly {
        readonly rateDefinition: { readonly price: { readonly amount: string } }
        readonly priceConditionsToCreate?: readonly { readonly criteria: { readonly amount: string } }[]
      }[]
    }[]
  }[]
}

/**
 * The shop itself, its sales channels, the app that calls, and on what terms the shop sells: in markets at prices, which a
 * storefront has at once, and with delivery profiles, by which orders are charged.
 */
export function createAdminShop({ settings, catalogue, switches, origin, publicOrigin }: Options) {
  const toPriceList = ({ id, currency, fixed }: Settings['priceLists'][number]) => ({
    ...{ id, currency },
    prices: fixed.map((variantId) => ({ variant: { id: variantId } })),
  })

  const toMarket = (market: Market) => ({
    ...market,
    conditions: {
      regionsCondition: {
        regions: market.countries.map((code) => ({
          __typename: 'MarketRegionCountry',
          code,
          currency: { currencyCode: market.currency },
        })),
      },
    },
    catalogs: settings.catalogs
      .filter(({ marketIds }) => marketIds.includes(market.id))
      .map(({ id }) => {
        const list = settings.priceLists.find(({ catalogId }) => catalogId === id)
        return { id, status: 'ACTIVE', priceList: list ? toPriceList(list) : null }
      }),
  })
  const byId = <Entry extends { readonly id: string }>(list: readonly Entry[], id: string) =>
    list.filter((entry) => entry.id === id)
  const urlOf = (address: string) => new URL(address, publicOrigin()).href

  return {
    shop: () => ({
      currencyCode: BASE_CURRENCY,
      myshopifyDomain: new URL(publicOrigin()).host,
      primaryDomain: { url: origin() },
    }),
    currentAppInstallation: () => ({
      accessScopes: switches.adminScopes.map((handle) => ({ handle })),
      publication: null,
    }),
    publications: () =>
      settings.channels.map(({ id, app }) => {
        return { id, catalog: { __typename: 'AppCatalog', apps: [{ handle: app, title: app }] } }
      }),
    webhookSubscriptions: () =>
      settings.subscriptions.map(({ id, topic, address }) => ({ id, topic, callbackUrl: urlOf(address) })),
    webhookSubscriptionCreate(args: { topic: string; webhookSubscription: WebhookInput }) {
      const { topic, webhookSubscription } = args
      const { callbackUrl: address = '', includeFields } = webhookSubscription
      if (settings.subscriptions.some((one) => one.topic === topic && urlOf(one.address) === address))
        return refused('Address for this topic has already been taken')
      if (/^(ORDERS|REFUNDS)/.test(topic) && !switches.maySeeCustomers)
        return refused(
          'This app is not approved to subscribe to webhook topics containing protected customer data.',
        )
      const id = nextId(settings, 'WebhookSubscription')
      const added = { id, topic, address, includeFields: includeFields ?? [] }
      settings.subscriptions = [...settings.subscriptions, added]
      return done
    },
    webhookSubscriptionDelete({ id }: { id: string }) {
      settings.subscriptions = settings.subscriptions.filter((one) => one.id !== id)
      return { deletedWebhookSubscriptionId: id, userErrors: [] }
    },
    markets: () => settings.markets.map(toMarket),
    market: ({ id }: { id: string }) => byId(settings.markets, id).map(toMarket)[0] ?? null,
    priceLists: () => settings.priceLists.map(toPriceList),
    priceList: ({ id }: { id: string }) => byId(settings.priceLists, id).map(toPriceList)[0] ?? null,
    marketCreate({ input: { name, status, conditions, currencySettings } }: { input: MarketInput }) {
      const { baseCurrency: currency } = currencySettings
      if (currency !== BASE_CURRENCY && !switches.hasPayments)
        return refused('The specified currency is not supported.')
      const countries = conditions.regionsCondition.regions.map(({ countryCode }) => countryCode)
      settings.markets.push({ id: nextId(settings, 'Market'), name, status, countries, currency })
      return done
    },
    catalogCreate({ input }: { input: { context: { marketIds?: string[] } } }) {
      settings.catalogs.push({
        id: nextId(settings, 'MarketCatalog'),
        marketIds: input.context.marketIds ?? [],
      })
      return done
    },
    priceListCreate({ input }: { input: { currency: CurrencyCode; catalogId?: string } }) {
      const { currency, catalogId = null } = input
      settings.priceLists.push({ id: nextId(settings, 'PriceList'), currency, catalogId, fixed: [] })
      return done
    },
    priceListFixedPricesAdd({ priceListId, prices }: { priceListId: string; prices: readonly FixedPrice[] }) {
      const list = settings.priceLists.find(({ id }) => id === priceListId)
      if (!list) return refused('The price list does not exist.')
      const cents = new Map(prices.map(({ variantId, price }) => [variantId, toCents(price.amount)]))
      const products = new Set([...cents.keys()].map((id) => catalogue.variant(id)?.product))
      for (const product of products) {
        if (!product) return refused('Variant does not exist.')
        const variants = product.variants.map((one) => {
          const fixed = cents.get(one.id) ?? one.cents[list.currency]
          return { ...one, cents: { ...one.cents, [list.currency]: fixed } }
        })
        catalogue.save({ ...product, variants })
      }
      list.fixed.push(...[...cents.keys()].filter((id) => !list.fixed.includes(id)))
      return done
    },
    locationsAvailableForDeliveryProfilesConnection: () => settings.locationIds.map((id) => ({ id })),
    deliveryProfiles: () => settings.profiles,
    deliveryProfileCreate({ profile: { name, locationGroupsToCreate } }: { profile: NewProfile }) {
      const zones = locationGroupsToCreate.flatMap(({ zonesToCreate }) => zonesToCreate)
      settings.profiles.push({
        ...{ id: nextId(settings, 'DeliveryProfile'), name, variantIds: [] },
        zones: zones.map((zone) => ({
          name: zone.name,
          countries: zone.countries.map(({ code }) => code),
          rates: zone.methodDefinitionsToCreate.map((rate) => {
            const from = rate.priceConditionsToCreate?.[0]?.criteria
            return {
              cents: toCents(rate.rateDefinition.price.amount),
              fromCents: from ? toCents(from.amount) : null,
            }
          }),
        })),
      })
      return done
    },
    deliveryProfileUpdate(args: { id: string; profile: { variantsToAssociate?: readonly string[] } }) {
      const moved = args.profile.variantsToAssociate ?? []
      for (const profile of settings.profiles)
        profile.variantIds = [
          ...profile.variantIds.filter((id) => !moved.includes(id)),
          ...(profile.id === args.id ? moved : []),
        ]
      return done
    },
  }
}
