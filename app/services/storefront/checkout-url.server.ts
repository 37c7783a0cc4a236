import type { CurrencyCode } from '../../models/money.ts'

/** Parameters that the checkout URL passes to the storefront's checkout. */
export type CheckoutParameters = {
  /** Country code of the delivery address. */
  readonly country: string
  readonly currency: CurrencyCode
  /** Codes to apply; blank ones are left out. */
  readonly discountCodes?: readonly string[]
}

/** A parsed URL, or null when it is invalid. */
export function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null
}

/**
 * The checkout URL with channel, country, currency and discount codes.
 * @param origins allowed origins of the configured store's checkout
 * @returns null for a URL of any other origin, to which visitors must not be redirected
 * Spec: 4 Checkout. Product: 6 Checkout address
 */
export function toCheckoutUrl(
  checkoutUrl: string,
  parameters: CheckoutParameters,
  origins: readonly string[],
): string | null {
  const url = parseUrl(checkoutUrl)
  if (url === null || !origins.includes(url.origin)) return null
  url.searchParams.set('channel', 'online_store')
  url.searchParams.set('country', parameters.country)
  url.searchParams.set('currency', parameters.currency)
  const codes = (parameters.discountCodes ?? []).map((code) => code.trim()).filter(Boolean)
  if (codes.length > 0) url.searchParams.set('discount', codes.join(','))
  return url.href
}
