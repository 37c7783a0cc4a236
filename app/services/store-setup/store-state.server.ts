import type { WebhookTopic } from '../../models/store-requirements.ts'

/** A Shopify shop as the Admin API describes it: what `compareStore` looks at. Parts that a token may not read are null. */
export type StoreState = {
  /** ISO 4217 code of the shop's own currency. */
  readonly currency: string
  /** The scopes of the Admin API's token. */
  readonly scopes: readonly string[]
  /** The required products' handles that are in use, by handle. */
  readonly products: ReadonlyMap<string, StoredProduct>
  readonly channels: readonly StoreChannel[] | null
  readonly markets: readonly StoredMarket[] | null
  readonly delivery: StoredDelivery | null
  readonly webhooks: readonly StoredWebhook[] | null
}

export type StoredProduct = {
  readonly id: string
  readonly handle: string
  readonly title: string
  readonly tags: readonly string[]
  readonly status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED' | 'SUSPENDED'
  /** Whether set-up made it, or was told that it may change it. */
  readonly isMarked: boolean
  readonly hasPicture: boolean
  readonly optionNames: readonly string[]
  /** The channels' ids that it is published to. */
  readonly channelIds: readonly string[]
  readonly variants: readonly StoredVariant[]
}

type StoredVariant = {
  readonly id: string
  readonly title: string
  readonly availableForSale: boolean
  /** The delivery profile; null where the token may not read it. */
  readonly profileId: string | null
}

/** A publication: a sales channel's selection of products. */
export type StoreChannel = {
  readonly id: string
  readonly title: string
  /** Whether a storefront token may belong to it: that of this app, or of a headless storefront. */
  readonly isStorefront: boolean
}

export type StoredMarket = {
  readonly id: string
  readonly name: string
  readonly isActive: boolean
  /** ISO 3166 code, and the currency that its buyers see. */
  readonly countries: readonly { readonly code: string; readonly currency: string }[]
  readonly catalogId: string | null
  readonly priceList: {
    readonly id: string
    readonly currency: string
    /** The variants with a fixed price. */
    readonly variantIds: ReadonlySet<string>
  } | null
}

export type StoredDelivery = {
  /** Ids of the places that orders are sent from. */
  readonly locationIds: readonly string[]
  readonly profiles: readonly StoredProfile[]
}

export type StoredProfile = {
  readonly id: string
  readonly name: string
  /** Null for a profile without places to send from. */
  readonly groupId: string | null
  readonly zones: readonly {
    readonly id: string
    readonly countries: readonly string[]
    readonly rates: readonly StoredRate[]
  }[]
}

type StoredRate = {
  /** Minor units of its currency. */
  readonly units: number
  /** The total that it starts at, in minor units; null without such a condition. */
  readonly from: number | null
}

export type StoredWebhook = {
  readonly topic: WebhookTopic | string
  readonly address: string
  readonly format: string
}
