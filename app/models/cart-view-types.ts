import type { CartLine } from './cart.ts'
import type { FreeShippingProgress } from './free-shipping.ts'
import type { Market } from './market.ts'
import type { Money } from './money.ts'
import type { PictureName } from './pictures.ts'
import type { Image, SelectedOption } from './product.ts'

/** What a cart line shows; `image` is the store's own picture. */
export type LinePicture =
  | { readonly kind: 'gift' | 'image' }
  | { readonly kind: 'wands'; readonly wands: readonly PictureName[] }
  | { readonly kind: 'vol-1' | 'vol-2'; readonly box: PictureName; readonly wand: PictureName | null }

/** A line as it is shown: what was chosen, with what the catalogue says of it. */
export type CartLineView = Omit<CartLine, 'added'> & {
  readonly key: string
  readonly handle: string | null
  readonly title: string
  readonly variantTitle: string
  /** Options of the variant itself. */
  readonly selectedOptions: readonly SelectedOption[]
  readonly image: Image | null
  readonly picture: LinePicture
  readonly unitPrice: Money | null
  readonly linePrice: Money | null
  readonly wasPrice: Money | null
  /** Description shown below the title, one entry per row; see `lineDetails`. */
  readonly details: readonly string[]
  /** Message why this line blocks the checkout; null when it does not. */
  readonly refusal: string | null
  /** The store has the same options under another id, which can take its place. */
  readonly isReplaceable: boolean
}

export type CartDiscountView = {
  readonly code: string
  readonly state: 'applied' | 'refused' | 'unknown'
  readonly reason: string | null
  readonly amount: Money | null
}

/** A step that is worth telling in the cart, and the page where it is taken. */
export type CartTip = { readonly text: string; readonly label: string; readonly href: string }

/** Everything that the drawer and the cart page show; see `buildCartView`. */
export type CartView = {
  readonly market: Market
  readonly lines: readonly CartLineView[]
  readonly itemCount: number
  readonly total: Money
  readonly discount: CartDiscountView | null
  readonly freeShipping: FreeShippingProgress & { readonly giftOnly: boolean }
  readonly shippingCountry: string | null
  readonly canCheckout: boolean
  readonly storeUnavailable: boolean
  /** Remote cart of the checkout opened last, which may be paid at any moment; null without one. */
  readonly remoteCartId: string | null
  readonly checkoutUrl: string | null
  /** Missing while a change is expected only. */
  readonly tip?: CartTip | null
}
