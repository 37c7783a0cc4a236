import type { Market } from '../../models/market.ts'
import type { DELIVERY_PROFILES, WebhookTopic } from '../../models/store-requirements.ts'

export type DeliveryKind = keyof typeof DELIVERY_PROFILES

/** Variants of one required product, by their required titles. */
export type ProductVariants = { readonly handle: string; readonly titles: readonly string[] }

/** One change that set-up can make. Ids are looked up when it is made, as earlier steps create what later ones name. */
export type SetupStep =
  | { readonly kind: 'create-product'; readonly handle: string }
  | { readonly kind: 'adopt-product'; readonly handle: string }
  | { readonly kind: 'add-variants'; readonly handle: string; readonly titles: readonly string[] }
  | { readonly kind: 'add-tags'; readonly handle: string; readonly tags: readonly string[] }
  | { readonly kind: 'publish'; readonly handle: string }
  | { readonly kind: 'create-market'; readonly market: Market }
  | { readonly kind: 'create-price-list'; readonly market: Market }
  | { readonly kind: 'set-prices'; readonly market: Market; readonly variants: readonly ProductVariants[] }
  | { readonly kind: 'create-delivery'; readonly profile: DeliveryKind }
  /** @param zones their names */
  | {
      readonly kind: 'complete-delivery'
      readonly profile: DeliveryKind
      readonly zones: readonly string[]
    }
  | {
      readonly kind: 'assign-delivery'
      readonly profile: DeliveryKind
      readonly variants: readonly ProductVariants[]
    }
  | { readonly kind: 'create-webhook'; readonly topic: WebhookTopic; readonly address: string }

/** `stops`: the shop cannot open with it. */
export type Weight = 'stops' | 'harms'

export type StoreFinding = {
  /** Stable, for tests and for the owner's room: `product:magic-wand:tags`. */
  readonly id: string
  readonly weight: Weight
  /** What is missing or different. */
  readonly message: string
  /** What the owner does about it. */
  readonly mend: string
  /** Null where only a person can mend it. */
  readonly step: SetupStep | null
}

export type ComparisonOptions = {
  /** Scheme and host of the shop; null while it is not known, and no webhook can be compared. */
  readonly origin: string | null
  /** Handles of the owner's own products that set-up may change. */
  readonly adopted?: readonly string[]
  /** Whether the token must be allowed what set-up does, too. */
  readonly forSetup?: boolean
}

/** What only a person can mend. */
export function forPerson(id: string, weight: Weight, message: string, mend: string): StoreFinding {
  return { id, weight, message, mend, step: null }
}

/** What a step of set-up mends. */
export function forSetup(id: string, weight: Weight, message: string, step: SetupStep): StoreFinding {
  return { id, weight, message, mend: 'Run `npm run setup`, which does it.', step }
}

/** The titles, quoted, with commas. */
export function named(titles: readonly string[]): string {
  return titles.map((title) => `“${title}”`).join(', ')
}

/** How many variants there are, with the words for one or for several. */
export function count(variants: readonly ProductVariants[], one: string, many: string): string {
  const sum = variants.reduce((total, { titles }) => total + titles.length, 0)
  return `${sum} ${sum === 1 ? one : many}`
}
