import { DEFAULT_MARKET, MARKET_IDS, type Market } from '../markets/markets.ts'

/**
 * What the shop tells a function about a form beside its body: by headers, which a function that knows only the body
 * ignores.
 */
export type FormContext = {
  readonly market: Market
  /** What the person agreed to, as the form said it; empty when it is not told. */
  readonly wording: string
  /** Equal for repeats of one submission; empty when it is not told. */
  readonly idempotencyKey: string
}

export function contextHeaders({ market, wording, idempotencyKey }: FormContext): Record<string, string> {
  return {
    'X-Market': market,
    // A header is ASCII.
    'X-Consent-Wording': encodeURIComponent(wording),
    'Idempotency-Key': idempotencyKey,
  }
}

export function readContext(headers: Headers): FormContext {
  const text = (name: string) => (headers.get(name) ?? '').slice(0, 2000)
  return {
    market: MARKET_IDS.find((market) => market === text('X-Market')) ?? DEFAULT_MARKET,
    // Never throws, other than `decodeURIComponent`.
    wording: new URLSearchParams(`text=${text('X-Consent-Wording')}`).get('text') ?? '',
    idempotencyKey: text('Idempotency-Key').slice(0, 128),
  }
}
