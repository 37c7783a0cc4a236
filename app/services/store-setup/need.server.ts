import type { Store } from './store.server.ts'

/** What only the owner can mend. */
export type ForOwner = { readonly message: string; readonly mend: string }

/** One thing that the shop needs in Shopify. */
export type Need = {
  /** `product:magic-wand` */
  readonly id: string
  /** What it is called, in the plan of set-up. */
  readonly name: string
  /** Whether the shop can open without it. */
  readonly isOptional?: boolean
  /** What the token needs to see it, where that is more than the running shop has. */
  readonly scopes?: readonly string[]
  /** Whether it is there, or what of it the owner has to mend. @throws ShopifyAdminError */
  readonly look: (store: Store) => Promise<boolean | ForOwner>
  /** Makes what is missing, after an interruption the rest, and changes nothing that is there. @throws ShopifyAdminError */
  readonly make?: (store: Store) => Promise<void>
}
