import { MARKETS } from '../../models/market.ts'
import { type Money, moneyOf } from '../../models/money.ts'
import { type DeliveryZone, freeShippingFrom } from '../../models/store-requirements.ts'
import type { DeliveryKind } from './finding.server.ts'

/** A country of a zone, all of it. */
export function countryInput(code: string) {
  return { code, includeAllProvinces: true }
}

function rate(name: string, price: Money, from: Money | null) {
  return {
    name,
    active: true,
    rateDefinition: { price },
    ...(from && { priceConditionsToCreate: [{ criteria: from, operator: 'GREATER_THAN_OR_EQUAL_TO' }] }),
  }
}

/** The rate that ships free: at any total, or from the limit on. */
export function freeRate({ market }: DeliveryZone, kind: DeliveryKind) {
  const nothing = moneyOf(0, MARKETS[market].currencyCode)
  return rate('Free shipping', nothing, kind === 'free' ? null : freeShippingFrom(market))
}

/** A new zone with its rates. */
export function zoneInput(zone: DeliveryZone, kind: DeliveryKind) {
  const free = freeRate(zone, kind)
  return {
    name: zone.name,
    countries: zone.countries.map(({ code }) => countryInput(code)),
    methodDefinitionsToCreate: kind === 'free' ? [free] : [rate('Tracked', zone.rate, null), free],
  }
}
