import type { CurrencyCode } from '../../models/money.ts'

/** What the checkout address tells the storefront's checkout. */
export type CheckoutParameters = {
  readonly country: string
  readonly currency: CurrencyCode
  /** Codes to apply; several are joined as Shopify reads them. */
  readonly discountCodes?: readonly string[]
}

/** An address, or null when it is none. */
export function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null
}

/**
 * The checkout address with channel, country, currency and discount.
 * @param origins where the configured store's checkout may be
 * @returns null for an address anywhere else: it must not be followed. Spec: 4 Checkout; product decisions: checkout address
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
