import { MARKET_IDS } from '#app/models/market.ts'
import type { Catalogue, StoreProduct } from './catalogue.ts'
import type { Settings } from './settings.ts'

/** What the Storefront API shows of the catalogue: what is published to its channel, sold out where its stock is used up. */
export function shownCatalogue(catalogue: Catalogue, { channels, published, stock }: Settings): Catalogue {
  const headless = channels.find(({ app }) => app === 'headless')?.id ?? ''
  const isShown = ({ id, status }: StoreProduct) =>
    status === 'ACTIVE' && (published[id]?.includes(headless) ?? false)
  const isUsedUp = (id: string) => (stock[id] ?? 1) <= 0

  /** Made anew only where it differs: nodes are remembered by their product. */
  function asStocked(product: StoreProduct): StoreProduct {
    if (!product.variants.some(({ id }) => isUsedUp(id))) return product
    const variants = product.variants.map((variant) =>
      isUsedUp(variant.id) ? { ...variant, soldOutIn: MARKET_IDS } : variant,
    )
    return { ...product, variants }
  }

  const shown = (product: StoreProduct | null) => (product && isShown(product) ? asStocked(product) : null)
  return {
    ...catalogue,
    published: () => catalogue.all().flatMap((product) => shown(product) ?? []),
    product: (id) => shown(catalogue.product(id)),
    byHandle: (handle) => shown(catalogue.byHandle(handle)),
    variant(id) {
      const product = shown(catalogue.variant(id)?.product ?? null)
      const variant = product?.variants.find((one) => one.id === id)
      return product && variant ? { id, product, variant } : null
    },
  }
}
