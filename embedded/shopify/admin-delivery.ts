import { refusal } from './admin-nodes.ts'
import type { Catalogue } from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { toCents } from './regions.ts'
import { nextId, type ProfileEntry, type RateEntry, type Settings } from './settings.ts'

type Amount = { readonly amount: string | number }
type RateInput = {
  readonly name: string
  readonly rateDefinition: { readonly price: Amount }
  readonly priceConditionsToCreate?: readonly { readonly criteria: Amount }[]
}
type ZoneInput = {
  readonly name: string
  readonly countries?: readonly { readonly code: string }[]
  readonly methodDefinitionsToCreate?: readonly RateInput[]
}
type ProfileInput = {
  readonly name?: string
  readonly locationGroupsToCreate?: readonly {
    readonly locations?: readonly string[]
    readonly zonesToCreate?: readonly ZoneInput[]
  }[]
  readonly variantsToAssociate?: readonly string[]
}

const toRate = ({ name, rateDefinition, priceConditionsToCreate: [from] = [] }: RateInput): RateEntry => ({
  name,
  cents: toCents(String(rateDefinition.price.amount)) ?? 0,
  fromCents: from ? toCents(String(from.criteria.amount)) : null,
})

/** Delivery profiles of the Admin API, by which orders are charged. */
export function createAdminDelivery(settings: Settings, catalogue: Catalogue) {
  const { profiles, locationIds } = settings

  /** Creates a profile's zones and moves variants to it. @returns the problem of the input, or null */
  function apply(profile: ProfileEntry, { locationGroupsToCreate, variantsToAssociate = [] }: ProfileInput) {
    const zones = locationGroupsToCreate?.flatMap(({ zonesToCreate = [] }) => zonesToCreate) ?? []
    const countries = zones.flatMap((zone) => zone.countries?.map(({ code }) => code) ?? [])
    if (new Set(countries).size < countries.length)
      return 'A country is in another zone of this profile already.'
    if (variantsToAssociate.some((id) => catalogue.variant(id) === null)) return 'The variant does not exist.'
    for (const { name, countries: own = [], methodDefinitionsToCreate = [] } of zones)
      profile.zones.push({
        id: nextId(settings, 'DeliveryZone'),
        name,
        countries: own.map(({ code }) => code),
        rates: methodDefinitionsToCreate.map(toRate),
      })
    for (const other of profiles)
      other.variantIds = other.variantIds.filter((id) => !variantsToAssociate.includes(id))
    profile.variantIds.push(...variantsToAssociate)
    return null
  }

  const reply = (problem: string | null) => ({ userErrors: problem === null ? [] : [refusal(problem)] })

  return {
    locationsAvailableForDeliveryProfilesConnection: (args: ConnectionArgs) =>
      toConnection(
        locationIds.map((id) => ({ id })),
        args,
      ),
    deliveryProfiles: (args: ConnectionArgs) => toConnection(profiles, args),
    deliveryProfileCreate({ profile: input }: { profile: ProfileInput }) {
      if (input.locationGroupsToCreate?.some(({ locations }) => !locations?.length))
        return reply('A location group needs a location.')
      const profile: ProfileEntry = {
        id: nextId(settings, 'DeliveryProfile'),
        name: input.name ?? '',
        isDefault: false,
        zones: [],
        variantIds: [],
      }
      const problem = apply(profile, input)
      if (problem === null) profiles.push(profile)
      return reply(problem)
    },
    deliveryProfileUpdate({ id, profile: input }: { id: string; profile: ProfileInput }) {
      const profile = profiles.find((entry) => entry.id === id)
      return reply(profile ? apply(profile, input) : 'Profile does not exist')
    },
  }
}
