import { refusal } from './admin-nodes.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { toCents } from './regions.ts'
import { nextId, type Settings } from './settings.ts'

type Amount = { readonly amount: string | number }
type ZoneInput = {
  readonly name: string
  readonly countries: readonly { readonly code: string }[]
  readonly methodDefinitionsToCreate: readonly {
    readonly name: string
    readonly rateDefinition: { readonly price: Amount }
    readonly priceConditionsToCreate?: readonly { readonly criteria: Amount }[]
  }[]
}
type NewProfile = {
  readonly name: string
  readonly locationGroupsToCreate: readonly {
    readonly locations?: readonly string[]
    readonly zonesToCreate: readonly ZoneInput[]
  }[]
}

const centsOf = ({ amount }: Amount) => toCents(String(amount)) ?? 0

/** Delivery profiles of the Admin API, by which orders are charged: made with all their zones, then given variants. */
export function createAdminDelivery(settings: Settings) {
  const { profiles, locationIds } = settings
  return {
    locationsAvailableForDeliveryProfilesConnection: (args: ConnectionArgs) =>
      toConnection(
        locationIds.map((id) => ({ id })),
        args,
      ),
    deliveryProfiles: (args: ConnectionArgs) => toConnection(profiles, args),
    deliveryProfileCreate({ profile: { name, locationGroupsToCreate: groups } }: { profile: NewProfile }) {
      if (groups.some(({ locations }) => !locations?.length))
        return { userErrors: [refusal('A location group needs a location.')] }
      const zones = groups.flatMap(({ zonesToCreate }) => zonesToCreate)
      const countries = zones.flatMap((zone) => zone.countries.map(({ code }) => code))
      if (new Set(countries).size < countries.length)
        return { userErrors: [refusal('A country is in another zone of this profile already.')] }
      profiles.push({
        id: nextId(settings, 'DeliveryProfile'),
        name,
        isDefault: false,
        zones: zones.map((zone) => ({
          name: zone.name,
          countries: zone.countries.map(({ code }) => code),
          rates: zone.methodDefinitionsToCreate.map((rate) => ({
            name: rate.name,
            cents: centsOf(rate.rateDefinition.price),
            fromCents: rate.priceConditionsToCreate?.[0]
              ? centsOf(rate.priceConditionsToCreate[0].criteria)
              : null,
          })),
        })),
        variantIds: [],
      })
      return { userErrors: [] }
    },
    deliveryProfileUpdate(args: { id: string; profile: { variantsToAssociate?: readonly string[] } }) {
      const moved = args.profile.variantsToAssociate ?? []
      for (const profile of profiles)
        profile.variantIds = [
          ...profile.variantIds.filter((id) => !moved.includes(id)),
          ...(profile.id === args.id ? moved : []),
        ]
      return { userErrors: [] }
    },
  }
}
