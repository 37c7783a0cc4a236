import { MARKETS } from '../../models/market.ts'
import { assertNever } from '../../models/result.ts'
import { REQUIRED_PRODUCTS } from '../../models/store-products.ts'
import { DELIVERY_PROFILES } from '../../models/store-requirements.ts'
import type { SetupStep } from './finding.server.ts'

/** The words of `npm run setup`. */

function productName(handle: string): string {
  const required = REQUIRED_PRODUCTS.find((product) => product.handle === handle)
  return `“${required?.title ?? handle}” (${handle})`
}

function countOf(step: { readonly variants: readonly { readonly titles: readonly string[] }[] }): number {
  return step.variants.reduce((sum, { titles }) => sum + titles.length, 0)
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

/** One line of the plan. */
export function stepWords(step: SetupStep): string {
  switch (step.kind) {
    case 'create-product': {
      const required = REQUIRED_PRODUCTS.find(({ handle }) => handle === step.handle)
      const [variants, pictures] = [required?.variants.length ?? 0, required?.pictures.length ?? 0]
      return `Create the product ${productName(step.handle)} with ${counted(variants, 'variant')} and ${counted(pictures, 'picture')}`
    }
    case 'adopt-product':
      return `Mark your product ${productName(step.handle)} as one that set-up may change`
    case 'add-variants':
      return `Add to ${productName(step.handle)} the variants ${step.titles.join(', ')}`
    case 'add-tags':
      return `Add to ${productName(step.handle)} the tags ${step.tags.join(', ')}`
    case 'publish':
      return `Publish ${productName(step.handle)} to the storefront's channel`
    case 'create-market':
      return `Create a market for ${MARKETS[step.market].shipsTo} in ${MARKETS[step.market].currencyCode}`
    case 'create-price-list':
      return `Create a price list in ${MARKETS[step.market].currencyCode} for ${MARKETS[step.market].shipsTo}`
    case 'set-prices':
      return `Set the prices of ${counted(countOf(step), 'variant')} in ${MARKETS[step.market].currencyCode}`
    case 'create-delivery':
      return step.profile === 'free'
        ? `Create the delivery profile “${DELIVERY_PROFILES.free}”, which ships free`
        : `Create the delivery profile “${DELIVERY_PROFILES.paid}”, which ships free over the limit`
    case 'complete-delivery':
      return `Add to the delivery profile “${DELIVERY_PROFILES[step.profile]}” the free rate for ${step.zones.join(', ')}`
    case 'assign-delivery':
      return `Put ${counted(countOf(step), 'variant')} into the delivery profile “${DELIVERY_PROFILES[step.profile]}”`
    case 'create-webhook':
      return `Subscribe to ${step.topic} at ${step.address}`
    default:
      return assertNever(step)
  }
}

/** What set-up cannot do at Shopify, whatever it finds. */
export const ONLY_A_PERSON = [
  'Payments: in Shopify, open Settings, Payments, and switch on Shopify Payments with USD and GBP; other currencies than your own are charged only by it.',
  'Stock: new variants are sold without a limit. Give those of Vol. I their stock (Ashborn 80, Sunfire 35, Ember 80 copies) and switch on “Inventory tracked”.',
  'Delivery: the rates of the new profile are a proposal. Look at them under Settings, Shipping and delivery.',
  'Taxes: open Settings, Taxes and duties, and say where you are registered; in the UK and EU, prices include taxes.',
  'Shop policies and the checkout’s look: open Settings, Policies and Checkout.',
] as const
