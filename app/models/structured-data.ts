import { isGiven } from '#supabase/functions/_shared/forms/company-facts.ts'
import type { CompanyFacts } from './company.ts'
import { BRAND, MARKETS, type Market, marketPath, shippingCountries } from './market.ts'
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

function returnPolicy(product: Product, { market, returnDays, wandReturnDays }: Shipping): JsonLd {
  const kind = kindOf(product)
  const isWand = kind === 'wand' || kind === 'bundle'
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: shippingCountries(market).map((country) => country.code),
    returnPolicyCategory: `${SCHEMA}/MerchantReturnFiniteReturnWindow`,
    merchantReturnDays: Number(isWand ? wandReturnDays : returnDays),
    returnMethod: `${SCHEMA}/ReturnByMail`,
  }
}

/** Destinations and transit times; without a rate, as the cost is only known at checkout. */
function shippingDetails(shipping: Shipping): JsonLd[] {
  return MARKETS[shipping.market].zones.map(({ countries, daysFact }) => {
    const [minValue = 0, maxValue = minValue] = shipping[daysFact].split('–').map(Number)
    return {
      '@type': 'OfferShippingDetails',
      shippingDestination: countries.map(({ code }) => ({ '@type': 'DefinedRegion', addressCountry: code })),
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        transitTime: { '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' },
      },
    }
  })
}

/** All offers have the same shipping and returns: the first one defines them, the others refer to it by `@id`. */
function withTerms(offers: readonly JsonLd[], product: Product, store: Shipping): JsonLd[] {
  const shipping = shippingDetails(store).map((details, at) => ({ '@id': `#d${at + 1}`, ...details }))
  const returns = { '@id': '#returns', ...returnPolicy(product, store) }
  const reference = ({ '@id': id }: { readonly '@id': string }) => ({ '@id': id })
  return offers.map((offer, at) => ({
    ...offer,
    shippingDetails: at === 0 ? shipping : shipping.map(reference),
    hasMerchantReturnPolicy: at === 0 ? returns : reference(returns),
  }))
}

/** With more offers, they would be most of the page. */
const MAX_OFFERS = 25

function aggregateOffer(offers: readonly JsonLd[]): JsonLd {
  const prices = offers.map(({ price }) => Number(price))
  const open = offers.find(({ availability }) => availability !== `${SCHEMA}/OutOfStock`)
  const { price: _, name: _name, sku: _sku, ...common } = open ?? offers[0] ?? {}
  return {
    ...common,
    '@type': 'AggregateOffer',
    lowPrice: Math.min(...prices).toFixed(2),
    highPrice: Math.max(...prices).toFixed(2),
    offerCount: offers.length,
  }
}

/**
 * A product with one offer for each purchasable variant at its live price, or the price range of many. Products that are
 * not our own have no brand, as we do not know it.
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
    offers: withTerms(offers.length > MAX_OFFERS ? [aggregateOffer(offers)] : offers, product, shipping),
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

/** The shop, with the facts that are given about its company. */
export function organizationJsonLd(
  company: CompanyFacts,
  { origin, logo }: { readonly origin: string; readonly logo: string },
): JsonLd {
  const given = { legalName: company.legalEntity, address: company.legalAddress, email: company.contactEmail }
  return {
    '@context': SCHEMA,
    '@type': 'Organization',
    name: BRAND,
    url: `${origin}/`,
    logo: new URL(logo, origin).href,
    slogan: 'Some Treasures Deserve More Than a Drawer',
    ...Object.fromEntries(Object.entries(given).filter(([, text]) => isGiven(text))),
  }
}
