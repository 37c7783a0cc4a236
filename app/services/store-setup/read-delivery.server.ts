import { z } from 'zod'
import { parseMoney, toMinorUnits } from '#app/models/money.ts'
import { DELIVERY_PROFILES } from '#app/models/store-requirements.ts'
import type { AdminApi } from '#supabase/functions/_shared/environment.ts'
import { callAdmin } from '#supabase/functions/_shared/shopify-admin.ts'
import { id, nodes } from './answers.server.ts'
import { READ_DELIVERY, READ_PROFILE } from './documents.server.ts'

const delivery = z.object({
  locationsAvailableForDeliveryProfilesConnection: nodes(id),
  deliveryProfiles: nodes(z.object({ id: z.string(), name: z.string() })),
})

const amount = z.object({ amount: z.string() })
const profile = z.object({
  deliveryProfile: z
    .object({
      id: z.string(),
      name: z.string(),
      profileLocationGroups: z.array(
        z.object({
          locationGroup: id,
          locationGroupZones: nodes(
            z.object({
              zone: z.object({
                id: z.string(),
                countries: z.array(z.object({ code: z.object({ countryCode: z.string().nullable() }) })),
              }),
              methodDefinitions: nodes(
                z.object({
                  active: z.boolean(),
                  rateProvider: z.object({ price: amount.optional() }),
                  methodConditions: z.array(
                    z.object({
                      field: z.string(),
                      operator: z.string(),
                      conditionCriteria: amount.partial(),
                    }),
                  ),
                }),
              ),
            }),
          ),
        }),
      ),
    })
    .nullable(),
})

/** The delivery profiles of this shop, and ids of the places that orders are sent from. @throws ShopifyAdminError */
export async function readDelivery(admin: AdminApi) {
  const reply = await callAdmin(admin, READ_DELIVERY, {}, delivery)
  const ours = new Set<string>(Object.values(DELIVERY_PROFILES))
  const profiles: StoredProfile[] = []
  for (const entry of reply.deliveryProfiles.filter(({ name }) => ours.has(name))) {
    const { deliveryProfile } = await callAdmin(admin, READ_PROFILE, { id: entry.id }, profile)
    if (deliveryProfile !== null) profiles.push(toProfile(deliveryProfile))
  }
  const locationIds = reply.locationsAvailableForDeliveryProfilesConnection.map((place) => place.id)
  return { locationIds, profiles }
}

function units(decimal: string | undefined): number | null {
  // The currency does not matter here: an amount is compared with one of the same zone.
  const money = parseMoney(decimal, 'GBP')
  return money && toMinorUnits(money)
}

export type StoredProfile = ReturnType<typeof toProfile>

function toProfile(wire: NonNullable<z.output<typeof profile>['deliveryProfile']>) {
  const groups = wire.profileLocationGroups
  return {
    id: wire.id,
    name: wire.name,
    /** Null for a profile without places to send from. */
    groupId: groups[0]?.locationGroup.id ?? null,
    zones: groups.flatMap(({ locationGroupZones }) =>
      locationGroupZones.map(({ zone, methodDefinitions }) => ({
        id: zone.id,
        countries: zone.countries.flatMap(({ code }) => code.countryCode ?? []),
        rates: methodDefinitions.flatMap(({ active, rateProvider, methodConditions }) => {
          const price = units(rateProvider.price?.amount)
          // A rate by weight, or up to a total, is not one that everybody gets from a total on.
          const isFromTotal = methodConditions.every(
            ({ field, operator }) => field === 'TOTAL_PRICE' && operator === 'GREATER_THAN_OR_EQUAL_TO',
          )
          if (!active || price === null || !isFromTotal) return []
          // In minor units, at any total or from one on.
          return [{ units: price, from: units(methodConditions[0]?.conditionCriteria.amount) }]
        }),
      })),
    ),
  }
}
