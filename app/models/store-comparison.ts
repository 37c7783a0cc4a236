import { MARKET_IDS, MARKETS, type Market, shippingCountries } from './market.ts'
import { toMinorUnits } from './money.ts'
import {
  isRequiredProduct,
  missingTags,
  missingVariants,
  REQUIRED_PRODUCTS,
  type RequiredProduct,
  type RequiredVariant,
} from './store-products.ts'
import {
  ADMIN_SCOPES,
  DELIVERY_PROFILES,
  DELIVERY_ZONES,
  type DeliveryZone,
  freeShippingFrom,
  missingScopes,
  REQUIRED_WEBHOOKS,
  SETUP_SCOPES,
  topicName,
  type WebhookTopic,
} from './store-requirements.ts'
import type { StoredMarket, StoredProduct, StoredProfile, StoreState } from './store-state.ts'

/**
 * Compares a Shopify shop with what this shop requires of it. Set-up carries out the steps of the findings, the check
 * shows them. Neither changes anything that a finding without a step is about.
 */

export type DeliveryKind = keyof typeof DELIVERY_PROFILES

/** Variants of one required product, by their required titles. */
export type ProductVariants = { readonly handle: string; readonly titles: readonly string[] }

/** One change that set-up can make. Ids are looked up when it is made, as earlier steps create what later ones name. */
export type SetupStep =
  | { readonly kind: 'create-product'; readonly handle: string }
  | { readonly kind: 'adopt-product'; readonly handle: string }
  | { readonly kind: 'add-variants'; readonly handle: string; readonly titles: readonly string[] }
  | { readonly kind: 'add-tags'; readonly handle: string; readonly tags: readonly string[] }
  | { readonly kind: 'publish'; readonly handle: string }
  | { readonly kind: 'create-market'; readonly market: Market }
  | { readonly kind: 'create-price-list'; readonly market: Market }
  | { readonly kind: 'set-prices'; readonly market: Market; readonly variants: readonly ProductVariants[] }
  | { readonly kind: 'create-delivery'; readonly profile: DeliveryKind }
  | {
      readonly kind: 'complete-delivery'
      readonly profile: DeliveryKind
      /** Names of zones. */
      readonly zones: readonly string[]
    }
  | {
      readonly kind: 'assign-delivery'
      readonly profile: DeliveryKind
      readonly variants: readonly ProductVariants[]
    }
  | { readonly kind: 'create-webhook'; readonly topic: WebhookTopic; readonly address: string }

export type StoreFinding = {
  /** Stable, for tests and for the owner's room: `product:magic-wand:tags`. */
  readonly id: string
  /** `stops`: the shop cannot open with it. */
  readonly weight: 'stops' | 'harms'
  /** What is missing or different. */
  readonly message: string
  /** What the owner does about it. */
  readonly mend: string
  /** Null where only a person can mend it. */
  readonly step: SetupStep | null
}

export type ComparisonOptions = {
  /** Scheme and host of the shop; null while it is not known, and no webhook can be compared. */
  readonly origin: string | null
  /** Handles of the owner's own products that set-up may change. */
  readonly adopted?: readonly string[]
  /** Whether the token must be allowed what set-up does, too. */
  readonly forSetup?: boolean
}

const RUN_SETUP = 'Run `npm run setup`, which does it.'

/**
 * Everything that is missing or different, in the order in which set-up mends it: products are published last, so that
 * none is for sale at a wrong price, with delivery for a gift, or unseen by the webhooks.
 * @param store parts that are null are not compared
 */
export function compareStore(store: StoreState, options: ComparisonOptions): StoreFinding[] {
  return [
    ...scopeFindings(store, options),
    ...REQUIRED_PRODUCTS.flatMap((required) => productFindings(store, required, options)),
    ...MARKET_IDS.flatMap((market) => marketFindings(store, market, options)),
    ...deliveryFindings(store, options),
    ...webhookFindings(store, options),
    ...channelFindings(store, options),
  ]
}

