/**
 * The one table of the markets, for the shop, the functions and the stand-ins. Whatever differs between stores is a field
 * here: nothing else asks which market it is. A market that is added here also needs its row in the database's table
 * `markets`, and a market with its currency in the hosted store. Spec: 9 Business constants, Markets
 */

export type Country = { readonly code: string; readonly name: string }

/** Countries with one delivery time and one rate. */
export type Zone = {
  readonly name: string
  /** Before its delivery time: `UK 2–3 business days`. */
  readonly label: string
  /** To follow "in". */
  readonly place: string
  readonly countries: readonly Country[]
  /** Days of delivery once an order has shipped, from and to, until the owner gives others as the fact of this name. Spec: 9 */
  readonly days: readonly [number, number]
  readonly daysFact: 'deliveryDays' | 'farDeliveryDays'
  readonly unit: 'days' | 'business days'
  /** The rate for orders that do not ship free, for a new zone; the owner may change it. */
  readonly rate: string
}

type Facts = {
  readonly name: string
  readonly storeName: string
  /** Of the market that set-up makes in the hosted store. */
  readonly marketName: string
  /** Used in the redeem messages. */
  readonly shortName: string
  /** In titles: `UK & EU`. */
  readonly titleName: string
  /** The countries that are sent to this market; those of no market go to `MARKET_ELSEWHERE`. */
  readonly receives: readonly string[]
  readonly countryCode: string
  readonly currencyCode: string
  readonly currencyName: string
  /** Where the page is about nothing but prices. */
  readonly currencyShort: string
  readonly symbol: string
  readonly locale: string
  readonly timeZone: string
  /** Spelling, and the order of a date. */
  readonly english: 'american' | 'british'
  readonly paper: 'letter' | 'a4'
  /** Where it ships to, its own country first. */
  readonly zones: readonly Zone[]
  /** In whole currency units. Spec: 9 Free shipping */
  readonly freeShippingOver: number
  readonly sellsLimitedEdition: boolean
  /** The law of consumers that its terms tell of. */
  readonly consumerRights: 'us-states' | 'uk-eu'
  readonly vol2Handle: string
  /** The premium wands that its lists begin with. Spec: 3 Wand styles */
  readonly firstWands: readonly string[]
  /** To follow "ships to". */
  readonly shipsTo: string
  /** To follow "ships to" in a text that says that it is all. */
  readonly region: string
  /** The same, shorter. */
  readonly shortRegion: string
  /** To follow "ships free" or "ships". */
  readonly shipsWhere: string
  /** To follow "Shopping from". */
  readonly customersIn: string
  /** The text below the name in the market switcher. */
  readonly switcherNote: string
}

const EU = (
  'AT Austria, BE Belgium, BG Bulgaria, HR Croatia, CY Cyprus, CZ Czechia, DK Denmark, EE Estonia, ' +
  'FI Finland, FR France, DE Germany, GR Greece, HU Hungary, IE Ireland, IT Italy, LV Latvia, ' +
  'LT Lithuania, LU Luxembourg, MT Malta, NL Netherlands, PL Poland, PT Portugal, RO Romania, ' +
  'SK Slovakia, SI Slovenia, ES Spain, SE Sweden'
)
  .split(', ')
  .map((country) => ({ code: country.slice(0, 2), name: country.slice(3) }))

const TABLE = {
  us: {
    name: 'United States',
    storeName: 'United States store',
    marketName: 'United States',
    shortName: 'US',
    titleName: 'US',
    receives: ['US', 'CA'],
    countryCode: 'US',
    currencyCode: 'USD',
    currencyName: 'US dollars',
    currencyShort: 'US dollars',
    symbol: '$',
    locale: 'en-US',
    timeZone: 'America/New_York',
    english: 'american',
    paper: 'letter',
    zones: [
      {
        name: 'United States',
        label: 'United States',
        place: 'the United States',
        countries: [{ code: 'US', name: 'United States' }],
        days: [2, 5],
        daysFact: 'deliveryDays',
        unit: 'days',
        rate: '6.95',
      },
    ],
    freeShippingOver: 90,
    sellsLimitedEdition: false,
    consumerRights: 'us-states',
    vol2Handle: 'vol-ii-magical-you-pre-order',
    firstWands: [],
    shipsTo: 'the United States',
    region: 'the United States only',
    shortRegion: 'the US only',
    shipsWhere: 'within the United States',
    customersIn: 'the United States',
    switcherNote: 'USD, ships to US only',
  },
  uk: {
    name: 'United Kingdom',
    storeName: 'United Kingdom store',
    marketName: 'United Kingdom and EU',
    shortName: 'UK',
    titleName: 'UK & EU',
    receives: ['GB'],
    countryCode: 'GB',
    currencyCode: 'GBP',
    currencyName: 'pounds sterling',
    currencyShort: 'pounds',
    symbol: '£',
    locale: 'en-GB',
    timeZone: 'Europe/London',
    english: 'british',
    paper: 'a4',
    zones: [
      {
        name: 'United Kingdom',
        label: 'UK',
        place: 'the UK',
        countries: [{ code: 'GB', name: 'United Kingdom' }],
        days: [2, 3],
        daysFact: 'deliveryDays',
        unit: 'business days',
        rate: '3.95',
      },
      {
        name: 'European Union',
        label: 'Europe',
        place: 'Europe',
        countries: EU,
        days: [5, 7],
        daysFact: 'farDeliveryDays',
        unit: 'days',
        rate: '9.95',
      },
    ],
    freeShippingOver: 90,
    sellsLimitedEdition: true,
    consumerRights: 'uk-eu',
    vol2Handle: 'vol-ii-magical-you-pre-order-1',
    firstWands: ['Unicorn & Cherry', 'Unicorn & Chestnut'],
    shipsTo: 'the UK and EU',
    region: 'the UK and EU',
    shortRegion: 'the UK and EU',
    shipsWhere: 'to the UK and EU',
    customersIn: 'the UK or EU',
    switcherNote: 'GBP, ships to UK & EU',
  },
} as const satisfies Readonly<Record<string, Facts>>

export type Market = keyof typeof TABLE
export type CurrencyCode = (typeof TABLE)[Market]['currencyCode']
export type MarketFacts = Facts & { readonly currencyCode: CurrencyCode }

export const MARKETS: Readonly<Record<Market, MarketFacts>> = TABLE
export const MARKET_IDS = Object.keys(TABLE) as Market[]
/** The market of an address or a record that names none. Spec: 4 Market */
export const DEFAULT_MARKET: Market = 'us'
/** The market of a country that no market receives. Spec: 9 Country mapping */
export const MARKET_ELSEWHERE: Market = 'uk'

/** A value for each market, made of its facts. */
export function byMarket<T>(make: (facts: MarketFacts, market: Market) => T): Readonly<Record<Market, T>> {
  const entries = MARKET_IDS.map((market) => [market, make(MARKETS[market], market)])
  return Object.fromEntries(entries) as Record<Market, T>
}
