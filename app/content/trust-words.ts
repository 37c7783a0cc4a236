import { deliveryTime } from '../models/company.ts'
import { MARKETS, type Market, otherMarkets } from '../models/market.ts'
import type { PageFacts } from './page-facts.ts'

type Reason = {
  readonly icon: 'truck' | 'globe' | 'wand' | 'lock'
  readonly title: string
  readonly text: string
}

/** Why to buy here. */
export function reasons(f: PageFacts): Reason[] {
  const { zones, titleName } = f.store
  return [
    {
      icon: 'truck',
      title: `Free shipping over ${f.freeShippingOver}`,
      text: 'Counted for you in the cart.',
    },
    {
      icon: 'globe',
      title: `${titleName} shipping`,
      text:
        zones.length > 1
          ? `${zones.map((zone) => `${zone.label} ${deliveryTime(zone, f)}`).join(', ')}.`
          : `Delivery takes ${f.delivery}.`,
    },
    { icon: 'wand', title: 'Magical AF', text: 'It opens for a wand. What more do you want?' },
    {
      icon: 'lock',
      title: 'Secure Checkout',
      text: 'Run by our storefront host. We never see your card.',
    },
  ]
}

/** The shipping region, as worded on the home page and on the shop page. */
export function regionNote(page: 'home' | 'products', market: Market): string {
  const { region, onlyRegion } = MARKETS[market]
  if (page === 'products') return `This store ships to ${onlyRegion}.`
  const elsewhere = otherMarkets(market).map((other) => MARKETS[other].customersIn)
  return `Each store ships only to its own region. This one ships to ${region}. Shopping from ${elsewhere.join(' or ')}?`
}