/** What the token is not allowed. Spec: product decisions 3 */
function scopeFindings({ scopes }: StoreState, { forSetup }: ComparisonOptions): StoreFinding[] {
  const needed = forSetup ? [...ADMIN_SCOPES, ...SETUP_SCOPES] : ADMIN_SCOPES
  return missingScopes(scopes, needed).map((scope) => ({
    id: `scope:${scope}`,
    weight: 'stops',
    message: `The Admin API token is not allowed ${scope}.`,
    mend: `Add ${scope} to the app's access scopes, release the version, and install the app again.`,
    step: null,
  }))
}

type Own = { readonly product: StoredProduct; readonly required: RequiredProduct }

function ownProduct(
  store: StoreState,
  required: RequiredProduct,
  { adopted = [] }: ComparisonOptions,
): StoredProduct | 'missing' | 'taken' | 'foreign' {
  const product = store.products.get(required.handle)
  if (product === undefined) return 'missing'
  if (!isRequiredProduct(product, required)) return 'taken'
  const isComplete = toAdd(product, required).length === 0 && missingTags(product.tags, required).length === 0
  return product.isMarked || isComplete || adopted.includes(required.handle) ? product : 'foreign'
}

function toAdd(product: StoredProduct, required: RequiredProduct): RequiredVariant[] {
  return missingVariants({ title: product.title, variants: product.variants.map(asVariant) }, required)
}

function asVariant({ id, title, availableForSale }: StoredProduct['variants'][number]) {
  return { id, title, availableForSale, price: null, selectedOptions: [] }
}

/** The variant of a store's product that the rules take for a required one; null while it is missing. */
export function storedVariantOf(product: StoredProduct, variant: RequiredVariant) {
  const found = variant.find({ title: product.title, variants: product.variants.map(asVariant) })
  return product.variants.find(({ id }) => id === found?.id) ?? null
}

function named(titles: readonly string[]): string {
  return titles.map((title) => `“${title}”`).join(', ')
}

function productFindings(
  store: StoreState,
  required: RequiredProduct,
  options: ComparisonOptions,
): StoreFinding[] {
  const { handle, title } = required
  const weight = required.needed ? 'stops' : 'harms'
  const id = `product:${handle}`
  const product = ownProduct(store, required, options)
  if (product === 'missing') {
    const message = `There is no product “${title}” (handle ${handle}).`
    return [{ id, weight, message, mend: RUN_SETUP, step: { kind: 'create-product', handle } }]
  }
  const other = store.products.get(handle)
  if (product === 'taken' || other === undefined) {
    const message = `The handle ${handle} belongs to another product of yours, “${other?.title}”; the shop needs it for “${title}”.`
    const mend = `In Shopify, open “${other?.title}”, change the handle under “Search engine listing”, without a redirect, and run \`npm run setup\`.`
    return [{ id: `${id}:taken`, weight, message, mend, step: null }]
  }
  const titles = toAdd(other, required).map((variant) => variant.title)
  const tags = missingTags(other.tags, required)
  if (product === 'foreign') {
    const lacks = [
      ...(titles.length > 0 ? [`the variants ${named(titles)}`] : []),
      ...(tags.length > 0 ? [`the tags ${named(tags)}`] : []),
    ].join(' and ')
    const message = `“${other.title}” (handle ${handle}) is a product of your own, and lacks ${lacks}.`
    const mend = `If the shop shall sell it, run \`npm run setup -- --adopt ${handle}\`, which adds them; otherwise give it another handle in Shopify.`
    return [{ id: `${id}:own`, weight, message, mend, step: null }]
  }
  const about = `“${product.title}” (handle ${handle})`
  const found: StoreFinding[] = []
  if (!product.isMarked && options.adopted?.includes(handle))
    found.push({
      id: `${id}:adopt`,
      weight: 'harms',
      message: `${about} is not yet marked as one that set-up may change.`,
      mend: RUN_SETUP,
      step: { kind: 'adopt-product', handle },
    })
  if (titles.length > 0) {
    const hasOneOption = product.optionNames.length === 1
    found.push({
      id: `${id}:variants`,
      weight,
      message: `${about} lacks the variants ${named(titles)}.`,
      mend: hasOneOption ? RUN_SETUP : 'In Shopify, reduce its options to one, and run `npm run setup`.',
      step: hasOneOption ? { kind: 'add-variants', handle, titles } : null,
    })
  }
  if (tags.length > 0)
    found.push({
      id: `${id}:tags`,
      weight,
      message: `${about} lacks the tags ${named(tags)}.`,
      mend: RUN_SETUP,
      step: { kind: 'add-tags', handle, tags },
    })
  return [...found, ...stateFindings({ product, required })]
}

