import { Parser } from 'htmlparser2'
import { type CartVariant, toCartVariant } from '#app/models/cart.ts'
import { MARKETS, type Market } from '#app/models/market.ts'
import { type Money, parseMoney } from '#app/models/money.ts'
import type { Image, Product, Variant } from '#app/models/product.ts'
import { currentTitle, kindOf } from '#app/models/product-kind.ts'
import type { WireOwnedVariant, WireProduct, WireVariant } from './operations.server.ts'

/** A product, and its variants in the cart's format, each with its own image. */
export type CataloguedProduct = { readonly product: Product; readonly cartVariants: readonly CartVariant[] }

/** A product of the storefront with the variants of all pages. */
export type WholeProduct = Omit<WireProduct, 'variants'> & { readonly variants: readonly WireVariant[] }

type WireMoney = { readonly amount: string; readonly currencyCode: string } | null | undefined

/** Parses money; null where it is invalid or not in the market's currency. */
export function toMoney(wire: WireMoney, market: Market): Money | null {
  const money = parseMoney(wire?.amount, wire?.currencyCode)
  return money?.currencyCode === MARKETS[market].currencyCode ? money : null
}

/**
 * The currency of a product's prices where it is not the market's; null where it is, or where there are no prices. Such
 * prices are left out, so that every product of the market is without a price.
 */
export function foreignCurrency(wire: WholeProduct, market: Market): string | null {
  const prices = [wire.priceRange?.minVariantPrice, ...wire.variants.map(({ price }) => price)]
  const foreign = prices.find((price) => price && price.currencyCode !== MARKETS[market].currencyCode)
  return foreign?.currencyCode ?? null
}

function toVariant(wire: WireVariant, market: Market): Variant {
  return {
    id: wire.id,
    title: wire.title,
    price: toMoney(wire.price, market),
    availableForSale: wire.availableForSale,
    selectedOptions: wire.selectedOptions,
  }
}

/** Pictures of a product that we have designed the page of. Spec: 3 Entities */
const MAX_OWN_IMAGES = 5

/** Each picture once: a second one with the same address could not be told apart. */
function toImages(wire: WholeProduct): Image[] {
  const images = [...new Map(wire.images.map((image) => [image.url, image])).values()]
  return kindOf(wire) === 'other' ? images : images.slice(0, MAX_OWN_IMAGES)
}

/** A store at the time of reading: `hasVol2Shipped` as in `mail/shipping.ts`. */
export type MarketNow = { readonly market: Market; readonly hasVol2Shipped: boolean }

/** Converts a product of the storefront, with the prices of its market. */
export function toProduct(wire: WholeProduct, { market, hasVol2Shipped }: MarketNow): Product {
  const body = cleanDescription(wire.descriptionHtml ?? '')
  return {
    id: wire.id,
    handle: wire.handle,
    title: currentTitle(wire, hasVol2Shipped),
    description: wire.descriptionHtml ? descriptionText(body) : wire.description,
    body: kindOf(wire) === 'other' ? body : '',
    tags: wire.tags,
    images: toImages(wire),
    options: wire.options.map(({ name, optionValues }) => ({
      name,
      values: optionValues.map((value) => value.name),
    })),
    variants: wire.variants.map((variant) => toVariant(variant, market)),
  }
}

/** Converts a product of the storefront, with its variants in the cart's format. */
export function toCataloguedProduct(wire: WholeProduct, now: MarketNow): CataloguedProduct {
  const product = toProduct(wire, now)
  const cartVariants = wire.variants.map((entry) => {
    const variant = toCartVariant(product, toVariant(entry, now.market))
    return entry.image ? { ...variant, image: entry.image } : variant
  })
  return { product, cartVariants }
}

/** Converts a variant that was requested by its id, with the product's data that the cart needs. */
export function toOwnedCartVariant(wire: WireOwnedVariant, now: MarketNow): CartVariant {
  return {
    ...toVariant(wire, now.market),
    handle: wire.product.handle,
    productTitle: currentTitle(wire.product, now.hasVol2Shipped),
    productTags: wire.product.tags,
    image: wire.image ?? wire.product.featuredImage ?? null,
  }
}

/** More than a page can show; Shopify allows far more. */
const MAX_CHARACTERS = 20_000
/** What their content says is not for reading. */
const SKIPPED = 'script style template noscript iframe object svg math title textarea select'.split(' ')
/** What may stand in a page, and as what: the page has a heading of its own. Nothing else of the markup is kept. */
const KEPT = new Map([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, 'h2'] as const),
  ...['p', 'div', 'blockquote', 'ul', 'ol', 'li'].map((name) => [name, name] as const),
  ...['table', 'tbody', 'tr', 'td', 'a', 'br', 'b', 'em'].map((name) => [name, name] as const),
  ['th', 'td'],
  ['strong', 'b'],
  ['i', 'em'],
])

const ESCAPED: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', '&': '&amp;' }

function escapeHtml(text: string): string {
  return text.replace(/[<>"&]/g, (character) => ESCAPED[character] ?? '')
}

function unescapeHtml(text: string): string {
  const decode = (plain: string, [character, escaped]: [string, string]) =>
    plain.replaceAll(escaped, character)
  return Object.entries(ESCAPED).reduce(decode, text)
}

/** A link that may be followed from a page of the shop; without an address for any other, such as a page of the store. */
function linkTo(href: string | undefined): string {
  const url = URL.parse(href?.trim() ?? '')
  const isSafe = url !== null && ['http:', 'https:', 'mailto:'].includes(url.protocol)
  return isSafe ? `<a href="${escapeHtml(url.href)}" rel="nofollow">` : '<a>'
}

/**
 * The HTML of a description as it may stand in a page: paragraphs, headings, lists, tables, emphasis and links, without
 * any attribute but the address of a link. Of anything else the text alone is kept; what is malformed is read as a
 * browser would, and closed.
 */
export function cleanDescription(html: string): string {
  let clean = ''
  let characters = 0
  const skipped: string[] = []
  const open: string[] = []
  const parser = new Parser({
    onopentag(name, { href }) {
      if (SKIPPED.includes(name)) skipped.push(name)
      const kept = KEPT.get(name)
      if (skipped.length > 0 || !kept) return
      if (kept !== 'br') open.push(name)
      clean += kept === 'a' ? linkTo(href) : kept === 'br' ? '<br/>' : `<${kept}>`
    },
    ontext(text) {
      if (skipped.length > 0 || characters > MAX_CHARACTERS) return
      characters += text.length
      clean += escapeHtml(text.replace(/[\p{Cc}\s]+/gu, ' '))
    },
    onclosetag(name) {
      if (skipped.at(-1) === name) skipped.pop()
      // A tag that the text ends in was not opened.
      else if (skipped.length === 0 && open.at(-1) === name) clean += `</${KEPT.get(open.pop() ?? '')}>`
    },
  })
  parser.end(html)
  return clean
}

/** The text of a cleaned description, with blank lines between its parts. */
export function descriptionText(clean: string): string {
  const text = clean
    .replace(/<br\/>\s*<br\/>/g, '\n')
    .replace(/<br\/>|<\/td>/g, ' ')
    .replace(/<\/?(?:a|b|em|td)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, '\n')
    .split('\n')
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .join('\n\n')
  return unescapeHtml(text)
}
