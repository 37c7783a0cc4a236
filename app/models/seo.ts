import type { CompanyFacts } from '#supabase/functions/_shared/forms/company-facts.ts'
import { hasVol2Shipped, type Shipping } from '#supabase/functions/_shared/mail/shipping.ts'
import { cutAtWord } from '#supabase/functions/_shared/text/text.ts'
import { type Facts, factsOf } from './facts.ts'
import {
  BRAND,
  byMarket,
  DEFAULT_MARKET,
  LIMITED_EDITION_MARKET,
  MARKET_IDS,
  MARKETS,
  type Market,
  type MarketFacts,
  marketPath,
} from './market.ts'
import { storeTitle } from './page-messages.ts'
import {
  HANDLES,
  isVol2Handle,
  ownProduct,
  type Product,
  productPath,
  purchasableVariants,
  type Variant,
  variantTitle,
} from './product.ts'
import { type Evidence, isPrintOnDemand, kindOf } from './product-kind.ts'
import { capitalizeFirst, SIZES_TEXT, WAND_BEASTS, WAND_COUNT } from './wands.ts'

/** Title and meta description of a page; without a description the page is not indexed. */
export type SeoText = { readonly title: string; readonly description: string }

/** What the texts of a store say. `shop` ends the title of most pages. */
type Words = Omit<MarketFacts, keyof Facts> & Facts & CompanyFacts & { readonly shop: string }
type MakeTexts = (words: Words) => readonly [title: string, description: string]