/** What only the owner decides about a product: whether it is active, its stock and its pictures. */
function stateFindings({ product, required }: Own): StoreFinding[] {
  const { handle } = required
  const about = `“${product.title}” (handle ${handle})`
  const found: StoreFinding[] = []
  if (product.status !== 'ACTIVE')
    found.push({
      id: `product:${handle}:status`,
      weight: required.needed ? 'stops' : 'harms',
      message: `${about} is not active, so nobody can buy it.`,
      mend: `In Shopify, open it and set its status to Active.`,
      step: null,
    })
  if (!product.hasPicture)
    found.push({
      id: `product:${handle}:picture`,
      weight: 'harms',
      message: `${about} has no picture.`,
      mend: 'In Shopify, add one.',
      step: null,
    })
  if (product.variants.length > 0 && !product.variants.some(({ availableForSale }) => availableForSale))
    found.push({
      id: `product:${handle}:stock`,
      weight: 'harms',
      message: `Every variant of ${about} is sold out.`,
      mend: 'In Shopify, give them stock, or switch off “Inventory tracked”.',
      step: null,
    })
  return found
}

/** The required products that are the shop's, or will be once set-up has created them. */
function comingProducts(
  store: StoreState,
  options: ComparisonOptions,
): { readonly required: RequiredProduct; readonly product: StoredProduct | null }[] {
  return REQUIRED_PRODUCTS.flatMap((required) => {
    const product = ownProduct(store, required, options)
    if (product === 'taken' || product === 'foreign') return []
    return [{ required, product: product === 'missing' ? null : product }]
  })
}

function channelFindings(store: StoreState, options: ComparisonOptions): StoreFinding[] {
  if (store.channels === null) return []
  const channels = store.channels.filter(({ isStorefront }) => isStorefront)
  if (channels.length === 0)
    return [
      {
        id: 'channel',
        weight: 'stops',
        message: 'The shop has no sales channel that a storefront token belongs to.',
        mend: 'In Shopify, add the sales channel “Headless”, choose “Create storefront”, use its tokens, and run `npm run setup`.',
        step: null,
      },
    ]
  return comingProducts(store, options)
    .filter(({ product }) => !channels.every(({ id }) => product?.channelIds.includes(id)))
    .map(({ required: { handle, title, needed } }) => ({
      id: `product:${handle}:channel`,
      weight: needed ? 'stops' : 'harms',
      message: `“${title}” (handle ${handle}) is not in the channel ${named(channels.map((channel) => channel.title))}, so the shop cannot see it.`,
      mend: RUN_SETUP,
      step: { kind: 'publish', handle },
    }))
}

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

function marketFindings(store: StoreState, market: Market, options: ComparisonOptions): StoreFinding[] {
  if (store.markets === null) return []
  const { currencyCode, shipsTo } = MARKETS[market]
  const wrong = store.markets.flatMap(({ isActive, name, countries }) => {
    const foreign = countries.filter(({ code, currency }) => isOf(market, code) && currency !== currencyCode)
    const currencies = [...new Set(foreign.map(({ currency }) => currency))]
    return isActive && foreign.length > 0 ? [{ name, currencies }] : []
  })
  if (wrong.length > 0)
    return wrong.map(({ name, currencies }) => ({
      id: `market:${market}:currency:${name}`,
      weight: 'stops',
      message: `Your market “${name}” sells to ${shipsTo} in ${currencies.join(' and ')}; the shop's prices are in ${currencyCode}.`,
      mend: `In Shopify, open Settings, Markets, “${name}”, and set its currency to ${currencyCode}, without local currencies; or take those countries out of it. Then run \`npm run setup\`.`,
      step: null,
    }))
  const found: StoreFinding[] = []
  if (countriesWithoutMarket(store.markets, market).length > 0)
    found.push({
      id: `market:${market}`,
      weight: 'stops',
      message: `No market sells to ${shipsTo} in ${currencyCode}, or not to all of it.`,
      mend: RUN_SETUP,
      step: { kind: 'create-market', market },
    })
  return store.currency === currencyCode ? found : [...found, ...priceFindings(store, market, options)]
}

