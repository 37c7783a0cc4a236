/** Days of delivery once an order has shipped, by where it goes. Spec: 9 Availability */
export const DELIVERY = {
  us: { days: [2, 5], unit: 'days' },
  uk: { days: [2, 3], unit: 'business days' },
  eu: { days: [5, 7], unit: 'days' },
} as const

export type DeliveryRegion = keyof typeof DELIVERY

/** The region of a country. @param country ISO 3166-1 alpha-2 */
export function deliveryRegion(country: string): DeliveryRegion {
  if (country === 'US') return 'us'
  return country === 'GB' ? 'uk' : 'eu'
}

/** How long delivery takes, such as `2–3 business days`. */
export function deliveryTime(region: DeliveryRegion): string {
  const { days, unit } = DELIVERY[region]
  return `${days.join('–')} ${unit}`
}
