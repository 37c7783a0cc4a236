import { MARKETS, type Market, shippingCountries } from '#app/models/market.ts'
import { moneyOf } from '#app/models/money.ts'
import { changeAdmin } from '#supabase/functions/_shared/shopify-admin.ts'
import { CREATE_CATALOG, CREATE_MARKET, CREATE_PRICE_LIST, FIX_PRICES } from './documents.server.ts'
import type { Need } from './need.server.ts'
import { wantedVariants } from './products.server.ts'
import type { Store, StoredMarket } from './store.server.ts'

/** As many prices as Shopify takes at a time. */
const PRICES_AT_A_TIME = 250

/** The store's markets as a market of the shop sees them. */
async function readMarkets(store: Store, market: Market) {
  const markets = await store.markets()
  const { currencyCode } = MARKETS[market]
  const codes = shippingCountries(market).map(({ code }) => code)
  const ours = markets.flatMap((stored) =>
    stored.countries
      .filter(({ code }) => codes.includes(code))
      .map(({ code, currency }) => ({ stored, code, currency })),
  )
  const right = ours.filter(({ currency }) => currency === currencyCode)
  return {
    /** Countries of `market` that no market of the store sells to. */
    without: codes.filter((code) => !ours.some((country) => country.code === code)),
    /** Those that are sold to in another currency. */
    wrong: ours.filter(({ currency }) => currency !== currencyCode),
    /** The store's markets that sell to its countries in its currency. */
    stored: [...new Set(right.map(({ stored }) => stored))],
  }
}

/** That the store sells to the countries of a market in its currency, at the fixed price of every variant. */
export function marketNeed(market: Market): Need {
  const { currencyCode, marketName } = MARKETS[market]
  /** Gifts and upgrades are sold in either market, whichever product has them. */
  const variants = (store: Store) =>
    wantedVariants(store, (_, { kind, markets }) => kind === 'vol-2' || markets.includes(market))
  return {
    id: `market:${market}`,
    name: `A market for ${marketName} in ${currencyCode}, with the price of every variant`,
    scopes: ['read_markets'],
    async look(store) {
      const { wrong, without, stored } = await readMarkets(store, market)
      const [first] = wrong
      if (first)
        return {
          message: `Your market “${first.stored.name}” sells to ${marketName} in ${first.currency}; the shop's prices are in ${currencyCode}.`,
          mend: `In Shopify, open Settings, Markets, “${first.stored.name}”, and set its currency to ${currencyCode}, without local currencies; or take those countries out of it. Then run npm run setup.`,
        }
      const wanted = await variants(store)
      const isPriced = ({ priceList }: StoredMarket) =>
        priceList !== null && wanted.every((one) => priceList.variantIds.has(one.stored?.id ?? ''))
      return without.length === 0 && (store.currency === currencyCode || stored.every(isPriced))
    },
    async make(store) {
      const { without } = await readMarkets(store, market)
      if (without.length > 0) {
        const input = {
          name: `${marketName} (Wizard Box)`,
          status: 'ACTIVE',
          conditions: { regionsCondition: { regions: without.map((countryCode) => ({ countryCode })) } },
          currencySettings: { baseCurrency: currencyCode, localCurrencies: false },
        }
        await changeAdmin(store.admin, CREATE_MARKET, { input })
        store.forget()
      }
      if (store.currency === currencyCode) return
      await createPriceLists(store, market)
      const wanted = await variants(store)
      for (const { priceList } of (await readMarkets(store, market)).stored) {
        // A price that the owner has fixed in this list stays.
        const prices = wanted.flatMap(({ price, stored }) =>
          stored && !priceList?.variantIds.has(stored.id)
            ? [{ variantId: stored.id, price: moneyOf(price, currencyCode) }]
            : [],
        )
        for (let start = 0; start < prices.length; start += PRICES_AT_A_TIME) {
          const some = prices.slice(start, start + PRICES_AT_A_TIME)
          await changeAdmin(store.admin, FIX_PRICES, { priceListId: priceList?.id, prices: some })
        }
      }
    },
  }
}

/** Gives every market of the store that sells for `market` its price list. */
async function createPriceLists(store: Store, market: Market): Promise<void> {
  const currency = MARKETS[market].currencyCode
  const markets = async () => (await readMarkets(store, market)).stored
  for (const { id, name, catalogId, priceList } of await markets()) {
    if (priceList !== null) continue
    const title = `Wizard Box ${currency}, ${name}`
    const catalog = { title, status: 'ACTIVE', context: { marketIds: [id] } }
    if (catalogId === null) await changeAdmin(store.admin, CREATE_CATALOG, { input: catalog })
    store.forget()
    const made = (await markets()).find((one) => one.id === id)?.catalogId
    const parent = { adjustment: { type: 'PERCENTAGE_DECREASE', value: 0 } }
    await changeAdmin(store.admin, CREATE_PRICE_LIST, {
      input: { name: title, currency, catalogId: made, parent },
    })
    store.forget()
  }
}