function priceFindings(store: StoreState, market: Market, options: ComparisonOptions): StoreFinding[] {
  const { currencyCode, shipsTo } = MARKETS[market]
  const stored = storedMarketsOf(store.markets ?? [], market)
  const wrong = stored.filter(({ priceList }) => priceList !== null && priceList.currency !== currencyCode)
  if (wrong.length > 0)
    return wrong.map(({ name, priceList }) => ({
      id: `prices:${market}:currency:${name}`,
      weight: 'stops',
      message: `The price list of your market “${name}” is in ${priceList?.currency}; the shop's prices are in ${currencyCode}.`,
      mend: `In Shopify, open the catalog of “${name}” and set its currency to ${currencyCode}.`,
      step: null,
    }))
  const found: StoreFinding[] = []
  const lists = stored.flatMap(({ priceList }) => priceList ?? [])
  const isComing = countriesWithoutMarket(store.markets ?? [], market).length > 0
  if (isComing || lists.length < stored.length)
    found.push({
      id: `prices:${market}:list`,
      weight: 'stops',
      message: `There is no price list in ${currencyCode} for ${shipsTo}: prices would be converted from ${store.currency} day by day.`,
      mend: RUN_SETUP,
      step: { kind: 'create-price-list', market },
    })
  const isPriced = (id: string) => found.length === 0 && lists.every(({ variantIds }) => variantIds.has(id))
  const unpriced = missingIn(store, options, isPriced, market)
  if (unpriced.length > 0)
    found.push({
      id: `prices:${market}`,
      weight: 'stops',
      message: `${count(unpriced, 'variant has', 'variants have')} no fixed price in ${currencyCode}.`,
      mend: RUN_SETUP,
      step: { kind: 'set-prices', market, variants: unpriced },
    })
  return found
}

function count(variants: readonly ProductVariants[], one: string, many: string): string {
  const sum = variants.reduce((total, { titles }) => total + titles.length, 0)
  return `${sum} ${sum === 1 ? one : many}`
}

/** The required variants, present or coming, for which `has` is false. @param market only its products; null for all */
function missingIn(
  store: StoreState,
  options: ComparisonOptions,
  has: (variantId: string, variant: RequiredVariant) => boolean,
  market: Market | null,
  isWanted: (variant: RequiredVariant) => boolean = () => true,
): ProductVariants[] {
  return comingProducts(store, options).flatMap(({ required, product }) => {
    // Gifts and upgrades are sold in either market, whichever product has them.
    if (market !== null && required.kind !== 'vol-2' && !required.markets.includes(market)) return []
    const titles = required.variants.filter(isWanted).flatMap((variant) => {
      const stored = product && storedVariantOf(product, variant)
      return stored && has(stored.id, variant) ? [] : [variant.title]
    })
    return titles.length > 0 ? [{ handle: required.handle, titles }] : []
  })
}

function deliveryFindings(store: StoreState, options: ComparisonOptions): StoreFinding[] {
  const { delivery } = store
  if (delivery === null) return []
  if (delivery.locationIds.length === 0)
    return [
      {
        id: 'delivery:location',
        weight: 'stops',
        message: 'The shop has no location that orders are sent from.',
        mend: 'In Shopify, open Settings, Locations, add yours, switch on “Fulfil online orders”, and run `npm run setup`.',
        step: null,
      },
    ]
  return (['free', 'paid'] as const).flatMap((kind) => {
    const profile = delivery.profiles.find(({ name }) => name === DELIVERY_PROFILES[kind]) ?? null
    return profileFindings(store, options, kind, profile)
  })
}

const DELIVERY_WORDS: Record<DeliveryKind, { readonly missing: string; readonly unassigned: string }> = {
  free: {
    missing: 'No delivery profile makes gifts and upgrades ship free: redeeming a gift would cost shipping.',
    unassigned: 'of gifts and upgrades would cost shipping: it is not in the free delivery profile.',
  },
  paid: {
    missing: 'No delivery profile has the shop’s rates, with free shipping over the limit.',
    unassigned: 'of boxes, wands and merch is not in the shop’s delivery profile.',
  },
}

