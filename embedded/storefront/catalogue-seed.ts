import type { StoreImage, StoreProduct, StoreVariant } from './catalogue.ts'
import { DESCRIPTIONS, PICTURE_TEXTS, type PictureSlug } from './catalogue-copy.ts'
import type { Region } from './regions.ts'

/**
 * The seeded catalogue. Ids are derived from the index in these lists and are stored in carts, orders and gift codes:
 * append, never reorder.
 */

type Seed = {
  readonly handle: string
  readonly title: string
  readonly type: string
  readonly tags: readonly string[]
  readonly description: readonly string[]
  readonly option: string
  readonly images: readonly PictureSlug[]
  readonly variants: readonly VariantSeed[]
}

type VariantSeed = {
  readonly title: string
  readonly price: number
  readonly image?: PictureSlug
  readonly soldOutIn?: readonly Region[]
}

const CREATED_AT = '2025-09-01T09:00:00Z'
const PICTURE_SIZE = 1280
const EDITIONS = ['Ashborn', 'Sunfire', 'Ember'] as const
const CLASSIC = 'Dragon & Elder'
const PREMIUM = [
  'Dragon & Oak',
  'Dragon & Yew',
  'Unicorn & Chestnut',
  'Unicorn & Cherry',
  'Phoenix & Elm',
] as const
const STANDARD_SET = 'Standard (Dragon and Elder)'

const WAND_PICTURES: Record<(typeof PREMIUM)[number] | typeof CLASSIC, PictureSlug> = {
  'Dragon & Elder': 'wand-dragon-elder',
  'Dragon & Oak': 'wand-dragon-oak',
  'Dragon & Yew': 'wand-dragon-yew',
  'Unicorn & Chestnut': 'wand-unicorn-chestnut',
  'Unicorn & Cherry': 'wand-unicorn-cherry',
  'Phoenix & Elm': 'wand-phoenix-elm',
}
const EDITION_PICTURES: Record<(typeof EDITIONS)[number], PictureSlug> = {
  Ashborn: 'vol1-ashborn',
  Sunfire: 'vol1-sunfire',
  Ember: 'vol1-ember',
}

function boxVariants(
  prefix: string,
  pictures: readonly [PictureSlug, PictureSlug, PictureSlug],
): VariantSeed[] {
  const [alone, withClassic, withPremium] = pictures
  return [
    { title: `${prefix}No Wand`, price: 59, image: alone },
    { title: `${prefix}${STANDARD_SET}`, price: 88, image: withClassic },
    ...(prefix === '' ? premiumVariants(withPremium) : []),
  ]
}

/** Premium sets are named by their wand only; the edition of the box is an attribute of the cart line. */
function premiumVariants(image: PictureSlug): VariantSeed[] {
  return PREMIUM.map((style) => ({ title: style, price: 98, image }))
}

function vol1Variants(): VariantSeed[] {
  const byEdition = EDITIONS.flatMap((edition) => {
    const picture = EDITION_PICTURES[edition]
    return boxVariants(`${edition} - `, [picture, picture, picture])
  })
  return [...byEdition, ...premiumVariants('vol1-ember')].map((variant) =>
    variant.title === 'Sunfire - No Wand' ? { ...variant, soldOutIn: ['UK'] } : variant,
  )
}

function vol2Variants(): VariantSeed[] {
  return [
    ...boxVariants('', ['vol2-closed', 'vol2-with-classic-wand', 'vol2-with-premium-wand']),
    { title: 'Gift Bundle - No Wand', price: 59, image: 'vol2-envelope' },
    { title: 'Gift Bundle - Classic Wand', price: 85, image: 'vol2-envelope' },
    { title: 'Gift Bundle - Premium Wand', price: 100, image: 'vol2-envelope' },
    { title: 'Upgrade - Add Classic Wand', price: 26, image: 'wand-dragon-elder' },
    ...PREMIUM.map((style) => ({
      title: `${style} - Premium Upgrade from No Wand`,
      price: 41,
      image: WAND_PICTURES[style],
    })),
    ...PREMIUM.map((style) => ({
      title: `${style} - Premium Upgrade from Classic`,
      price: 15,
      image: WAND_PICTURES[style],
    })),
  ]
}

function wandVariants(): VariantSeed[] {
  const premium = PREMIUM.map(
    (style): VariantSeed => ({ title: style, price: 35, image: WAND_PICTURES[style] }),
  )
  return [{ title: CLASSIC, price: 34, image: WAND_PICTURES[CLASSIC] }, ...premium].map((variant) =>
    variant.title === 'Phoenix & Elm' ? { ...variant, soldOutIn: ['US'] } : variant,
  )
}

const BOTH = ['market: us', 'market: uk'] as const
const VOL_2 = {
  title: 'Vol. II: Magical You (Pre-Order)',
  type: 'Wizard Box',
  option: 'Option',
  images: [
    'vol2-closed',
    'vol2-detail',
    'vol2-open',
    'vol2-scale',
    'vol2-touch',
    'vol2-shelf',
    'vol2-envelope',
    'vol2-with-classic-wand',
    'vol2-with-premium-wand',
  ],
  variants: vol2Variants(),
} as const

