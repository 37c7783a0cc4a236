import { byId, refusal } from './admin-nodes.ts'
import type { Catalogue } from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { toCents, toDecimal } from './regions.ts'
import { nextId, type ProfileEntry, type RateEntry, type Settings, type ZoneEntry } from './settings.ts'

type Amount = { readonly amount: string | number }
type RateInput = {
  readonly name: string
  readonly rateDefinition: { readonly price: Amount }
  readonly priceConditionsToCreate?: readonly { readonly criteria: Amount }[]
}
type ZoneInput = {
  readonly id?: string
  readonly name: string
  readonly countries?: readonly { readonly code: string }[]
  readonly methodDefinitionsToCreate?: readonly RateInput[]
}
type GroupInput = {
  readonly locations?: readonly string[]
  readonly zonesToCreate?: readonly ZoneInput[]
  readonly zonesToUpdate?: readonly ZoneInput[]
}
type ProfileInput = {
  readonly name?: string
  readonly locationGroupsToCreate?: readonly GroupInput[]
  readonly locationGroupsToUpdate?: readonly GroupInput[]
  readonly variantsToAssociate?: readonly string[]
}

const toRate = (input: RateInput): RateEntry => ({
  name: input.name,
  cents: toCents(String(input.rateDefinition.price.amount)) ?? 0,
  fromCents: input.priceConditionsToCreate?.[0]
    ? toCents(String(input.priceConditionsToCreate[0].criteria.amount))
    : null,
})

const rateNode = ({ cents, fromCents }: RateEntry, place: number) => ({
  id: String(place),
  active: true,
  rateProvider: { __typename: 'DeliveryRateDefinition', price: { amount: toDecimal(cents) } },
  methodConditions:
    fromCents === null
      ? []
      : [
          {
            field: 'TOTAL_PRICE',
            operator: 'GREATER_THAN_OR_EQUAL_TO',
            conditionCriteria: { __typename: 'MoneyV2', amount: toDecimal(fromCents) },
          },
        ],
})

const zoneNode = ({ id, countries, rates }: ZoneEntry) => ({
  zone: {
    id,
    countries: countries.map((code) => ({ code: { countryCode: code === '*' ? null : code } })),
  },
  methodDefinitions: (args: ConnectionArgs) => toConnection(rates.map(rateNode), args),
})

const profileNode = ({ id, name, groupId, zones }: ProfileEntry) => ({
  id,
  name,
  profileLocationGroups: () => [
    {
      locationGroup: { id: groupId },
      locationGroupZones: (args: ConnectionArgs) => toConnection(zones, args, zoneNode),
    },
  ],
})

/** Delivery profiles of the Admin API, by which orders are charged. */
export function createAdminDelivery(settings: Settings, catalogue: Catalogue) {
  const { profiles, locationIds } = settings

  /** @returns the problem of an input, which is then applied in part, or null */
  function apply(profile: ProfileEntry, input: ProfileInput): string | null {
    for (const { zonesToCreate = [], zonesToUpdate = [] } of [
      ...(input.locationGroupsToCreate ?? []),
      ...(input.locationGroupsToUpdate ?? []),
    ]) {
      const taken = new Set(profile.zones.flatMap(({ countries }) => countries))
      if (zonesToCreate.some(({ countries = [] }) => countries.some(({ code }) => taken.has(code))))
        return 'A country is in another zone of this profile already.'
      for (const { name, countries = [], methodDefinitionsToCreate = [] } of zonesToCreate)
        profile.zones.push({
          id: nextId(settings, 'DeliveryZone'),
          name,
          countries: countries.map(({ code }) => code),
          rates: methodDefinitionsToCreate.map(toRate),
        })
      for (const update of zonesToUpdate) {
        const zone = profile.zones.find(({ id }) => id === update.id)
        if (zone === undefined) return 'The zone does not exist.'
        if (update.countries) zone.countries = update.countries.map(({ code }) => code)
        zone.rates.push(...(update.methodDefinitionsToCreate ?? []).map(toRate))
      }
    }
    const moved = input.variantsToAssociate ?? []
    if (moved.some((id) => catalogue.variant(id) === null)) return 'The variant does not exist.'
    for (const other of profiles) other.variantIds = other.variantIds.filter((id) => !moved.includes(id))
    profile.variantIds.push(...moved)
    return null
  }

  const reply = (profile: ProfileEntry | null, problem: string | null) => ({
    profile: profile && profileNode(profile),
    userErrors: problem === null ? [] : [refusal(problem)],
  })

  return {
    locationsAvailableForDeliveryProfilesConnection: (args: ConnectionArgs) =>
      toConnection(
        locationIds.map((id) => ({ id })),
        args,
      ),
    deliveryProfiles: (args: ConnectionArgs) => toConnection(profiles, args, profileNode),
    deliveryProfile: byId(profiles, profileNode),
    deliveryProfileCreate({ profile: input }: { profile: ProfileInput }) {
      if (input.locationGroupsToCreate?.some(({ locations }) => !locations?.length))
        return reply(null, 'A location group needs a location.')
      const profile: ProfileEntry = {
        id: nextId(settings, 'DeliveryProfile'),
        name: input.name ?? '',
        isDefault: false,
        groupId: nextId(settings, 'DeliveryLocationGroup'),
        zones: [],
        variantIds: [],
      }
      const problem = apply(profile, input)
      if (problem === null) profiles.push(profile)
      return reply(problem === null ? profile : null, problem)
    },
    deliveryProfileUpdate({ id, profile: input }: { id: string; profile: ProfileInput }) {
      const profile = profiles.find((entry) => entry.id === id)
      return profile ? reply(profile, apply(profile, input)) : reply(null, 'Profile does not exist')
    },
  }
}