function profileFindings(
  store: StoreState,
  options: ComparisonOptions,
  kind: DeliveryKind,
  profile: StoredProfile | null,
): StoreFinding[] {
  const words = DELIVERY_WORDS[kind]
  const found: StoreFinding[] = []
  if (profile === null)
    found.push({
      id: `delivery:${kind}`,
      weight: 'stops',
      message: words.missing,
      mend: RUN_SETUP,
      step: { kind: 'create-delivery', profile: kind },
    })
  const zones = profile === null ? [] : DELIVERY_ZONES.filter((zone) => !isServed(profile, zone, kind))
  if (zones.length > 0) {
    const names = zones.map(({ name }) => name)
    const what = kind === 'free' ? 'free rate' : 'free shipping over the limit'
    found.push({
      id: `delivery:${kind}:zones`,
      weight: 'stops',
      message: `The delivery profile “${DELIVERY_PROFILES[kind]}” has no ${what} for ${named(names)}.`,
      mend: RUN_SETUP,
      step: { kind: 'complete-delivery', profile: kind, zones: names },
    })
  }
  const profileOf = (id: string) =>
    [...store.products.values()].flatMap(({ variants }) => variants).find((variant) => variant.id === id)
      ?.profileId
  const unassigned = missingIn(
    store,
    options,
    (id) => profile !== null && profileOf(id) === profile.id,
    null,
    ({ role }) => (role === 'sold') === (kind === 'paid'),
  )
  if (unassigned.length > 0)
    found.push({
      id: `delivery:${kind}:variants`,
      weight: kind === 'free' ? 'stops' : 'harms',
      message: `${count(unassigned, 'variant', 'variants')} ${words.unassigned}`,
      mend: RUN_SETUP,
      step: { kind: 'assign-delivery', profile: kind, variants: unassigned },
    })
  return found
}

/** The zone of a profile that holds a country of `zone`, or null. */
export function storedZoneOf(profile: StoredProfile, zone: DeliveryZone) {
  return (
    profile.zones.find(({ countries }) => zone.countries.some(({ code }) => countries.includes(code))) ?? null
  )
}

/** Whether every country of a zone has its free rate: at any total, or from the limit on. */
function isServed(profile: StoredProfile, zone: DeliveryZone, kind: DeliveryKind): boolean {
  const limit = kind === 'free' ? 0 : toMinorUnits(freeShippingFrom(zone.market))
  return zone.countries.every(({ code }) =>
    profile.zones.some(
      ({ countries, rates }) =>
        countries.includes(code) && rates.some(({ units, from }) => units === 0 && (from ?? 0) <= limit),
    ),
  )
}

function webhookFindings({ webhooks }: StoreState, { origin }: ComparisonOptions): StoreFinding[] {
  if (webhooks === null || origin === null) return []
  return REQUIRED_WEBHOOKS.flatMap(({ topic, path, without }): StoreFinding[] => {
    const address = `${origin}${path}`
    const ofTopic = webhooks.filter((webhook) => webhook.topic === topicName(topic))
    const here = ofTopic.find((webhook) => webhook.address === address)
    if (here?.format === 'JSON') return []
    const weight = topic === 'orders/paid' ? 'stops' : 'harms'
    if (here !== undefined)
      return [
        {
          id: `webhook:${topic}:format`,
          weight,
          message: `The webhook ${topic} is sent as ${here.format}; the shop reads JSON.`,
          mend: `In Shopify, delete that webhook and run \`npm run setup\`.`,
          step: null,
        },
      ]
    const elsewhere = ofTopic.map((webhook) => webhook.address)
    const instead = elsewhere.length > 0 ? ` (only ${elsewhere.join(', ')})` : ''
    return [
      {
        id: `webhook:${topic}`,
        weight,
        message: `No webhook ${topic} is sent to ${address}${instead}: ${without}.`,
        mend: RUN_SETUP,
        step: { kind: 'create-webhook', topic, address },
      },
    ]
  })
}
