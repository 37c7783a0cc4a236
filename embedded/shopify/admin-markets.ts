import { byId, refusal } from './admin-nodes.ts'
import type { Catalogue } from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { BASE_CURRENCY, toCents } from './regions.ts'
import { type MarketEntry, nextId, type PriceListEntry, type Settings, soldTo } from './settings.ts'
import type { Switches } from './switches.ts'

type Options = {
  readonly settings: Settings
  readonly catalogue: Catalogue
  readonly switches: Pick<Switches, 'hasPayments'>
  readonly now: () => number
}

type MarketInput = {
  readonly name: string
  readonly status?: MarketEntry['status']
  readonly conditions?: { regionsCondition?: { regions?: readonly { countryCode: string }[] } }
  readonly currencySettings?: { baseCurrency?: string; localCurrencies?: boolean }
}
type FixedPrice = {
  readonly variantId: string
  readonly price: { readonly amount: string | number; readonly currencyCode: string }
}

/** Markets and price lists of the Admin API. A fixed price takes effect in the storefront immediately. */
export function createAdminMarkets({ settings, catalogue, switches, now }: Options) {
  const { markets, catalogs, priceLists } = settings

  const toPriceList = (list: PriceListEntry) => ({
    id: list.id,
    currency: list.currency,
    prices: (args: ConnectionArgs) =>
      toConnection(
        list.fixed.map((id) => ({ id })),
        args,
        (variant) => ({ variant }),
      ),
  })

  function toMarket(market: MarketEntry) {
    const regions = soldTo({ markets: [{ ...market, status: 'ACTIVE' }] }).map(({ isoCode, currency }) => ({
      __typename: 'MarketRegionCountry',
      id: isoCode,
      code: isoCode,
      currency: { currencyCode: currency.isoCode },
    }))
    const own = catalogs.filter(({ marketIds }) => marketIds.includes(market.id))
    return {
      id: market.id,
      name: market.name,
      status: market.status,
      conditions: { regionsCondition: { regions: (args: ConnectionArgs) => toConnection(regions, args) } },
      catalogs: (args: ConnectionArgs) =>
        toConnection(own, args, ({ id }) => {
          const list = priceLists.find(({ catalogId }) => catalogId === id)
          return { id, status: 'ACTIVE', priceList: list ? toPriceList(list) : null }
        }),
    }
  }

  function marketCreate({ input }: { input: MarketInput }) {
    const refuse = (message: string, code: string) => ({ userErrors: [refusal(message, code)] })
    const currency = input.currencySettings?.baseCurrency ?? BASE_CURRENCY
    if (markets.some(({ name }) => name === input.name)) return refuse('Name has already been taken', 'TAKEN')
    if (currency !== BASE_CURRENCY && !switches.hasPayments)
      return refuse('The specified currency is not supported.', 'UNSUPPORTED_CURRENCY')
    const market: MarketEntry = {
      id: nextId(settings, 'Market'),
      name: input.name,
      status: input.status ?? 'DRAFT',
      countries: (input.conditions?.regionsCondition?.regions ?? []).map(({ countryCode }) => countryCode),
      currency,
      localCurrencies: input.currencySettings?.localCurrencies ?? true,
    }
    markets.push(market)
    return { userErrors: [] }
  }

  function priceListFixedPricesAdd(args: { priceListId: string; prices: readonly FixedPrice[] }) {
    const refuse = (message: string, code: string) => ({ userErrors: [refusal(message, code)] })
    const list = priceLists.find(({ id }) => id === args.priceListId)
    if (list === undefined) return refuse('Price list does not exist.', 'PRICE_LIST_NOT_FOUND')
    const cents = new Map(
      args.prices.map(({ variantId, price }) => [variantId, toCents(String(price.amount))]),
    )
    const isForeign = args.prices.some(({ price }) => price.currencyCode !== list.currency)
    if (isForeign || [...cents.values()].includes(null))
      return refuse('The currency does not match the price list.', 'PRICE_LIST_CURRENCY_MISMATCH')
    const found = [...cents.keys()].map((id) => catalogue.variant(id))
    if (found.includes(null)) return refuse('Variant does not exist.', 'VARIANT_NOT_FOUND')
    for (const product of new Set(found.flatMap((one) => one?.product ?? []))) {
      const variants = product.variants.map((variant) => {
        const fixed = cents.get(variant.id)
        return fixed == null ? variant : { ...variant, cents: { ...variant.cents, [list.currency]: fixed } }
      })
      catalogue.save({ ...product, variants, updatedAt: new Date(now()).toISOString() })
    }
    list.fixed.push(...[...cents.keys()].filter((id) => !list.fixed.includes(id)))
    return { userErrors: [] }
  }

  return {
    markets: (args: ConnectionArgs) => toConnection(markets, args, toMarket),
    market: byId(markets, toMarket),
    priceLists: (args: ConnectionArgs) => toConnection(priceLists, args, toPriceList),
    priceList: byId(priceLists, toPriceList),
    marketCreate,
    catalogCreate({ input }: { input: { title: string; context: { marketIds?: string[] } } }) {
      const { title, context } = input
      const catalog = { id: nextId(settings, 'MarketCatalog'), title, marketIds: context.marketIds ?? [] }
      catalogs.push(catalog)
      return { userErrors: [] }
    },
    priceListCreate({ input }: { input: { name: string; currency: string; catalogId?: string } }) {
      if (priceLists.some(({ name }) => name === input.name))
        return { userErrors: [refusal('Name has already been taken', 'TAKEN')] }
      const { name, currency, catalogId = null } = input
      const list = { id: nextId(settings, 'PriceList'), name, currency, catalogId, fixed: [] }
      priceLists.push(list)
      return { userErrors: [] }
    },
    priceListFixedPricesAdd,
  }
}
