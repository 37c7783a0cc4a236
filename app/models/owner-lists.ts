import type { Market } from './market.ts'

/** What the owner's lists show. */

/** One page of a list as the owner’s room shows it. */
export type ListView<T> = {
  readonly rows: readonly T[]
  readonly page: number
  readonly pageCount: number
  readonly total: number
  /** The search terms, or empty. */
  readonly search: string
  /** Links to the previous and next page; null at the ends. */
  readonly previous: string | null
  readonly next: string | null
}

export type GiftCodeState = 'open' | 'redeemed' | 'setup-pending' | 'revoked'

/** A gift code in the owner's list. */
export type GiftCodeRow = {
  readonly id: string
  readonly code: string
  readonly productTitle: string
  readonly market: Market
  readonly purchaserName: string | null
  readonly purchaserEmail: string | null
  readonly recipientName: string | null
  readonly recipientEmail: string | null
  readonly orderName: string | null
  readonly state: GiftCodeState
  readonly hasDiscount: boolean
  /** Its setup in the storefront has not been confirmed, redeemed or not. False once it was revoked. */
  readonly isPending: boolean
  readonly createdAt: string
  readonly redeemedAt: string | null
}
