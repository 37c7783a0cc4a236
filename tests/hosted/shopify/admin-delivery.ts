import type { Catalogue } from '#embedded/shopify/catalogue.ts'
import { type ConnectionArgs, toConnection } from '#embedded/shopify/connection.ts'
import { toCents, toDecimal } from '#embedded/shopify/regions.ts'
import { byId, type MoneyArg, refusal } from './admin-parts.ts'
import type { ProfileEntry, RateEntry, ShopState, ZoneEntry } from './state.ts'

type RateInput = {
  readonly name: string
  readonly rateDefinition: { readonly price: MoneyArg }
  readonly priceConditionsToCreate?: readonly { readonly criteria: MoneyArg }[]
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

type Options = { readonly state: ShopState; readonly catalogue: Catalogue }

/** Delivery profiles of the double's Admin API. */
export function createDeliveryAdmin({ state, catalogue }: Options) {
  const { nextId } = state

  const rateNode = ({ cents, fromCents }: RateEntry) => ({
    active: true,
    rateProvider: {
      __typename: 'DeliveryRateDefinition',
      price: { amount: toDecimal(cents) },
    },
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

  const profileNode = (profile: ProfileEntry) => ({
    id: profile.id,
    name: profile.name,
    profileLocationGroups: () => [
      {
        locationGroup: { id: profile.groupId },
        locationGroupZones: (args: ConnectionArgs) =>
          toConnection(profile.zones, args, ({ id, countries, rates }) => ({
            zone: {
              id,
              countries: countries.map((countryCode) => ({
                code: { countryCode: countryCode === '*' ? null : countryCode },
              })),
            },
            methodDefinitions: (inner: ConnectionArgs) =>
              toConnection(
                rates.map((entry, place) => ({ id: String(place), entry })),
                inner,
                ({ entry }) => rateNode(entry),
              ),
          })),
      },
    ],
  })

  const toRate = (input: RateInput): RateEntry => ({
    name: input.name,
    cents: toCents(String(input.rateDefinition.price.amount)) ?? 0,
    fromCents: input.priceConditionsToCreate?.[0]
      ? toCents(String(input.priceConditionsToCreate[0].criteria.amount))
      : null,
  })

  const toZone = (input: ZoneInput): ZoneEntry => ({
    id: nextId('DeliveryZone'),
    name: input.name,
    countries: (input.countries ?? []).map(({ code }) => code),
    rates: (input.methodDefinitionsToCreate ?? []).map(toRate),
  })

  function applyProfile(profile: ProfileEntry, input: ProfileInput): string | null {
    const groups = [...(input.locationGroupsToCreate ?? []), ...(input.locationGroupsToUpdate ?? [])]
    for (const { zonesToCreate = [], zonesToUpdate = [] } of groups) {
      const taken = new Set(profile.zones.flatMap(({ countries }) => countries))
      const added = zonesToCreate.map(toZone)
      if (added.some(({ countries }) => countries.some((code) => taken.has(code))))
        return 'A country is in another zone of this profile already.'
      profile.zones.push(...added)
      for (const update of zonesToUpdate) {
        const zone = profile.zones.find(({ id }) => id === update.id)
        if (zone === undefined) return 'The zone does not exist.'
        if (update.countries) zone.countries = update.countries.map(({ code }) => code)
        zone.rates.push(...(update.methodDefinitionsToCreate ?? []).map(toRate))
      }
    }
    for (const id of input.variantsToAssociate ?? []) {
      if (catalogue.variant(id) === null) return 'The variant does not exist.'
      for (const other of state.profiles) other.variantIds.delete(id)
      profile.variantIds.add(id)
    }
    return null
  }

  return {
    locationsAvailableForDeliveryProfilesConnection: (args: ConnectionArgs) =>
      toConnection(
        state.locationIds.map((id) => ({ id })),
        args,
        ({ id }) => ({ id }),
      ),
    deliveryProfiles: (args: ConnectionArgs) => toConnection(state.profiles, args, profileNode),
    deliveryProfile: byId(state.profiles, profileNode),
    deliveryProfileCreate({ profile: input }: { profile: ProfileInput }) {
      const profile: ProfileEntry = {
        id: nextId('DeliveryProfile'),
        name: input.name ?? '',
        isDefault: false,
        groupId: nextId('DeliveryLocationGroup'),
        zones: [],
        variantIds: new Set(),
      }
      if (input.locationGroupsToCreate?.some(({ locations }) => !locations?.length))
        return { profile: null, userErrors: [refusal('A location group needs a location.')] }
      const problem = applyProfile(profile, input)
      if (problem !== null) return { profile: null, userErrors: [refusal(problem)] }
      state.profiles.push(profile)
      return { profile: profileNode(profile), userErrors: [] }
    },
    deliveryProfileUpdate({ id, profile: input }: { id: string; profile: ProfileInput }) {
      const profile = state.profiles.find((entry) => entry.id === id)
      if (profile === undefined) return { profile: null, userErrors: [refusal('Profile does not exist')] }
      const problem = applyProfile(profile, input)
      return { profile: profileNode(profile), userErrors: problem === null ? [] : [refusal(problem)] }
    },
  }
}
