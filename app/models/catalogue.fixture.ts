import { type CartLine, type CartVariant, toCartVariant } from './cart.ts'
import type { GiftCode } from './gift-code.ts'
import { moneyOf } from './money.ts'
import { PREMIUM_WANDS } from './option-choice.ts'
import type { Product } from './product.ts'

/* A small catalogue for the unit tests of the models. */

/** `price` in whole currency units. */
type Priced = readonly [title: string, price: number | null]

let nextId = 10000000000001

/** A product with the given properties and variants, and nothing else. */
export function productOf(
  given: Partial<Product>,
  variants: readonly Priced[] = [],
  currency: 'USD' | 'GBP' = 'USD',
): Product {
  return {
    id: `gid://shopify/Product/${nextId++}`,
    handle: 'thing',
    title: 'Thing',
    description: '',
    tags: [],
    images: [],
    options: [],
    minPrice: null,
    maxPrice: null,
    isAvailable: null,
    body: [],
    variants: variants.map(([name, price]) => ({
      id: `gid://shopify/ProductVariant/${nextId++}`,
      title: name,
      price: price === null ? null : moneyOf(price, currency),
      availableForSale: true,
      selectedOptions: [],
    })),
    ...given,
  }
}

function product(
  handle: string,
  title: string,
  tags: string,
  variants: readonly Priced[],
  currency: 'USD' | 'GBP',
): Product {
  const images = [{ url: `/img/${handle}.svg`, altText: title, width: 800, height: 800 }]
  return productOf({ handle, title, tags: tags.split(', '), images }, variants, currency)
}

const premium = (price: number, suffix = ''): Priced[] =>
  PREMIUM_WANDS.map((wand) => [`${wand}${suffix}`, price])

const VOL_2: Priced[] = [
  ['No Wand', 59],
  ['Standard (Dragon and Elder)', 88],
  ...premium(98),
  ['Gift Bundle - No Wand', 59],
  ['Gift Bundle - Classic Wand', 85],
  ['Gift Bundle - Premium Wand', 100],
  ['Upgrade - Add Classic Wand', 26],
  ...premium(41, ' - Premium Upgrade from No Wand'),
  ...premium(15, ' - Premium Upgrade from Classic'),
]

export const vol1 = product(
  'vol-i-phoenix-edition',
  'Vol. I: The Phoenix Edition',
  'market: uk, wizard-box, limited-edition, volume-1, warehouse-item',
  [
    ...['Ashborn', 'Sunfire', 'Ember'].flatMap((edition): Priced[] => [
      [`${edition} - No Wand`, 59],
      [`${edition} - Standard (Dragon and Elder)`, 88],
    ]),
    ...premium(98),
  ],
  'GBP',
)
export const vol2 = product(
  'vol-ii-magical-you-pre-order',
  'Vol. II: Magical You (Pre-Order)',
  'market: us, pre-order, wizard-box, warehouse-item',
  VOL_2,
  'USD',
)
export const wands = product(
  'magic-wand',
  'Magic Wand',
  'market: us, market: uk, wands, warehouse-item',
  [['Dragon & Elder', 34], ...premium(35)],
  'USD',
)
export const collectorsSet = product(
  'magic-wand-collectors-set',
  "Magic Wand Collector's Set",
  'market: us, market: uk, wands, warehouse-item',
  [
    ['3 Wands', 92],
    ['4 Wands', 119],
    ['5 Wands', 150],
    ['6 Wands', 179],
  ],
  'USD',
)
export const tote = product(
  'keyhole-tote',
  'Keyhole Tote',
  'market: us, market: uk, pod, printful, merch',
  [
    ['Natural', 24],
    ['Midnight', 24],
  ],
  'USD',
)
export const mug = product(
  'magical-af-mug',
  'Magical AF Mug',
  'market: us, market: uk, pod, printful, merch',
  [['11 oz', 16]],
  'USD',
)
export const untagged = product('mystery', 'Mystery', 'market: us', [['Default Title', null]], 'USD')
export const notForCart = product('poster', 'Poster', 'market: us', [['Default Title', 5]], 'USD')

const ALL = [vol1, vol2, wands, collectorsSet, tote, mug, untagged, notForCart]

export const variants: ReadonlyMap<string, CartVariant> = new Map(
  ALL.flatMap((p) => p.variants.map((variant) => [variant.id, toCartVariant(p, variant)] as const)),
)

/** @throws Error when the product has no variant of that title */
export function idOf(of: Product, title: string): string {
  const variant = of.variants.find((v) => v.title === title)
  if (!variant) throw new Error(`No variant ${title}`)
  return variant.id
}

/** One of a variant in a cart, unless `rest` says otherwise. */
export function line(variantId: string, rest: Partial<CartLine> = {}): CartLine {
  return { variantId, quantity: 1, ...rest }
}

export function titleOf(variant: { readonly title: string } | null): string | null {
  return variant?.title ?? null
}

export const openGift: GiftCode = {
  id: '1',
  code: 'amber lantern owl',
  productTitle: 'Gift Bundle - No Wand',
  productVariantId: null,
  market: 'us',
  redeemed: false,
  redeemedAt: null,
  discountCode: 'GIFT-1',
  setupComplete: false,
  purchaserName: null,
}
