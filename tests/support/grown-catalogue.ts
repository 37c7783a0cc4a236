import { MARKET_IDS } from '#app/models/market.ts'
import type { StoreProduct } from '#embedded/shopify/catalogue.ts'
import { inEachCurrency } from '#embedded/shopify/regions.ts'
import type { TestShop } from './test-shop.ts'

type Grown = {
  readonly handle: string
  readonly title: string
  readonly html?: string
  readonly tags?: readonly string[]
  readonly images?: readonly {
    readonly file: string
    readonly size?: readonly [number, number]
    readonly alt?: string
  }[]
  /** Titles of the options, and all values of each. Without them: one variant, as Shopify has it. */
  readonly options?: Readonly<Record<string, readonly string[]>>
  /** In whole and half units, by the place of the variant. */
  readonly price?: (index: number) => number
  readonly isSoldOut?: (index: number) => boolean
  /** Older than the products of a new store, which then come after it. */
  readonly isOlder?: boolean
}

const CDN = 'https://cdn.shopify.com/s/files/1/0533/2089/files/'
let made = 0

/** A product as a shop may have beside ours; without tags it is sold in all markets, from the warehouse. */
export function storeProduct(grown: Grown): StoreProduct {
  const at = ++made
  const { options = { Title: ['Default Title'] }, price = () => 9 } = grown
  const combinations = Object.entries(options).reduce<{ name: string; value: string }[][]>(
    (known, [name, values]) => known.flatMap((some) => values.map((value) => [...some, { name, value }])),
    [[]],
  )
  const inAllMarkets = MARKET_IDS.map((market) => `market: ${market}`)
  return {
    id: `gid://shopify/Product/${(grown.isOlder ? 8_400_000_000_000 : 8_600_000_000_000) + at}`,
    handle: grown.handle,
    title: grown.title,
    descriptionHtml: grown.html ?? '<p>As the owner wrote it.</p>',
    productType: '',
    tags: grown.tags ?? [...inAllMarkets, 'warehouse-item'],
    status: 'ACTIVE',
    images: (grown.images ?? []).map(({ file, size, alt }) => ({
      url: CDN + file,
      altText: alt ?? null,
      width: size?.[0] ?? null,
      height: size?.[1] ?? null,
    })),
    variants: combinations.map((selected, index) => ({
      id: `gid://shopify/ProductVariant/${47_000_000_000_000 + at * 1_000 + index}`,
      title: selected.map(({ value }) => value).join(' / '),
      options: selected,
      cents: inEachCurrency(() => price(index) * 100),
      soldOutIn: grown.isSoldOut?.(index) ? MARKET_IDS : [],
      image: null,
    })),
  }
}

/** `count` products, of which each has a title and a handle of its own. */
export function manyProducts(count: number, grown: Omit<Grown, 'handle' | 'title'> = {}): StoreProduct[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(3, '0')
    return storeProduct({ handle: `curio-${number}-${made}`, title: `Curio ${number}`, ...grown })
  })
}

/** Puts products into the embedded store of a shop, which has them at once. */
export async function growCatalogue({ embedded, services }: TestShop, ...products: readonly StoreProduct[]) {
  const { store } = embedded
  if (!store) throw new Error('the shop has no store of its own')
  for (const product of products) {
    store.settings.published[product.id] = store.settings.channels.map(({ id }) => id)
    store.catalogue.save(product)
  }
  await services.storefront.refresh()
}