/** Texts by the path of their page, or by kind or handle of their product. */
export const SEO_TEXTS = {
  '/': ({ titleName, sellsLimitedEdition, shipsWhere }) => [
    `Wizard Box: the book that opens with a magic wand${titleName === MARKETS[DEFAULT_MARKET].titleName ? '' : `, ${titleName}`}`,
    `A book-shaped box for the things you keep. Touch a wand to the cover and it opens. ${sellsLimitedEdition ? 'Two volumes' : 'Boxes'}, ${WAND_COUNT} wands and gifts, shipped ${shipsWhere}.`,
  ],
  '/products': ({ shop, sellsLimitedEdition, currencyShort, freeShippingOver }) => [
    `Wizard Boxes & Wands | ${shop}`,
    `${sellsLimitedEdition ? 'Two volumes of the' : 'The'} book-shaped box that opens for a wand, ${WAND_COUNT} magic wands, bundles and merch. In ${currencyShort}, with free shipping over ${freeShippingOver}.`,
  ],
  boxes: ({ shop, sellsLimitedEdition }) => [
    `Wizard Boxes | ${shop}`,
    sellsLimitedEdition
      ? `Vol. I: The Phoenix Edition and Vol. II: Magical You. Book-shaped boxes that open for a wand, alone or with one of ${WAND_COUNT} wands.`
      : 'Vol. II: Magical You, the book-shaped box that opens for a wand. Take the box alone, or with a Classic or Premium Wand.',
  ],
  'vol-1': ({ vol1Copies }) => [
    `Vol. I: The Phoenix Edition, ${vol1Copies} copies | Wizard Box`,
    `A hand-made box in the shape of a book, signed and numbered. ${vol1Copies} copies in Ashborn, Sunfire and Ember. Opens at the touch of a wand. ${MARKETS[LIMITED_EDITION_MARKET].titleName} only.`,
  ],
  'vol-2': ({ shop, shortRegion }) => [
    `Vol. II: Magical You | ${shop}`,
    `A midnight blue box in the shape of a book. It opens at the touch of a wand and comes with a free Gift Edition Envelope. Ships to ${shortRegion}.`,
  ],
  wand: ({ titleName, wandReturnDays }) => [
    `Magic Wand: ${WAND_COUNT} styles, each opens a Wizard Box | ${titleName}`,
    `${capitalizeFirst(WAND_BEASTS)}. Choose one of ${WAND_COUNT} magic wands. Any of them opens any Wizard Box. ${wandReturnDays}-day returns, ${titleName} shipping.`,
  ],
  bundle: ({ shortName, shipsTo }) => [
    `Magic Wand Collector’s Set: build a bundle | Wizard Box ${shortName}`,
    `Choose ${SIZES_TEXT} magic wands and pay less than one by one. Every wand opens every Wizard Box. Ships to ${shipsTo}.`,
  ],
  'keyhole-tote': ({ shop, shipsTo }) => [
    `Keyhole Tote, Natural or Midnight | ${shop}`,
    `A canvas tote with the keyhole on the front, printed after you order. It carries almost anything and locks nothing. Ships to ${shipsTo}.`,
  ],
  'magical-af-mug': ({ shop, shipsTo }) => [
    `Magical AF Mug, 11 oz | ${shop}`,
    `An 11 oz mug for mornings when you are, and mornings when you need telling. Printed after you order. Ships to ${shipsTo}.`,
  ],
  '/about': ({ shop }) => [
    `Our Story | ${shop}`,
    'A wizard-themed company failed. Our founder bought back some of the pieces and made a box that opens for a wand. Independent, and staying so.',
  ],
  '/faq': ({ english, shortName, titleName }) => {
    const shipping = english === 'american' ? 'shipping' : 'delivery'
    return [
      `FAQ: boxes, wands, gifts, ${shipping}, returns | Wizard Box ${shortName}`,
      `Short, true answers about the Wizard Box, its wands, gifts and magic words, ${titleName.replace('&', 'and')} ${shipping}, returns, and looking after what you bought.`,
    ]
  },
  '/contact': ({ shop, replyHours }) => [
    `Contact us | ${shop}`,
    `Write to us about an order, a wand, a return or a story for the press. You will have a reply within ${replyHours} hours.`,
  ],
  '/press': ({ shop }) => [
    `Press: facts, story and pictures | ${shop}`,
    'Quick facts, our story in two lengths, and a press kit with brand assets, the press release and product images.',
  ],
  '/gift': ({ shortName, titleName, zones }) => [
    `Give a Wizard Box: envelope and magic words | Wizard Box ${shortName}`,
    `Give Vol. II: Magical You with a free Gift Edition Envelope: a letter, a seal and magic words. There is a letter to print, too. ${titleName} shipping${zones.length > 1 ? '' : ' only'}.`,
  ],
  '/gift-download': ({ shop }) => [
    `The printable gift letter | ${shop}`,
    'A Letter of Gift to print at home, with room for two names and the magic words. The code arrives by email after purchase.',
  ],
  '/redeem': ({ shop, shipsWhere }) => [
    `Redeem a gift: say the magic words | ${shop}`,
    `Were you given a Wizard Box? Enter the magic words from your Redemption Card or letter. Your gift ships free ${shipsWhere}.`,
  ],
  '/waitlist': ({ shop, shipsWhere }) => [
    `The Vol. II waitlist | ${shop}`,
    `Leave your name and email, and we will tell you when there is a Vol. II: Magical You ready to ship ${shipsWhere}.`,
  ],
  '/subscribe': ({ shop }) => [
    `Stay Connected | ${shop}`,
    'News of volumes, wands and the odd secret, by email. We write when there is something to open, and not otherwise.',
  ],
  '/privacy-policy': ({ shop, consumerRights }) => [
    `Privacy Policy | ${shop}`,
    `What we collect, why, for how long and who helps us. Your rights ${consumerRights === 'uk-eu' ? 'under UK and EU law' : 'in your state'}, and every cookie by name.`,
  ],
  '/terms-and-conditions': ({ shop, consumerRights, returnDays, wandReturnDays }) => [
    `Terms, Returns and Safety | ${shop}`,
    consumerRights === 'uk-eu'
      ? 'Ordering, delivery, refunds and your right to cancel, with the model form. Read the magnet safety warning before you buy.'
      : `Ordering, shipping and refunds. Most items ${returnDays} days, wands ${wandReturnDays} days. Read the magnet safety warning before you buy.`,
  ],
  '/cart': ({ shop }) => [`Shopping Cart | ${shop}`, ''],
  '/redeem/review': ({ shop }) => [`Review your gift | ${shop}`, ''],
  '/redeem/success': ({ shop }) => [`Your gift is in the cart | ${shop}`, ''],
} satisfies Record<string, MakeTexts>

export type SeoKey = keyof typeof SEO_TEXTS

const MAX_DESCRIPTION_LENGTH = 155

/** The texts of a page, or of a kind or handle of product, in a store. */
export function seoText(key: SeoKey, market: Market, company: CompanyFacts): SeoText {
  const make: MakeTexts = SEO_TEXTS[key]
  const store = MARKETS[market]
  const shop = `${BRAND} ${store.titleName}`
  const [title, description] = make({ ...store, ...factsOf(market), ...company, shop })
  return { title, description }
}