const SEEDS: readonly Seed[] = [
  {
    handle: 'vol-i-phoenix-edition',
    title: 'Vol. I: The Phoenix Edition',
    type: 'Wizard Box',
    tags: ['market: uk', 'wizard-box', 'limited-edition', 'volume-1', 'warehouse-item'],
    description: DESCRIPTIONS.vol1,
    option: 'Option',
    images: ['vol1-trio', 'vol1-ashborn', 'vol1-sunfire', 'vol1-ember', 'vol1-open'],
    variants: vol1Variants(),
  },
  {
    ...VOL_2,
    handle: 'vol-ii-magical-you-pre-order',
    tags: ['market: us', 'pre-order', 'wizard-box', 'warehouse-item'],
    description: DESCRIPTIONS.vol2Us,
  },
  {
    ...VOL_2,
    handle: 'vol-ii-magical-you-pre-order-1',
    tags: ['market: uk', 'pre-order', 'wizard-box', 'warehouse-item'],
    description: DESCRIPTIONS.vol2Uk,
  },
  {
    handle: 'magic-wand',
    title: 'Magic Wand',
    type: 'Wand',
    tags: [...BOTH, 'wands', 'warehouse-item'],
    description: DESCRIPTIONS.wand,
    option: 'Style',
    images: [
      'wands-six',
      'wand-dragon-elder',
      'wand-dragon-oak',
      'wand-dragon-yew',
      'wand-unicorn-chestnut',
      'wand-unicorn-cherry',
      'wand-phoenix-elm',
    ],
    variants: wandVariants(),
  },
  {
    handle: 'magic-wand-collectors-set',
    title: "Magic Wand Collector's Set",
    type: 'Wand',
    tags: [...BOTH, 'wands', 'warehouse-item'],
    description: DESCRIPTIONS.collectorsSet,
    option: 'Size',
    images: ['wands-set', 'wands-six'],
    variants: [
      { title: '3 Wands', price: 92 },
      { title: '4 Wands', price: 119 },
      { title: '5 Wands', price: 150 },
      { title: '6 Wands', price: 179 },
    ],
  },
  {
    handle: 'keyhole-tote',
    title: 'Keyhole Tote',
    type: 'Merch',
    tags: [...BOTH, 'pod', 'printful', 'merch'],
    description: DESCRIPTIONS.tote,
    option: 'Shade',
    images: ['tote-natural', 'tote-midnight'],
    variants: [
      { title: 'Natural', price: 24, image: 'tote-natural' },
      { title: 'Midnight', price: 24, image: 'tote-midnight' },
    ],
  },
  {
    handle: 'magical-af-mug',
    title: 'Magical AF Mug',
    type: 'Merch',
    tags: [...BOTH, 'pod', 'printful', 'merch'],
    description: DESCRIPTIONS.mug,
    option: 'Size',
    images: ['mug'],
    variants: [{ title: '11 oz', price: 16, image: 'mug' }],
  },
]

const SLUGS = Object.keys(PICTURE_TEXTS)

function toImage(slug: PictureSlug): StoreImage {
  const number = String(SLUGS.indexOf(slug) + 1).padStart(3, '0')
  return {
    id: `gid://shopify/ProductImage/38200000000${number}`,
    url: `/products/${slug}-${PICTURE_SIZE}.jpg`,
    altText: PICTURE_TEXTS[slug],
    width: PICTURE_SIZE,
    height: PICTURE_SIZE,
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function toVariant(seed: VariantSeed, option: string, id: string): StoreVariant {
  const cents = seed.price * 100
  return {
    id: `gid://shopify/ProductVariant/${id}`,
    title: seed.title,
    options: [{ name: option, value: seed.title }],
    cents: { USD: cents, GBP: cents },
    soldOutIn: seed.soldOutIn ?? [],
    image: seed.image ? toImage(seed.image) : null,
    sku: `WB-${id.slice(-5)}`,
  }
}

function toProduct(seed: Seed, index: number): StoreProduct {
  const number = String(index + 1).padStart(2, '0')
  return {
    id: `gid://shopify/Product/85100000000${number}`,
    handle: seed.handle,
    title: seed.title,
    descriptionHtml: seed.description.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n'),
    productType: seed.type,
    tags: seed.tags,
    status: 'ACTIVE',
    optionNames: [seed.option],
    images: seed.images.map(toImage),
    variants: seed.variants.map((variant, place) =>
      toVariant(variant, seed.option, `465100000${number}${String(place + 1).padStart(3, '0')}`),
    ),
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
  }
}

/** The products of a new embedded store. Product: 4 The embedded catalogue */
export const SEEDED_PRODUCTS: readonly StoreProduct[] = SEEDS.map(toProduct)
