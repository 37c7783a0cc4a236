import { MARKETS, type Market, shippingCountries } from '../../models/market.ts'
import { variantsWithout } from './compare-products.server.ts'
import { type ComparisonOptions, count, forPerson, forSetup, type StoreFinding } from './finding.server.ts'
import type { StoredMarket, StoreState } from './read-store.server.ts'

/** The active markets of a store that sell to countries of `market` in its currency. */
export function storedMarketsOf(markets: readonly StoredMarket[], market: Market): StoredMarket[] {
  const { currencyCode } = MARKETS[market]
  return markets.filter(
    ({ isActive, countries }) =>
      isActive && countries.some(({ code, currency }) => isOf(market, code) && currency === currencyCode),
  )
}

function isOf(market: Market, country: string): boolean {
  return shippingCountries(market).some(({ code }) => code === country)
}

/** Codes of the countries of `market` that no active market of the store sells to. */
export function countriesWithoutMarket(markets: readonly StoredMarket[], market: Market): string[] {
  const sold = new Set(
    markets.filter(({ isActive }) => isActive).flatMap(({ countries }) => countries.map(({ code }) => code)),
  )
  return shippingCountries(market)
    .map(({ code }) => code)
    .filter((code) => !sold.has(code))
}

/** What is missing or wrong of the store's markets and prices for a market of the shop. */
export function marketFindings(
  store: StoreState,
  market: Market,
  options: ComparisonOptions,
): StoreFinding[] {
  if (store.markets === null) return []
  const { currencyCode, shipsTo } = MARKETS[market]
  const wrong = store.markets.flatMap(({ isActive, name, countries }) => {
    const foreign = countries.filter(({ code, currency }) => isOf(market, code) && currency !== currencyCode)
    const currencies = [...new Set(foreign.map(({ currency }) => currency))]
    return isActive && foreign.length > 0 ? [{ name, currencies }] : []
  })
  if (wrong.length > 0)
    return wrong.map(({ name, currencies }) =>
      forPerson(
        `market:${market}:currency:${name}`,
        'stops',
        `Your market “${name}” sells to ${shipsTo} in ${currencies.join(' and ')}; the shop's prices are in ${currencyCode}.`,
        `In Shopify, open Settings, Markets, “${name}”, and set its currency to ${currencyCode}, without local currencies; or take those countries out of it. Then run \`npm run setup\`.`,
      ),
    )
  const isComing = countriesWithoutMarket(store.markets, market).length > 0
  const message = `No market sells to ${shipsTo} in ${currencyCode}, or not to all of it.`
  const step = { kind: 'create-market', market } as const
  return [
    ...(isComing ? [forSetup(`market:${market}`, 'stops', message, step)] : []),
    ...(store.currency === currencyCode ? [] : priceFindings(store, market, options, isComing)),
  ]
}

function priceFindings(
  store: StoreState,
  market: Market,
  options: ComparisonOptions,
  isComing: boolean,
): StoreFinding[] {
  const { currencyCode, shipsTo } = MARKETS[market]
  const stored = storedMarketsOf(store.markets ?? [], market)
  const wrong = stored.filter(({ priceList }) => priceList !== null && priceList.currency !== currencyCode)
  if (wrong.length > 0)
    return wrong.map(({ name, priceList }) =>
      forPerson(
        `prices:${market}:currency:${name}`,
        'stops',
        `The price list of your market “${name}” is in ${priceList?.currency}; the shop's prices are in ${currencyCode}.`,
        `In Shopify, open the catalog of “${name}” and set its currency to ${currencyCode}.`,
      ),
    )
  const found: StoreFinding[] = []
  const lists = stored.flatMap(({ priceList }) => priceList ?? [])
  const isListed = !isComing && lists.length === stored.length
  if (!isListed) {
    const message = `There is no price list in ${currencyCode} for ${shipsTo}: prices would be converted from ${store.currency} day by day.`
    found.push(forSetup(`prices:${market}:list`, 'stops', message, { kind: 'create-price-list', market }))
  }
  const isPriced = (id: string) => isListed && lists.every(({ variantIds }) => variantIds.has(id))
  const variants = variantsWithout(store, options, isPriced, market)
  if (variants.length > 0) {
    const message = `${count(variants, 'variant has', 'variants have')} no fixed price in ${currencyCode}.`
    found.push(forSetup(`prices:${market}`, 'stops', message, { kind: 'set-prices', market, variants }))
  }
  return found
}
