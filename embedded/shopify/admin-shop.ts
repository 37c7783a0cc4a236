import type { Catalogue } from './catalogue.ts'
import { done, refused } from './graphql-server.ts'
import { BASE_CURRENCY, toCents } from './regions.ts'
import { type Market, nextId, type Settings, type Switches } from './settings.ts'

type MarketInput = {
  readonly name: string
  readonly status: Market['status']
  readonly conditions: { regionsCondition: { regions: readonly { countryCode: string }[] } }
  readonly currencySettings: { baseCurrency: string }
}
type FixedPrice = { readonly variantId: string; readonly price: { readonly amount: string } }
type NewProfile = {
  readonly name: string
  readonly locationGroupsToCreate: readonly { readonly zonesToCreate: readonly unknown[] }[]
}

/**
 * The shop itself, its sales channels, the app that calls, and on what terms the shop sells: in markets at prices, which a
 * storefront has at once, and with delivery profiles.
 * @param publicOrigin of the shop that is told of changes
 */
export function createAdminShop(
  settings: Settings,
  catalogue: Catalogue,
  switches: Switches,
  publicOrigin: () => string,
) {
  const toPriceList = ({ currency, priceList }: Market) =>
    priceList && {
      ...{ id: priceList.id, currency },
      prices: priceList.fixed.map((variantId) => ({ variant: { id: variantId } })),
    }
  const priceLists = () => settings.sellers.flatMap((market) => toPriceList(market) ?? [])

  function toMarket(market: Market) {
    const { countries, currency, catalogId } = market
    const regions = countries.map((code) => ({
      ...{ __typename: 'MarketRegionCountry', code },
      currency: { currencyCode: currency },
    }))
    return {
      ...market,
      conditions: { regionsCondition: { regions } },
      catalogs: catalogId ? [{ id: catalogId, status: 'ACTIVE', priceList: toPriceList(market) }] : [],
    }
  }
  const urlOf = (address: string) => new URL(address, publicOrigin()).href

  return {
    shop: () => ({
      currencyCode: BASE_CURRENCY,
      primaryDomain: { url: switches.primaryDomain ?? publicOrigin() },
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
    webhookSubscriptionCreate(args: { topic: string; webhookSubscription: { callbackUrl?: string } }) {
      const { topic, webhookSubscription } = args
      const { callbackUrl: address = '' } = webhookSubscription
      if (settings.subscriptions.some((one) => one.topic === topic && urlOf(one.address) === address))
        return refused('Address for this topic has already been taken')
      const id = nextId(settings, 'WebhookSubscription')
      settings.subscriptions = [...settings.subscriptions, { id, topic, address }]
      return done
    },
    markets: () => settings.sellers.map(toMarket),
    market({ id }: { id: string }) {
      const found = settings.sellers.find((market) => market.id === id)
      return found ? toMarket(found) : null
    },
    priceLists,
    priceList: ({ id }: { id: string }) => priceLists().find((list) => list.id === id) ?? null,
    marketCreate({ input: { name, status, conditions, currencySettings } }: { input: MarketInput }) {
      const { baseCurrency: currency } = currencySettings
      const countries = conditions.regionsCondition.regions.map(({ countryCode }) => countryCode)
      const id = nextId(settings, 'Market')
      settings.sellers.push({ id, name, status, countries, currency, catalogId: null, priceList: null })
      return done
    },
    catalogCreate({ input }: { input: { context: { marketIds?: string[] } } }) {
      const market = settings.sellers.find(({ id }) => input.context.marketIds?.includes(id))
      if (!market) return refused('The market does not exist.')
      market.catalogId = nextId(settings, 'MarketCatalog')
      return done
    },
    priceListCreate({ input }: { input: { currency: string; catalogId?: string } }) {
      const market = settings.sellers.find(({ catalogId }) => catalogId === input.catalogId)
      if (market?.currency !== input.currency) return refused('The currency is not that of the market.')
      market.priceList = { id: nextId(settings, 'PriceList'), fixed: [] }
      return done
    },
    priceListFixedPricesAdd({ priceListId, prices }: { priceListId: string; prices: readonly FixedPrice[] }) {
      const market = settings.sellers.find(({ priceList }) => priceList?.id === priceListId)
      if (!market?.priceList) return refused('The price list does not exist.')
      const cents = new Map(prices.map(({ variantId, price }) => [variantId, toCents(price.amount)]))
      const products = new Set([...cents.keys()].map((id) => catalogue.variant(id)?.product))
      for (const product of products) {
        if (!product) return refused('Variant does not exist.')
        const variants = product.variants.map((one) => {
          const fixed = cents.get(one.id)
          return fixed === undefined ? one : { ...one, cents: { ...one.cents, [market.currency]: fixed } }
        })
        catalogue.save({ ...product, variants })
      }
      market.priceList.fixed = [...new Set([...market.priceList.fixed, ...cents.keys()])]
      return done
    },
    locationsAvailableForDeliveryProfilesConnection: () => settings.locationIds.map((id) => ({ id })),
    deliveryProfiles: () => settings.profiles,
    deliveryProfileCreate({ profile: { name, locationGroupsToCreate } }: { profile: NewProfile }) {
      const zones = locationGroupsToCreate.flatMap(({ zonesToCreate }) => zonesToCreate)
      settings.profiles.push({ id: nextId(settings, 'DeliveryProfile'), name, zones, variantIds: [] })
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
