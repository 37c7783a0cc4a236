import { MARKETS, type Market, marketPath } from '../models/market.ts'

/** A link inside a market; the path goes through `marketPath`. */
type NavLink = { readonly label: string; readonly path: string }
type NavGroup = { readonly label: string; readonly links: readonly NavLink[] }
/** A menu of the bar. `sections` are the path prefixes of its pages, including pages without a link in it. */
type BarGroup = NavGroup & { readonly sections: readonly string[] }

const OUR_STORY: NavLink = { label: 'Our Story', path: '/about' }
const FAQ: NavLink = { label: 'FAQ', path: '/faq' }

export const SHOP: BarGroup = {
  label: 'Shop',
  links: [
    { label: 'Wizard Box', path: '/products?filter=wizard-box' },
    { label: 'Magic Wand', path: '/product/magic-wand' },
    { label: 'Wand Bundle', path: '/product/magic-wand-collectors-set' },
  ],
  sections: ['/products', '/product'],
}

export const GIFT: BarGroup = {
  label: 'Gift',
  links: [
    { label: 'Give a Gift', path: '/gift' },
    { label: 'Redeem a Gift', path: '/redeem' },
  ],
  sections: ['/gift', '/gift-download', '/redeem'],
}

export const BAR: readonly (NavLink | BarGroup)[] = [{ label: 'Home', path: '/' }, SHOP, GIFT, OUR_STORY, FAQ]

/** Whether a link of the bar leads to the current page. Every step of a redemption counts as the redeem page. */
export function isCurrentPage(path: string, current: { pathname: string; search: string }): boolean {
  const [page = '', query = ''] = path.split('?')
  const isInside = page.endsWith('/redeem') && current.pathname.startsWith(`${page}/`)
  return isInside || (current.pathname === page && (query === '' || current.search.includes(query)))
}

export function isInGroup(group: BarGroup, market: Market, current: { pathname: string }): boolean {
  return group.sections.some((section) => {
    const page = marketPath(market, section)
    return current.pathname === page || current.pathname.startsWith(`${page}/`)
  })
}

const TERMS = '/terms-and-conditions'

export function footerGroups(market: Market): readonly NavGroup[] {
  const cancel = { label: 'Cancel an order', path: `${TERMS}#cancel` }
  return [
    { label: 'Shop', links: [...SHOP.links, ...GIFT.links] },
    { label: 'About', links: [OUR_STORY, { label: 'Press', path: '/press' }, FAQ] },
    {
      label: 'Customer Service',
      links: [
        { label: 'Contact', path: '/contact' },
        { label: 'Returns & Refunds', path: `${TERMS}#returns` },
        { label: 'Privacy Policy', path: '/privacy-policy' },
        { label: 'Terms', path: TERMS },
        ...(MARKETS[market].consumerRights === 'uk-eu' ? [cancel] : []),
      ],
    },
  ]
}
