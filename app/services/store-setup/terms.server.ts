import { MARKETS, type Market, shippingCountries } from '#app/models/market.ts'
import { type Money, moneyOf } from '#app/models/money.ts'
import { isGiftOrUpgrade } from '#app/models/store-products.ts'
import {
  DELIVERY_PROFILES,
  DELIVERY_ZONES,
  type DeliveryZone,
  freeShippingFrom,
} from '#app/models/store-requirements.ts'
import { wantedVariants } from './products.server.ts'
import { changeStore, type Need, type Store } from './store.server.ts'

/** On what terms a store sells: in which markets, at which prices, and with which delivery. */

/** That the store sells to the countries of a market in its currency, at the fixed price of every variant. */
export function marketNeed(market: Market): Need {
  const { currencyCode, marketName } = MARKETS[market]
  const codes = shippingCountries(market).map(({ code }) => code)
  /** Gifts and upgrades are sold in either market, whichever product has them. */
  const wanted = (store: Store) =>
    wantedVariants(store, (_, { kind, markets }) => kind === 'vol-2' || markets.includes(market))

  /** The store's markets that sell to those countries. */
  function read(store: Store) {
    const sold = store.markets.flatMap((seller) =>
      (seller.conditions?.regionsCondition?.regions ?? []).flatMap((region) =>
        region && codes.includes(region.code)
          ? [{ code: region.code, currency: region.currency.currencyCode, seller }]
          : [],
      ),
    )
    const right = sold.filter(({ currency }) => currency === currencyCode)
    return {
      unsold: codes.filter((code) => !sold.some((country) => country.code === code)),
      wrong: sold.find((country) => !right.includes(country)),
      sellers: [...new Set(right.map(({ seller }) => seller))],
    }
  }

  return {
    name: `A market for ${marketName} in ${currencyCode}, with the price of every variant`,
    scopes: ['read_markets'],
    look(store) {
      const { wrong, unsold, sellers } = read(store)
      if (wrong)
        return `Your market “${wrong.seller.name}” sells to ${marketName} in ${wrong.currency}: in Shopify, set its currency to ${currencyCode}, without local currencies, or take those countries out of it, and run this again.`
      const variants = wanted(store)
      const isPriced = sellers.every(({ priced }) =>
        variants.every(({ stored }) => priced.has(stored?.id ?? '')),
      )
      return unsold.length === 0 && (store.currency === currencyCode || isPriced)
    },
    async make(store) {
      const { unsold } = read(store)
      if (unsold.length > 0)
        await changeStore(store, 'marketCreate', {
          'input: MarketCreateInput!': {
            name: `${marketName} (Wizard Box)`,
            status: 'ACTIVE',
            conditions: { regionsCondition: { regions: unsold.map((countryCode) => ({ countryCode })) } },
            currencySettings: { baseCurrency: currencyCode, localCurrencies: false },
          },
        })
      if (store.currency === currencyCode) return
      for (const { id, name, catalogId, priceListId } of read(await store.again()).sellers) {
        if (priceListId !== null) continue
        const title = `Wizard Box ${currencyCode}, ${name}`
        const catalog = { title, status: 'ACTIVE', context: { marketIds: [id] } }
        if (catalogId === null)
          await changeStore(store, 'catalogCreate', { 'input: CatalogCreateInput!': catalog })
        const made = (await store.again()).markets.find((one) => one.id === id)?.catalogId
        const parent = { adjustment: { type: 'PERCENTAGE_DECREASE', value: 0 } }
        const list = { name: title, currency: currencyCode, catalogId: made, parent }
        await changeStore(store, 'priceListCreate', { 'input: PriceListCreateInput!': list })
      }
      const listed = await store.again()
      for (const { priceListId, priced } of read(listed).sellers) {
        // A price that the owner has fixed in this list stays.
        const prices = wanted(listed).flatMap(({ price, stored }) =>
          stored && !priced.has(stored.id)
            ? [{ variantId: stored.id, price: moneyOf(price, currencyCode) }]
            : [],
        )
        if (prices.length > 0)
          await changeStore(store, 'priceListFixedPricesAdd', {
            'priceListId: ID!': priceListId,
            'prices: [PriceListPriceInput!]!': prices,
          })
      }
    },
  }
}

export const DELIVERY_SCOPES = ['read_shipping', 'read_locations']

type DeliveryKind = keyof typeof DELIVERY_PROFILES
const WORDS = {
  free: 'in which gifts and upgrades ship free',
  paid: 'with a rate for each region, free over the limit',
}

/** One of the two delivery profiles, with its variants. Its zones and rates are the owner's to change. */
export function deliveryNeed(kind: DeliveryKind): Need {
  const name = DELIVERY_PROFILES[kind]

  /** The profile, and the required variants that belong into it and are not in it. */
  function read(store: Store) {
    const id = store.deliveryProfiles.find((profile) => profile.name === name)?.id
    const wanted = wantedVariants(
      store,
      (variant, product) => isGiftOrUpgrade(product, variant) === (kind === 'free'),
    )
    return {
      id,
      outside: wanted.filter(({ stored }) => id === undefined || stored?.deliveryProfile?.id !== id),
    }
  }

  return {
    name: `The delivery profile “${name}”, ${WORDS[kind]}`,
    scopes: DELIVERY_SCOPES,
    look: (store) => read(store).outside.length === 0,
    async make(store) {
      if (read(store).id === undefined) {
        const locations = store.locations.map((place) => place.id)
        const group = { locations, zonesToCreate: DELIVERY_ZONES.map((zone) => zoneInput(zone, kind)) }
        const profile = { name, locationGroupsToCreate: [group] }
        await changeStore(store, 'deliveryProfileCreate', { 'profile: DeliveryProfileInput!': profile })
      }
      const { id, outside } = read(await store.again())
      const profile = { variantsToAssociate: outside.flatMap(({ stored }) => stored?.id ?? []) }
      await changeStore(store, 'deliveryProfileUpdate', {
        'id: ID!': id,
        'profile: DeliveryProfileInput!': profile,
      })
    },
  }
}

/** A zone with its rates: free at any total, or a rate that is free from the limit on. Spec: 9 Free shipping */
function zoneInput({ name, market, countries, rate }: DeliveryZone, kind: DeliveryKind) {
  const rateInput = (title: string, price: Money, from: Money | null) => ({
    name: title,
    active: true,
    rateDefinition: { price },
    ...(from && { priceConditionsToCreate: [{ criteria: from, operator: 'GREATER_THAN_OR_EQUAL_TO' }] }),
  })
  const free = (from: Money | null) =>
    rateInput('Free shipping', moneyOf(0, MARKETS[market].currencyCode), from)
  return {
    name,
    countries: countries.map(({ code }) => ({ code, includeAllProvinces: true })),
    methodDefinitionsToCreate:
      kind === 'free' ? [free(null)] : [rateInput('Tracked', rate, null), free(freeShippingFrom(market))],
  }
}