/** Title and description of a product page; derived from the product when there are no texts for it. */
export function seoOfProduct(
  product: Evidence & Pick<Product, 'handle' | 'description'>,
  market: Market,
  company: CompanyFacts,
): SeoText {
  const key = ownProduct({ kind: kindOf(product), handle: product.handle })
  if (key) return seoText(key, market, company)
  return {
    title: storeTitle(product.title, market),
    description: cutAtWord(product.description, MAX_DESCRIPTION_LENGTH),
  }
}

/** Paths of a page by market; null if a market does not have it, or if that is unknown. */
export type PathsByMarket = Readonly<Record<Market, string | null>>

/**
 * The paths of a product in the markets that list it, for `alternates`. Vol. II has another handle in each market.
 * @param listed the handles that each market lists; null while its list is out of reach
 */
export function productPaths(
  { handle }: Pick<Product, 'handle'>,
  listed: Readonly<Record<Market, ReadonlySet<string> | null>>,
): PathsByMarket {
  return byMarket((_, market) => {
    const own = isVol2Handle(handle) ? HANDLES.vol2[market] : handle
    return listed[market]?.has(own) ? productPath(market, own) : null
  })
}

export function pagePaths(path: string): PathsByMarket {
  return byMarket((_, market) => marketPath(market, path))
}

/** The hreflang links: each market that has the page, and `x-default`, the first of them. Product: 8 Search engines */
export function alternates(origin: string, paths: PathsByMarket) {
  const links = MARKET_IDS.flatMap((market) => {
    const path = paths[market]
    return path === null ? [] : [{ hrefLang: MARKETS[market].locale.toLowerCase(), href: origin + path }]
  })
  const [first] = links
  return first ? [...links, { hrefLang: 'x-default', href: first.href }] : []
}

/** Open Graph images by kind of product, 1200 by 630 pixels; `other` for most pages. */
export const SOCIAL_CARDS = {
  other: '/social/og-default.jpg',
  'vol-1': '/social/og-vol-1.jpg',
  'vol-2': '/social/og-vol-2.jpg',
  wand: '/social/og-wands.jpg',
  bundle: '/social/og-set.jpg',
  gift: '/social/og-gift.jpg',
} as const

export const SOCIAL_CARD_ALT =
  'A midnight blue Wizard Box stands in a keyhole of light while a wand touches the triangle on its cover.'

/* Structured data, as search engines read it. */

export type JsonLd = { readonly [key: string]: unknown }

const SCHEMA = 'https://schema.org'

function availabilityOf(product: Product, variant: Variant, shipping: Shipping): JsonLd {
  if (!variant.availableForSale) return { availability: `${SCHEMA}/OutOfStock` }
  if (kindOf(product) === 'vol-2' && !hasVol2Shipped(shipping))
    return { availability: `${SCHEMA}/PreOrder`, availabilityStarts: `${shipping.vol2Month}-01` }
  return { availability: `${SCHEMA}/${kindOf(product) === 'vol-1' ? 'LimitedAvailability' : 'InStock'}` }
}

/**
 * A product, with one offer for each purchasable variant at its live price, and where it stands in the shop. Products
 * that are not our own have no brand, as we do not know it.
 */
export function productJsonLd(
  product: Product,
  shipping: Shipping,
  { origin, description }: { readonly origin: string; readonly description: string },
): readonly JsonLd[] {
  const { market } = shipping
  const isOurs = kindOf(product) !== 'other' || isPrintOnDemand(product.tags)
  const url = origin + productPath(market, product.handle)
  const trail = [
    ['Home', origin + marketPath(market)],
    ['Shop', origin + marketPath(market, '/products')],
    [product.title, url],
  ]
  const offers = purchasableVariants(product).flatMap((variant) =>
    variant.price
      ? {
          '@type': 'Offer',
          name: variantTitle(variant) || product.title,
          url,
          price: variant.price.amount,
          priceCurrency: variant.price.currencyCode,
          ...availabilityOf(product, variant, shipping),
        }
      : [],
  )
  return [
    {
      '@context': SCHEMA,
      '@type': 'Product',
      name: product.title,
      description,
      image: product.images.map((image) => new URL(image.url, origin).href),
      url,
      ...(isOurs && { brand: { '@type': 'Brand', name: BRAND } }),
      offers,
    },
    {
      '@context': SCHEMA,
      '@type': 'BreadcrumbList',
      itemListElement: trail.map(([name, item], at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name,
        item,
      })),
    },
  ]
}
