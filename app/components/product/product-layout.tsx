import type { ReactNode } from 'react'
import type { CartVariant } from '#app/models/cart.ts'
import { marketPath } from '#app/models/market.ts'
import type { Money } from '#app/models/money.ts'
import type { Product } from '#app/models/product.ts'
import { TitleText } from '../page/text.tsx'
import { useShop } from '../page/use-shop.ts'
import { TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** A product, and what its page shows of others; null if unavailable. */
export type ProductPageData = {
  readonly product: Product
  /** The product `magic-wand`: what single wands cost, or for a wand product without variants of its own. */
  readonly wands: Pick<Product, 'handle' | 'title' | 'tags' | 'variants'> | null
  /** Wands of the store that our list of styles lacks, with the store's own pictures. */
  readonly unlisted: readonly CartVariant[]
  /** The collector's set: what a bundle costs. */
  readonly set: Pick<Product, 'variants'> | null
  /** The lowest price of each box; null if this store does not sell it. */
  readonly boxes: { readonly vol1: Money | null; readonly vol2: Money }
}

/**
 * The title, the `Gallery`, and a `BuyColumn`: on phones in this order, from small laptops on in two columns, with the
 * pictures in the left one.
 */
export function ProductColumns({ children }: { children: ReactNode }) {
  return (
    <div className="wrap grid grid-cols-1 items-start gap-x-column gap-y-4 pt-3 lg:grid-cols-6-5 lg:grid-rows-[auto_1fr]">
      {children}
    </div>
  )
}

/** The long texts, below both columns: what it is, and its details. */
export function ProductCopy({ children }: { children: ReactNode }) {
  return (
    <div className="wrap mt-gutter grid grid-cols-1 items-start gap-x-column gap-y-10 border-t border-line pt-gutter pb-stage *:min-w-0 lg:grid-cols-2">
      {children}
    </div>
  )
}

/** What is chosen and bought, on the right. */
export function BuyColumn({ children }: { children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-4 max-lg:pt-6 lg:col-start-2">{children}</div>
}

export function ProductTitle({ children }: { children: string }) {
  return (
    <h1 className="text-head lg:col-start-2">
      <TitleText text={children} />
    </h1>
  )
}

export function BackToShop() {
  const { market } = useShop()
  return (
    <div className="wrap pt-5 print:hidden">
      <TextLink to={marketPath(market, '/products')}>
        <Icon name="left" /> Back to Shop
      </TextLink>
    </div>
  )
}
