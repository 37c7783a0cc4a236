import { MARKETS, type Market, shippingCountries } from '#app/models/market.ts'
import { moneyOf } from '#app/models/money.ts'
import { changeAdmin } from '#supabase/functions/_shared/shopify-admin.ts'
import { CREATE_CATALOG, CREATE_MARKET, CREATE_PRICE_LIST, FIX_PRICES } from './documents.server.ts'
import { counted, forPerson, forSetup, gone, type Making, type StoreFinding } from './finding.server.ts'
import { findVariants, type ProductState, variantsWithout, type WantedVariant } from './products.server.ts'
import { readMarkets, type StoredMarket, type StoreState } from './read-store.server.ts'

/** The active markets of a store that sell to countries of `market` in its currency. */
function storedMarketsOf(markets: readonly StoredMarket[], market: Market): StoredMarket[] {
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
function countriesWithoutMarket(markets: readonly StoredMarket[], market: Market): string[] {
  const sold = new Set(
    markets.filter(({ isActive }) => isActive).flatMap(({ countries }) => countries.map(({ code }) => code)),
  )
  return shippingCountries(market)
    .map(({ code }) => code)
    .filter((code) => !sold.has(code))
}

/** What is missing or wrong of the store's markets and prices for a market of the shop. */
export function marketFindings(
  { markets, currency: ownCurrency }: StoreState,
  market: Market,
  products: readonly ProductState[],
): StoreFinding[] {
  if (markets === null) return []
  const { currencyCode, shipsTo } = MARKETS[market]
  const wrong = markets.flatMap(({ isActive, name, countries }) => {
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
  const found: StoreFinding[] = []
  const isComing = countriesWithoutMarket(markets, market).length > 0
  if (isComing) {
    const message = `No market sells to ${shipsTo} in ${currencyCode}, or not to all of it.`
    const words = `Create a market for ${shipsTo} in ${currencyCode}`
    found.push(
      forSetup(`market:${market}`, 'stops', message, words, (making) => createMarket(making, market)),
    )
  }
  // The prices of products themselves are in the shop's own currency.
  if (ownCurrency === currencyCode) return found
  const stored = storedMarketsOf(markets, market)
  return [...found, ...priceFindings(stored, isComing, market, ownCurrency, products)]
}

/** @param isComing whether set-up will add one to the stored markets */
function priceFindings(
  stored: readonly StoredMarket[],
  isComing: boolean,
  market: Market,
  ownCurrency: string,
  products: readonly ProductState[],
): StoreFinding[] {
  const { currencyCode, shipsTo } = MARKETS[market]
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
    const message = `There is no price list in ${currencyCode} for ${shipsTo}: prices would be converted from ${ownCurrency} day by day.`
    const words = `Create a price list in ${currencyCode} for ${shipsTo}`
    const create = (making: Making) => createPriceLists(making, market)
    found.push(forSetup(`prices:${market}:list`, 'stops', message, words, create))
  }
  const wanted = variantsWithout(
    products,
    // Gifts and upgrades are sold in either market, whichever product has them.
    (_, { kind, markets }) => kind === 'vol-2' || markets.includes(market),
    (id) => isListed && lists.every(({ variantIds }) => variantIds.has(id)),
  )
  if (wanted.length > 0) {
    const message = `${counted(wanted.length, 'variant has', 'variants have')} no fixed price in ${currencyCode}.`
    const words = `Set the prices of ${counted(wanted.length, 'variant')} in ${currencyCode}`
    const set = (making: Making) => setPrices(making, market, wanted)
    found.push(forSetup(`prices:${market}`, 'stops', message, words, set))
  }
  return found
}

async function createMarket({ admin }: Making, market: Market): Promise<void> {
  const missing = countriesWithoutMarket(await readMarkets(admin), market)
  await changeAdmin(admin, CREATE_MARKET, {
    input: {
      name: `${MARKETS[market].marketName} (Wizard Box)`,
      status: 'ACTIVE',
      conditions: { regionsCondition: { regions: missing.map((code) => ({ countryCode: code })) } },
      currencySettings: { baseCurrency: MARKETS[market].currencyCode, localCurrencies: false },
    },
  })
}

async function createPriceLists({ admin }: Making, market: Market): Promise<void> {
  const { currencyCode } = MARKETS[market]
  const marketsNow = async () => storedMarketsOf(await readMarkets(admin), market)
  for (const { id, name, catalogId, priceList } of await marketsNow()) {
    if (priceList !== null) continue
    const title = `Wizard Box ${currencyCode}, ${name}`
    if (catalogId === null)
      await changeAdmin(admin, CREATE_CATALOG, {
        input: { title, status: 'ACTIVE', context: { marketIds: [id] } },
      })
    const catalog = catalogId ?? (await marketsNow()).find((stored) => stored.id === id)?.catalogId
    const parent = { adjustment: { type: 'PERCENTAGE_DECREASE', value: 0 } }
    const input = { name: title, currency: currencyCode, catalogId: catalog, parent }
    await changeAdmin(admin, CREATE_PRICE_LIST, { input })
  }
}

async function setPrices(
  { admin, uploads }: Making,
  market: Market,
  wanted: readonly WantedVariant[],
): Promise<void> {
  const { currencyCode } = MARKETS[market]
  const variants = await findVariants(admin, wanted)
  for (const { priceList } of storedMarketsOf(await readMarkets(admin), market)) {
    if (priceList === null) throw gone('the price list')
    // A price that the owner has fixed in this list stays.
    const unpriced = variants.filter(({ id }) => !priceList.variantIds.has(id))
    const prices = unpriced.map(({ id, price }) => ({ variantId: id, price: moneyOf(price, currencyCode) }))
    if (prices.length === 0) continue
    uploads.onProgress(`${counted(prices.length, 'price')}`)
    await changeAdmin(admin, FIX_PRICES, { priceListId: priceList.id, prices })
  }
}
