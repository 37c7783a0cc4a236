import type { CompanyFacts } from './company.ts'
import { deliveryTime, LIMITED_EDITION_MARKET, MARKETS, type Market, marketPath, zoneOf } from './market.ts'
import { info, longInfo, type Toast } from './messages.ts'

/** Beside the country of a cart, where it is another than the market's own. */
export function abroadNote(market: Market, country: string, company: CompanyFacts): string {
  const zone = zoneOf(country)
  const time = zone ? `Delivery ${deliveryTime(zone, company)}. ` : ''
  return `${time}Customs duties may be due on arrival, and we cannot refund them. Prices stay in ${MARKETS[market].currencyShort}.`
}

/** After the market switcher. `kept`: the cart already belonged to the new market. */
export function marketSwitched(market: Market, cart: 'kept' | 'emptied' | 'empty'): Toast {
  const where = `You are in the ${MARKETS[market].storeName}.`
  if (cart === 'kept') return info(where)
  return cart === 'emptied'
    ? info(where, 'You changed store, so your cart starts empty.')
    : info(`${where} Your cart starts empty here.`)
}

export const SWITCH_EMPTIES = 'Carts stay in their own store. Changing store empties this one.'

/** A cart of `market` has replaced that of another store, without use of the market switcher. */
export function otherCartEmptied(market: Market, other: Market): Toast {
  return longInfo(
    `You are in the ${MARKETS[market].storeName}.`,
    `You changed store, so your cart of the ${MARKETS[other].storeName} was emptied.`,
  )
}

/** The page still shows a cart of `market` that was emptied by a change of store. */
export function cartWentToOtherStore(market: Market): Toast {
  return longInfo(
    'Carts stay in their own store.',
    `You changed store, so your cart of the ${MARKETS[market].storeName} was emptied.`,
  )
}

/** A link to a page of another store; its home page by default. */
export function otherStoreLink(other: Market, path = '/'): { readonly href: string; readonly label: string } {
  return { href: marketPath(other, path), label: `Go to the ${MARKETS[other].storeName}` }
}

/** For visitors whose store, by choice or country, is the other one. Product: 8 The other market */
export function otherStoreToast(market: Market, other: Market): Toast {
  const { storeName, shortRegion } = MARKETS[market]
  return {
    ...longInfo(`You are in the ${storeName}, which ships to ${shortRegion}.`),
    link: otherStoreLink(other),
  }
}

/** On the empty cart page of one store, while the cart of the other has items. */
export function itemsWait(other: Market): Toast {
  const { storeName } = MARKETS[other]
  return {
    ...longInfo(`Your items are waiting in the ${storeName}.`, 'Carts stay in their own store.'),
    link: { href: marketPath(other, '/cart'), label: 'See them there' },
  }
}

/** Vol. I was opened in a store without it, which leads to the list instead. Spec: 4 Market */
export function vol1NotHere(market: Market, vol1Path: string): Toast {
  const { onlyRegion, storeName } = MARKETS[LIMITED_EDITION_MARKET]
  return {
    ...longInfo(
      `Vol. I: The Phoenix Edition is not sold in the ${MARKETS[market].storeName}.`,
      `It ships to ${onlyRegion}. These are the things that ship to you.`,
    ),
    link: { href: vol1Path, label: `See it in the ${storeName}` },
  }
}

/** For visitors from Canada in the US store. Product: 6 Canada */
export const CANADA_NOT_SERVED = longInfo(
  'This store ships to the United States only, so not to Canada yet. You are welcome to look around.',
)
