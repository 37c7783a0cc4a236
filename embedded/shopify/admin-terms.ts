import type { CurrencyCode } from '#app/models/money.ts'
import type { Catalogue } from './catalogue.ts'
import { refusal } from './graphql-server.ts'
import { BASE_CURRENCY, toCents } from './regions.ts'
import { type MarketEntry, nextId, type PriceListEntry, type Settings, soldTo } from './settings.ts'
import type { Switches } from './switches.ts'

type Options = {
  readonly settings: Settings
  readonly catalogue: Catalogue
  readonly switches: Pick<Switches, 'hasPayments'>
}
type MarketInput = {
  readonly name: string
  readonly status: MarketEntry['status']
  readonly conditions: { regionsCondition: { regions: readonly { countryCode: string }[] } }
  readonly currencySettings: { baseCurrency: string; localCurrencies: boolean }
}
type FixedPrice = {
  readonly variantId: string
  readonly price: { readonly amount: string | number; readonly currencyCode: string }
}

/** Markets and price lists of the Admin API. A fixed price takes effect in the storefront immediately. */
export function createAdminMarkets({ settings, catalogue, switches }: Options) {
  const { markets, catalogs, priceLists } = settings
  const done = { userErrors: [] }
  const refuse = (message: string) => ({ userErrors: [refusal(message)] })

  const toPriceList = ({ id, currency, fixed }: PriceListEntry) => ({
    ...{ id, currency },
    prices: fixed.map((variantId) => ({ id: variantId, variant: { id: variantId } })),
  })

  function toMarket({ id, name, status, ...market }: MarketEntry) {
    const regions = soldTo({ markets: [{ ...market, id, name, status: 'ACTIVE' }] }).map(
      ({ isoCode, currency }) => ({
        __typename: 'MarketRegionCountry',
        id: isoCode,
        code: isoCode,
        currency: { currencyCode: currency.isoCode },
      }),
    )
    const own = catalogs
      .filter(({ marketIds }) => marketIds.includes(id))
      .map((catalog) => {
        const list = priceLists.find(({ catalogId }) => catalogId === catalog.id)
        return { id: catalog.id, status: 'ACTIVE', priceList: list ? toPriceList(list) : null }
      })
    return {
      ...{ id, name, status },
      conditions: { regionsCondition: { regions } },
      catalogs: own,
    }
  }

  return {
    markets: () => markets.map(toMarket),
    market: ({ id }: { id: string }) => markets.map(toMarket).find((market) => market.id === id) ?? null,
    priceLists: () => priceLists.map(toPriceList),
    priceList: ({ id }: { id: string }) => priceLists.map(toPriceList).find((list) => list.id === id) ?? null,
    marketCreate({ input: { name, status, conditions, currencySettings } }: { input: MarketInput }) {
      const { baseCurrency: currency, localCurrencies } = currencySettings
      if (currency !== BASE_CURRENCY && !switches.hasPayments)
        return refuse('The specified currency is not supported.')
      const countries = conditions.regionsCondition.regions.map(({ countryCode }) => countryCode)
      markets.push({ id: nextId(settings, 'Market'), name, status, countries, currency, localCurrencies })
      return done
    },
    catalogCreate({ input }: { input: { title: string; context: { marketIds?: string[] } } }) {
      const marketIds = input.context.marketIds ?? []
      catalogs.push({ id: nextId(settings, 'MarketCatalog'), title: input.title, marketIds })
      return done
    },
    priceListCreate({ input }: { input: { name: string; currency: CurrencyCode; catalogId?: string } }) {
      const { name, currency, catalogId = null } = input
      if (priceLists.some((list) => list.name === name)) return refuse('Name has already been taken')
      priceLists.push({ id: nextId(settings, 'PriceList'), name, currency, catalogId, fixed: [] })
      return done
    },
    priceListFixedPricesAdd({ priceListId, prices }: { priceListId: string; prices: readonly FixedPrice[] }) {
      const list = priceLists.find(({ id }) => id === priceListId)
      if (!list || prices.some(({ price }) => price.currencyCode !== list.currency))
        return refuse('The price list does not exist, or has another currency.')
      const ofProduct = Map.groupBy(prices, ({ variantId }) => catalogue.variant(variantId)?.product)
      for (const [product, own] of ofProduct) {
        if (!product) return refuse('Variant does not exist.')
        const cents = new Map(
          own.map(({ variantId, price }) => [variantId, toCents(String(price.amount)) ?? 0]),
        )
        const variants = product.variants.map((variant) => {
          const fixed = cents.get(variant.id) ?? variant.cents[list.currency]
          return { ...variant, cents: { ...variant.cents, [list.currency]: fixed } }
        })
        catalogue.save({ ...product, variants })
        list.fixed.push(...[...cents.keys()].filter((id) => !list.fixed.includes(id)))
      }
      return done
    },
  }
}

type Amount = { readonly amount: string | number }
type ZoneInput = {
  readonly name: string
  readonly countries: readonly { readonly code: string }[]
  readonly methodDefinitionsToCreate: readonly {
    readonly name: string
    readonly rateDefinition: { readonly price: Amount }
    readonly priceConditionsToCreate?: readonly { readonly criteria: Amount }[]
  }[]
}
type NewProfile = {
  readonly name: string
  readonly locationGroupsToCreate: readonly {
    readonly locations?: readonly string[]
    readonly zonesToCreate: readonly ZoneInput[]
  }[]
}

const centsOf = ({ amount }: Amount) => toCents(String(amount)) ?? 0

/** Delivery profiles of the Admin API, by which orders are charged: made with all their zones, then given variants. */
export function createAdminDelivery(settings: Settings) {
  const { profiles, locationIds } = settings
  return {
    locationsAvailableForDeliveryProfilesConnection: () => locationIds.map((id) => ({ id })),
    deliveryProfiles: profiles,
    deliveryProfileCreate({ profile: { name, locationGroupsToCreate: groups } }: { profile: NewProfile }) {
      if (groups.some(({ locations }) => !locations?.length))
        return { userErrors: [refusal('A location group needs a location.')] }
      const zones = groups.flatMap(({ zonesToCreate }) => zonesToCreate)
      const countries = zones.flatMap((zone) => zone.countries.map(({ code }) => code))
      if (new Set(countries).size < countries.length)
        return { userErrors: [refusal('A country is in another zone of this profile already.')] }
      profiles.push({
        id: nextId(settings, 'DeliveryProfile'),
        name,
        isDefault: false,
        zones: zones.map((zone) => ({
          name: zone.name,
          countries: zone.countries.map(({ code }) => code),
          rates: zone.methodDefinitionsToCreate.map((rate) => ({
            name: rate.name,
            cents: centsOf(rate.rateDefinition.price),
            fromCents: rate.priceConditionsToCreate?.[0]
              ? centsOf(rate.priceConditionsToCreate[0].criteria)
              : null,
          })),
        })),
        variantIds: [],
      })
      return { userErrors: [] }
    },
    deliveryProfileUpdate(args: { id: string; profile: { variantsToAssociate?: readonly string[] } }) {
      const moved = args.profile.variantsToAssociate ?? []
      for (const profile of profiles)
        profile.variantIds = [
          ...profile.variantIds.filter((id) => !moved.includes(id)),
          ...(profile.id === args.id ? moved : []),
        ]
      return { userErrors: [] }
    },
  }
}
