import { BRAND, type Market, marketPath } from './market.ts'
import {
  type Product,
  productPath,
  purchasableVariants,
  type Variant,
  variantDigits,
  variantTitle,
} from './product.ts'
import { isPrintOnDemand, kindOf } from './product-kind.ts'
import { hasVol2Shipped, type Shipping } from './shipping-dates.ts'

export type JsonLd = { readonly [key: string]: unknown }

const SCHEMA = 'https://schema.org'

function availabilityOf(product: Product, variant: Variant, shipping: Shipping): JsonLd {
  if (!variant.availableForSale) return { availability: `${SCHEMA}/OutOfStock` }
  if (kindOf(product) === 'vol-2' && !hasVol2Shipped(shipping))
    return { availability: `${SCHEMA}/PreOrder`, availabilityStarts: `${shipping.vol2Month}-01` }
  return { availability: `${SCHEMA}/${kindOf(product) === 'vol-1' ? 'LimitedAvailability' : 'InStock'}` }
}

/**
 * A product with one offer for each purchasable variant at its live price. Products that are not our own have no brand,
 * as we do not know it.
 * @param options.images absolute or root-relative URLs
 */
export function productJsonLd(
  product: Product,
  shipping: Shipping,
  options: Readonly<{ origin: string; description: string; images: readonly string[] }>,
): JsonLd {
  const { market } = shipping
  const { origin, description, images } = options
  const isOurs = kindOf(product) !== 'other' || isPrintOnDemand(product.tags)
  const url = origin + productPath(market, product.handle)
  const offers = purchasableVariants(product).flatMap((variant) =>
    variant.price
      ? {
          '@type': 'Offer',
          name: variantTitle(variant) || product.title,
          sku: variantDigits(variant.id) ?? variant.id,
          url,
          price: variant.price.amount,
          priceCurrency: variant.price.currencyCode,
          ...availabilityOf(product, variant, shipping),
          itemCondition: `${SCHEMA}/NewCondition`,
        }
      : [],
  )
  return {
    '@context': SCHEMA,
    '@type': 'Product',
    name: product.title,
    description,
    image: images.map((image) => new URL(image, origin).href),
    url,
    ...(isOurs && { brand: { '@type': 'Brand', name: BRAND } }),
    offers,
  }
}

/** Breadcrumbs; the home page of the market is prepended. */
export function breadcrumbJsonLd(
  market: Market,
  origin: string,
  trail: readonly { readonly name: string; readonly path: string }[],
): JsonLd {
  const pages = [{ name: 'Home', path: marketPath(market) }, ...trail]
  return {
    '@context': SCHEMA,
    '@type': 'BreadcrumbList',
    itemListElement: pages.map((page, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: page.name,
      item: origin + page.path,
    })),
  }
}

/** @param entries with plain-text answers */
export function faqJsonLd(
  entries: readonly { readonly question: string; readonly answer: string }[],
): JsonLd {
  return {
    '@context': SCHEMA,
    '@type': 'FAQPage',
    mainEntity: entries.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
