import type { Market } from '../models/market.ts'
import type { PageFacts } from './page-facts.ts'

type Reason = {
  readonly icon: 'truck' | 'globe' | 'wand' | 'lock'
  readonly title: string
  readonly text: string
}

/** Why to buy here. */
export function reasons(f: PageFacts): Reason[] {
  const isUs = f.market === 'us'
  return [
    {
      icon: 'truck',
      title: `Free shipping over ${f.freeShippingOver}`,
      text: 'Counted for you in the cart.',
    },
    {
      icon: 'globe',
      title: isUs ? 'US shipping' : 'UK & EU shipping',
      text: isUs ? `Delivery takes ${f.usDelivery}.` : `UK ${f.ukDelivery}, Europe ${f.euDelivery}.`,
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
export const REGIONS: Record<'home' | 'products', Record<Market, string>> = {
  home: {
    us: 'Each store ships only to its own region. This one ships to the United States only. Shopping from the UK or EU?',
    uk: 'Each store ships only to its own region. This one ships to the UK and EU. Shopping from the United States?',
  },
  products: {
    us: 'This store ships to the United States only.',
    uk: 'This store ships to the UK and EU only.',
  },
}
