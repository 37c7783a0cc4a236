import { MARKETS } from '#app/models/market.ts'
import { type Money, moneyOf, toMinorUnits } from '#app/models/money.ts'
import {
  DELIVERY_PROFILES,
  DELIVERY_ZONES,
  type DeliveryZone,
  freeShippingFrom,
} from '#app/models/store-requirements.ts'
import { changeAdmin } from '#supabase/functions/_shared/shopify-admin.ts'
import { CREATE_PROFILE, UPDATE_PROFILE } from './documents.server.ts'
import {
  counted,
  forPerson,
  forSetup,
  gone,
  type Making,
  named,
  type StoreFinding,
} from './finding.server.ts'
import { findVariants, type ProductState, variantsWithout, type WantedVariant } from './products.server.ts'
import { readDelivery, type StoredProfile } from './read-delivery.server.ts'
import type { StoreState } from './read-store.server.ts'

type DeliveryKind = keyof typeof DELIVERY_PROFILES

const WORDS = {
  free: {
    missing: 'No delivery profile makes gifts and upgrades ship free: redeeming a gift would cost shipping.',
    ships: 'which ships free',
    rate: 'free rate',
    unassigned: 'of gifts and upgrades would cost shipping: it is not in the free delivery profile.',
  },
  paid: {
    missing: 'No delivery profile has the shop’s rates, with free shipping over the limit.',
    ships: 'which ships free over the limit',
    rate: 'free shipping over the limit',
    unassigned: 'of boxes, wands and merch is not in the shop’s delivery profile.',
  },
} as const satisfies Record<DeliveryKind, object>

/** What is missing of the two delivery profiles. */
export function deliveryFindings(store: StoreState, products: readonly ProductState[]): StoreFinding[] {
  if (store.delivery === null) return []
  const { locationIds, profiles } = store.delivery
  if (locationIds.length === 0)
    return [
      forPerson(
        'delivery:location',
        'stops',
        'The shop has no location that orders are sent from.',
        'In Shopify, open Settings, Locations, add yours, switch on “Fulfil online orders”, and run `npm run setup`.',
      ),
    ]
  return (['free', 'paid'] as const).flatMap((kind) => {
    const profile = profiles.find(({ name }) => name === DELIVERY_PROFILES[kind]) ?? null
    return [...profileFindings(profile, kind), ...assignmentFindings(profile, kind, store, products)]
  })
}

function profileFindings(profile: StoredProfile | null, kind: DeliveryKind): StoreFinding[] {
  const id = `delivery:${kind}`
  const name = `the delivery profile “${DELIVERY_PROFILES[kind]}”`
  if (profile === null) {
    const words = `Create ${name}, ${WORDS[kind].ships}`
    return [forSetup(id, 'stops', WORDS[kind].missing, words, (making) => createProfile(making, kind))]
  }
  const unserved = DELIVERY_ZONES.filter((zone) => !isServed(profile, zone, kind))
  if (unserved.length === 0) return []
  const zones = unserved.map((zone) => zone.name)
  const message = `The delivery profile “${DELIVERY_PROFILES[kind]}” has no ${WORDS[kind].rate} for ${named(zones)}.`
  const words = `Add to ${name} the free rate for ${zones.join(', ')}`
  const complete = (making: Making) => completeProfile(making, kind, unserved)
  return [forSetup(`${id}:zones`, 'stops', message, words, complete)]
}

function assignmentFindings(
  profile: StoredProfile | null,
  kind: DeliveryKind,
  store: StoreState,
  products: readonly ProductState[],
): StoreFinding[] {
  const stored = [...store.products.values()].flatMap((product) => product.variants)
  const profiles = new Map(stored.map((variant) => [variant.id, variant.profileId]))
  const wanted = variantsWithout(
    products,
    ({ role }) => (role === 'sold') === (kind === 'paid'),
    (variantId) => profile !== null && profiles.get(variantId) === profile.id,
  )
  if (wanted.length === 0) return []
  const variants = counted(wanted.length, 'variant')
  return [
    forSetup(
      `delivery:${kind}:variants`,
      kind === 'free' ? 'stops' : 'harms',
      `${variants} ${WORDS[kind].unassigned}`,
      `Put ${variants} into the delivery profile “${DELIVERY_PROFILES[kind]}”`,
      (making) => assignVariants(making, kind, wanted),
    ),
  ]
}

