import { toMinorUnits } from '../../models/money.ts'
import {
  DELIVERY_PROFILES,
  DELIVERY_ZONES,
  type DeliveryZone,
  freeShippingFrom,
} from '../../models/store-requirements.ts'
import { variantsWithout } from './compare-products.server.ts'
import {
  type ComparisonOptions,
  count,
  type DeliveryKind,
  forPerson,
  forSetup,
  named,
  type StoreFinding,
} from './finding.server.ts'
import type { StoredProfile } from './read-delivery.server.ts'
import type { StoreState } from './read-store.server.ts'

const DELIVERY_WORDS: Record<
  DeliveryKind,
  { readonly missing: string; readonly rate: string; readonly unassigned: string }
> = {
  free: {
    missing: 'No delivery profile makes gifts and upgrades ship free: redeeming a gift would cost shipping.',
    rate: 'free rate',
    unassigned: 'of gifts and upgrades would cost shipping: it is not in the free delivery profile.',
  },
  paid: {
    missing: 'No delivery profile has the shop’s rates, with free shipping over the limit.',
    rate: 'free shipping over the limit',
    unassigned: 'of boxes, wands and merch is not in the shop’s delivery profile.',
  },
}

/** What is missing of the two delivery profiles. */
export function deliveryFindings(store: StoreState, options: ComparisonOptions): StoreFinding[] {
  const { delivery } = store
  if (delivery === null) return []
  if (delivery.locationIds.length === 0)
    return [
      forPerson(
        'delivery:location',
        'stops',
        'The shop has no location that orders are sent from.',
        'In Shopify, open Settings, Locations, add yours, switch on “Fulfil online orders”, and run `npm run setup`.',
      ),
    ]
  return (['free', 'paid'] as const).flatMap((kind) => {
    const profile = delivery.profiles.find(({ name }) => name === DELIVERY_PROFILES[kind]) ?? null
    return profileFindings(store, options, kind, profile)
  })
}

function profileFindings(
  store: StoreState,
  options: ComparisonOptions,
  kind: DeliveryKind,
  profile: StoredProfile | null,
): StoreFinding[] {
  const id = `delivery:${kind}`
  const words = DELIVERY_WORDS[kind]
  const found: StoreFinding[] = []
  if (profile === null)
    found.push(forSetup(id, 'stops', words.missing, { kind: 'create-delivery', profile: kind }))
  const unserved = DELIVERY_ZONES.filter((zone) => profile !== null && !isServed(profile, zone, kind))
  const zones = unserved.map(({ name }) => name)
  if (zones.length > 0) {
    const message = `The delivery profile “${DELIVERY_PROFILES[kind]}” has no ${words.rate} for ${named(zones)}.`
    found.push(forSetup(`${id}:zones`, 'stops', message, { kind: 'complete-delivery', profile: kind, zones }))
  }
  const stored = [...store.products.values()].flatMap((product) => product.variants)
  const profiles = new Map(stored.map((variant) => [variant.id, variant.profileId]))
  const variants = variantsWithout(
    store,
    options,
    (variantId) => profile !== null && profiles.get(variantId) === profile.id,
    null,
    ({ role }) => (role === 'sold') === (kind === 'paid'),
  )
  if (variants.length > 0) {
    const message = `${count(variants, 'variant', 'variants')} ${words.unassigned}`
    const weight = kind === 'free' ? 'stops' : 'harms'
    const step = { kind: 'assign-delivery', profile: kind, variants } as const
    found.push(forSetup(`${id}:variants`, weight, message, step))
  }
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
