import { type Market, marketPath } from '../../models/market.ts'

/** A link inside a market; the path goes through `marketPath`. */
export type NavLink = { readonly label: string; readonly path: string }
export type NavGroup = { readonly label: string; readonly links: readonly NavLink[] }
/** A menu of the bar, and where its pages lie, linked there or not. */
export type BarGroup = NavGroup & { readonly places: readonly string[] }

export const HOME: NavLink = { label: 'Home', path: '/' }
export const OUR_STORY: NavLink = { label: 'Our Story', path: '/about' }
export const FAQ: NavLink = { label: 'FAQ', path: '/faq' }

export const SHOP: BarGroup = {
  label: 'Shop',
  links: [
    { label: 'Wizard Box', path: '/products?filter=wizard-box' },
    { label: 'Magic Wand', path: '/product/magic-wand' },
    { label: 'Wand Bundle', path: '/product/magic-wand-collectors-set' },
  ],
  places: ['/products', '/product'],
}

export const GIFT: BarGroup = {
  label: 'Gift',
  links: [
    { label: 'Give a Gift', path: '/gift' },
    { label: 'Redeem a Gift', path: '/redeem' },
  ],
  places: ['/gift', '/gift-download', '/redeem'],
}

/** Every page that the bar leads to. */
export const BAR: readonly NavLink[] = [HOME, ...SHOP.links, ...GIFT.links, OUR_STORY, FAQ]

/** Whether the visitor is on the page that a link of the bar leads to. A redeem in progress is still Redeem. */
export function isCurrent(path: string, here: { pathname: string; search: string }): boolean {
  const [page = '', query = ''] = path.split('?')
  const isInside = page.endsWith('/redeem') && here.pathname.startsWith(`${page}/`)
  return isInside || (here.pathname === page && (query === '' || here.search.includes(query)))
}

/** Whether the visitor is on a page that belongs to a group of the bar. */
export function isInGroup(group: BarGroup, market: Market, here: { pathname: string }): boolean {
  return group.places.some((place) => {
    const page = marketPath(market, place)
    return here.pathname === page || here.pathname.startsWith(`${page}/`)
  })
}