/** The zone of a profile that holds a country of `zone`. */
function storedZoneOf(profile: StoredProfile, zone: DeliveryZone) {
  return profile.zones.find(({ countries }) => zone.countries.some(({ code }) => countries.includes(code)))
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

/** A country of a zone, all of it. */
function countryInput(code: string) {
  return { code, includeAllProvinces: true }
}

function rateInput(name: string, price: Money, from: Money | null) {
  return {
    name,
    active: true,
    rateDefinition: { price },
    ...(from && { priceConditionsToCreate: [{ criteria: from, operator: 'GREATER_THAN_OR_EQUAL_TO' }] }),
  }
}

/** The rate that ships free: at any total, or from the limit on. */
function freeRate({ market }: DeliveryZone, kind: DeliveryKind) {
  const nothing = moneyOf(0, MARKETS[market].currencyCode)
  return rateInput('Free shipping', nothing, kind === 'free' ? null : freeShippingFrom(market))
}

/** A new zone with its rates. */
function zoneInput(zone: DeliveryZone, kind: DeliveryKind) {
  const free = freeRate(zone, kind)
  return {
    name: zone.name,
    countries: zone.countries.map(({ code }) => countryInput(code)),
    methodDefinitionsToCreate: kind === 'free' ? [free] : [rateInput('Tracked', zone.rate, null), free],
  }
}

async function createProfile({ admin }: Making, kind: DeliveryKind): Promise<void> {
  const { locationIds } = await readDelivery(admin)
  const zonesToCreate = DELIVERY_ZONES.map((zone) => zoneInput(zone, kind))
  await changeAdmin(admin, CREATE_PROFILE, {
    profile: {
      name: DELIVERY_PROFILES[kind],
      locationGroupsToCreate: [{ locations: locationIds, zonesToCreate }],
    },
  })
}

async function readProfile({ admin }: Making, kind: DeliveryKind) {
  const { profiles, locationIds } = await readDelivery(admin)
  const profile = profiles.find(({ name }) => name === DELIVERY_PROFILES[kind])
  if (profile === undefined) throw gone(`the delivery profile ${DELIVERY_PROFILES[kind]}`)
  return { profile, locationIds }
}

async function completeProfile(
  making: Making,
  kind: DeliveryKind,
  zones: readonly DeliveryZone[],
): Promise<void> {
  const { profile, locationIds } = await readProfile(making, kind)
  const zonesToCreate = zones
    .filter((zone) => storedZoneOf(profile, zone) === undefined)
    .map((zone) => zoneInput(zone, kind))
  const zonesToUpdate = zones.flatMap((zone) => {
    const stored = storedZoneOf(profile, zone)
    if (stored === undefined) return []
    const countries = [...new Set([...stored.countries, ...zone.countries.map(({ code }) => code)])]
    const methodDefinitionsToCreate = [freeRate(zone, kind)]
    return [{ id: stored.id, countries: countries.map(countryInput), methodDefinitionsToCreate }]
  })
  const update =
    profile.groupId === null
      ? { locationGroupsToCreate: [{ locations: locationIds, zonesToCreate }] }
      : { locationGroupsToUpdate: [{ id: profile.groupId, zonesToCreate, zonesToUpdate }] }
  await changeAdmin(making.admin, UPDATE_PROFILE, { id: profile.id, profile: update })
}

async function assignVariants(
  making: Making,
  kind: DeliveryKind,
  wanted: readonly WantedVariant[],
): Promise<void> {
  const { profile } = await readProfile(making, kind)
  const variants = await findVariants(making.admin, wanted)
  const variantsToAssociate = variants.map(({ id }) => id)
  if (variantsToAssociate.length > 0)
    await changeAdmin(making.admin, UPDATE_PROFILE, { id: profile.id, profile: { variantsToAssociate } })
}
