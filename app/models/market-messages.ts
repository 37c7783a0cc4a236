import { factsOf } from './facts.ts'
import { MARKETS, type Market, marketPath, otherMarket } from './market.ts'
import { info, longInfo, type Notice } from './messages.ts'

export const EU_DELIVERY_NOTE = `Delivery ${factsOf('uk').euDelivery}. Customs duties may be due on arrival, and we cannot refund them. Prices stay in pounds.`

/** After the market switcher. `kept`: the cart already belonged to the new market. */
export function marketSwitched(market: Market, cart: 'kept' | 'emptied' | 'empty'): Notice {
  const where = `You are in the ${MARKETS[market].storeName}.`
  if (cart === 'kept') return info(where)
  return cart === 'emptied'
    ? info(where, 'You changed store, so your cart starts empty.')
    : info(`${where} Your cart starts empty here.`)
}

/** Warning before a change of store that empties the cart. */
export const SWITCH_EMPTIES = 'Carts stay in their own store. Changing store empties this one.'

/** A cart of `market` has replaced the cart of the other store, without use of the market switcher. */
export function otherCartEmptied(market: Market): Notice {
  return longInfo(
    `You are in the ${MARKETS[market].storeName}.`,
    `You changed store, so your cart of the ${MARKETS[otherMarket(market)].storeName} was emptied.`,
  )
}

/** The page still shows a cart of `market` that was emptied by a change of store. */
export function cartWentToOtherStore(market: Market): Notice {
  return longInfo(
    'Carts stay in their own store.',
    `You changed store, so your cart of the ${MARKETS[market].storeName} was emptied.`,
  )
}

/** A link to a page of the other store; its home page by default. */
export function otherStoreLink(
  market: Market,
  path = '/',
): { readonly href: string; readonly label: string } {
  const other = otherMarket(market)
  return { href: marketPath(other, path), label: `Go to the ${MARKETS[other].storeName}` }
}

const REGION: Record<Market, string> = { us: 'the US only', uk: 'the UK and EU' }

/** For visitors whose store, by choice or country, is the other one. Product: 8 The other market */
export function otherStoreNotice(market: Market): Notice {
  return {
    ...longInfo(`You are in the ${MARKETS[market].storeName}, which ships to ${REGION[market]}.`),
    link: otherStoreLink(market),
  }
}

/** Vol. I was opened in the US store, which leads to the list instead. Spec: 4 Market */
export function vol1NotHere(vol1Path: string): Notice {
  return {
    ...longInfo(
      'Vol. I: The Phoenix Edition is not sold in the United States store.',
      'It ships to the UK and EU only. These are the things that ship to you.',
    ),
    link: { href: vol1Path, label: 'See it in the United Kingdom store' },
  }
}

/** For visitors from Canada in the US store. Product: 6 Canada */
export const CANADA_NOT_SERVED = longInfo(
  'This store ships to the United States only, so not to Canada yet. You are welcome to look around.',
)
