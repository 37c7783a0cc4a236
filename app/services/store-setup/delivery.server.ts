import { MARKETS } from '#app/models/market.ts'
import { type Money, moneyOf } from '#app/models/money.ts'
import {
  DELIVERY_PROFILES,
  DELIVERY_ZONES,
  type DeliveryZone,
  freeShippingFrom,
} from '#app/models/store-requirements.ts'
import { changeAdmin } from '#supabase/functions/_shared/shopify-admin.ts'
import { CREATE_PROFILE, UPDATE_PROFILE } from './documents.server.ts'
import type { Need } from './need.server.ts'
import { wantedVariants } from './products.server.ts'
import type { Store } from './store.server.ts'

export const DELIVERY_SCOPES = ['read_shipping', 'read_locations']

type DeliveryKind = keyof typeof DELIVERY_PROFILES
const WORDS: Readonly<Record<DeliveryKind, string>> = {
  free: 'in which gifts and upgrades ship free',
  paid: 'with a rate for each region, free over the limit',
}

/** One of the two delivery profiles, with its variants. Its zones and rates are the owner's to change. */
export function deliveryNeed(kind: DeliveryKind): Need {
  const name = DELIVERY_PROFILES[kind]
  const profileId = async (store: Store) =>
    (await store.settings()).profiles.find((profile) => profile.name === name)?.id ?? null

  /** The required variants that belong into the profile and are not in it. */
  async function variantsOutside(store: Store) {
    const id = await profileId(store)
    const wanted = await wantedVariants(store, ({ role }) => (role === 'sold') === (kind === 'paid'))
    return wanted.filter(({ stored }) => id === null || stored?.deliveryProfile?.id !== id)
  }

  return {
    id: `delivery:${kind}`,
    name: `The delivery profile “${name}”, ${WORDS[kind]}`,
    scopes: DELIVERY_SCOPES,
    look: async (store) => (await variantsOutside(store)).length === 0,
    async make(store) {
      if ((await profileId(store)) === null) {
        const { locationIds: locations } = await store.settings()
        const group = { locations, zonesToCreate: DELIVERY_ZONES.map((zone) => zoneInput(zone, kind)) }
        await changeAdmin(store.admin, CREATE_PROFILE, { profile: { name, locationGroupsToCreate: [group] } })
        store.forget()
      }
      const variantsToAssociate = (await variantsOutside(store)).flatMap(({ stored }) => stored?.id ?? [])
      await changeAdmin(store.admin, UPDATE_PROFILE, {
        id: await profileId(store),
        profile: { variantsToAssociate },
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
