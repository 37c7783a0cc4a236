import { Link, useLocation } from 'react-router'
import { MARKETS, marketPath } from '../../models/market.ts'
import { itemsText } from '../../models/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { StoreChoice } from './market-switcher.tsx'
import {
  BAR_LINKS,
  type BarGroup,
  FAQ,
  GIFT,
  HOME,
  isCurrentPage,
  isInGroup,
  type NavLink,
  OUR_STORY,
  SHOP,
} from './nav-links.ts'
import { useMenu } from './use-menu.ts'
import { useShop } from './use-shop.ts'

function BarLink({ link }: { link: NavLink }) {
  const { market } = useShop()
  const to = marketPath(market, link.path)
  return (
    <Link to={to} prefetch="intent" aria-current={isCurrentPage(to, useLocation()) ? 'page' : undefined}>
      {link.label}
    </Link>
  )
}

function Dropdown({ group }: { group: BarGroup }) {
  const { market } = useShop()
  const isCurrentGroup = isInGroup(group, market, useLocation())
  const menu = useMenu({ hover: true })
  return (
    <details name="bar" {...menu.details}>
      <summary aria-current={isCurrentGroup || undefined} {...menu.summary}>
        {group.label} <Icon name="down" className="turn" />
      </summary>
      <div className="drop paper">
        {group.links.map((link) => (
          <BarLink key={link.path} link={link} />
        ))}
      </div>
    </details>
  )
}

function StoreMenu() {
  const { market } = useShop()
  const menu = useMenu({ hover: true })
  const { name, currencyCode } = MARKETS[market]
  return (
    <details name="bar" className="mk" {...menu.details}>
      <summary {...menu.summary}>
        <span className="sr">Choose your store: </span>
        {name}, {currencyCode} <Icon name="down" className="turn" />
      </summary>
      <div className="drop r paper">
        <StoreChoice />
      </div>
    </details>
  )
}

function MobileMenu() {
  const menu = useMenu()
  return (
    <details name="bar" className="menu" {...menu.details}>
      <summary>
        <span className="open-ic">
          <Icon name="menu" />
          <span className="sr">Open menu</span>
        </span>
        <span className="shut-ic">
          <Icon name="close" />
          <span className="sr">Close menu</span>
        </span>
      </summary>
      <div className="drop paper">
        <nav aria-label="Menu">
          {BAR_LINKS.map((link) => (
            <BarLink key={link.path} link={link} />
          ))}
        </nav>
        <div className="stores">
          <p className="label">Choose your store</p>
          <StoreChoice />
        </div>
      </div>
    </details>
  )
}

function CartLink({ count }: { count: number }) {
  const { market } = useShop()
  return (
    <Link to={marketPath(market, '/cart')} data-cart-open="">
      <Icon name="bag" />
      {/* Text, not `aria-label`: the cart may have changed since, and hydration does not update attributes. */}
      <span className="sr" key={itemsText(count)}>{`Cart, ${itemsText(count)}`}</span>
      <span className="word" aria-hidden="true">
        Cart
      </span>
      {count > 0 ? (
        <span className="count" aria-hidden="true" key={count}>
          {count}
        </span>
      ) : null}
    </Link>
  )
}

/** The navigation bar: logo, pages, stores, cart. Spec: 2 Navigation bar */
export function Bar({ cartCount }: { cartCount: number }) {
  const { market, cart } = useShop()
  const location = useLocation()
  const _current = BAR_LINKS.findIndex(({ path }) => isCurrentPage(marketPath(market, path), location))
  const _group = [SHOP, GIFT].findIndex((each) => isInGroup(each, market, location))
  const _hasCart = cart !== null && cart.itemCount > 0
  return <BarContent cartCount={cartCount} />
}

function BarContent({ cartCount }: { cartCount: number }) {
  const { market } = useShop()
  return (
    <div className="nav dark">
      <div className="wrap">
        <Link className="logo" to={marketPath(market)} prefetch="intent">
          {/* A CSS background: as an image file the logo would take one of six connections from the scripts. */}
          <span className="lockup">Wizard Box, home</span>
        </Link>
        <nav aria-label="Main">
          <ul className="links">
            <li>
              <BarLink link={HOME} />
            </li>
            <li>
              <Dropdown group={SHOP} />
            </li>
            <li>
              <Dropdown group={GIFT} />
            </li>
            <li>
              <BarLink link={OUR_STORY} />
            </li>
            <li>
              <BarLink link={FAQ} />
            </li>
          </ul>
        </nav>
        <div className="util">
          <StoreMenu />
          <CartLink count={cartCount} />
          <MobileMenu />
        </div>
      </div>
    </div>
  )
}
