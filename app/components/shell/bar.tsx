import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { BAR, type GIFT, isCurrentPage, isInGroup } from '#app/content/nav-links.ts'
import { MARKET_IDS, MARKETS, marketPath } from '#app/models/market.ts'
import { itemsText } from '#app/models/messages.ts'
import { SWITCH_EMPTIES } from '#app/models/page-messages.ts'
import { useCart } from '../cart/client/hooks.tsx'
import { ShopLink } from '../page/links.tsx'
import { MarketForm } from '../page/navigation.tsx'
import { useShop } from '../page/use-shop.ts'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Later } from '../ui/section.tsx'

/** The two markets, each with a button. Spec: 4 Market */
function StoreChoice({ className }: { className?: string }) {
  const { market } = useShop()
  const itemCount = useCart()?.itemCount ?? 0
  return (
    <>
      {MARKET_IDS.map((id) => (
        <MarketForm key={id} market={id}>
          <button
            type="submit"
            className={cn(
              'flex min-h-tap w-full items-center justify-between gap-4 px-3 py-2.5 text-left leading-snug hover:bg-board aria-current:font-semibold',
              className,
            )}
            aria-current={id === market ? 'true' : undefined}
          >
            <span>
              {MARKETS[id].name}
              <span className="block text-sm font-normal text-quiet">{MARKETS[id].switcherNote}</span>
            </span>
            {id === market ? <Icon name="check" /> : null}
          </button>
        </MarketForm>
      ))}
      {itemCount > 0 ? (
        <p className={cn('px-3 py-2 text-hint text-quiet', className)}>{SWITCH_EMPTIES}</p>
      ) : null}
    </>
  )
}

/** Classes of a link in the bar, and of a menu's summary. */
const ITEM =
  'flex min-h-tap items-center gap-1 rounded-board px-3 py-2 no-underline hover:text-accent aria-[current]:not-focus-visible:shade-underline forced-colors:aria-[current]:underline'
const MENU_ITEM =
  'block min-h-tap w-full px-3 py-2.5 text-left no-underline hover:bg-board aria-[current]:not-focus-visible:shade-underline forced-colors:aria-[current]:underline'
const MOBILE_ITEM = cn(MENU_ITEM, 'px-0 font-display text-h4 leading-tight')
/** Classes of a menu below its summary. */
const MENU = 'absolute top-[calc(100%+0.85rem)] z-5 rounded-board bg-leaf p-2.5 shade-drop forced-colors:edge'
/** Fills the gap between a menu and its summary, so that the pointer can cross it. */
const BRIDGE = <span className="absolute inset-x-0 bottom-full h-3.5" />

function BarLink({ link, className = ITEM }: { link: { label: string; path: string }; className?: string }) {
  const { market } = useShop()
  const to = marketPath(market, link.path)
  return (
    <ShopLink
      to={to}
      className={className}
      aria-current={isCurrentPage(to, useLocation()) ? 'page' : undefined}
    >
      {link.label}
    </ShopLink>
  )
}

/** How long a menu stays open after the pointer has left it, ms. */
const CLOSE_DELAY_MS = 300

/** Closes an open menu on Escape, on a click or focus outside it, and on navigation. */
function useClosing() {
  const { key } = useLocation()
  const lastKey = useRef(key)
  useEffect(() => {
    // Not on hydration, so that a menu opened before stays open.
    if (lastKey.current !== key) for (const menu of openMenus()) menu.open = false
    lastKey.current = key
  }, [key])
  useEffect(() => {
    function onKey({ key }: KeyboardEvent) {
      for (const menu of key === 'Escape' ? openMenus() : []) {
        if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
        menu.open = false
      }
    }
    function onOutside({ target }: Event) {
      for (const menu of openMenus()) if (target instanceof Node && !menu.contains(target)) menu.open = false
    }
    const ended = new AbortController()
    const { signal } = ended
    document.addEventListener('keydown', onKey, { signal })
    for (const type of ['pointerdown', 'focusin']) document.addEventListener(type, onOutside, { signal })
    return () => ended.abort()
  }, [])
}

/** Where browsers do not yet heed that they have one name, several can be open. */
function openMenus() {
  return document.querySelectorAll<HTMLDetailsElement>('details[name=bar][open]')
}

/** Attributes of a menu that a mouse pointer opens, too. Spec: 2 Navigation bar */
function useHover() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const openedByHover = useRef(false)
  return {
    onPointerEnter({ pointerType, currentTarget }: PointerEvent<HTMLDetailsElement>) {
      clearTimeout(timer.current)
      if (pointerType !== 'mouse' || currentTarget.open) return
      openedByHover.current = true
      currentTarget.open = true
    },
    onPointerLeave({ pointerType, currentTarget }: PointerEvent<HTMLDetailsElement>) {
      if (pointerType !== 'mouse') return
      timer.current = setTimeout(() => currentTarget.removeAttribute('open'), CLOSE_DELAY_MS)
    },
    /** A menu that has just been opened by hovering must not be closed by a click on its summary. */
    onClick(event: MouseEvent<HTMLDetailsElement>) {
      const isOnSummary = event.target instanceof Element && event.target.closest('summary')
      if (isOnSummary && openedByHover.current && event.currentTarget.open) event.preventDefault()
      openedByHover.current = false
    },
  }
}

function Dropdown({ group }: { group: typeof GIFT }) {
  const { market } = useShop()
  const isCurrentGroup = isInGroup(group, market, useLocation())
  return (
    <details name="bar" className="group relative" {...useHover()}>
      <summary className={ITEM} aria-current={isCurrentGroup || undefined}>
        {group.label} <TurningArrow />
      </summary>
      <div className={cn(MENU, 'left-0 min-w-48')} data-theme="light">
        {BRIDGE}
        <Later>
          {group.links.map((link) => (
            <BarLink key={link.path} link={link} className={MENU_ITEM} />
          ))}
        </Later>
      </div>
    </details>
  )
}

function TurningArrow() {
  return <Icon name="down" className="size-[1em] moves-rotate group-open:rotate-180" />
}

const TOOL = 'inline-flex min-h-tap min-w-tap items-center justify-center gap-2 rounded-board px-2.5 py-1.5'

function StoreMenu() {
  const { market } = useShop()
  const { name, currencyCode } = MARKETS[market]
  return (
    <details name="bar" className="group relative max-lg:hidden" {...useHover()}>
      <summary className={TOOL}>
        <span className="sr-only">Choose your store: </span>
        {name}, {currencyCode} <TurningArrow />
      </summary>
      <div className={cn(MENU, 'right-0 min-w-68')} data-theme="light">
        {BRIDGE}
        <Later>
          <StoreChoice />
        </Later>
      </div>
    </details>
  )
}

function MobileMenu() {
  return (
    <details name="bar" className="group lg:hidden">
      <summary className={TOOL}>
        <span className="group-open:hidden">
          <Icon name="menu" className="size-6" />
          <span className="sr-only">Open menu</span>
        </span>
        <span className="hidden group-open:inline">
          <Icon name="close" className="size-6" />
          <span className="sr-only">Close menu</span>
        </span>
      </summary>
      <div
        className={cn(
          MENU,
          'inset-x-0 top-full max-h-[calc(100dvh-var(--nav-height))] overflow-y-auto rounded-none px-gutter pt-4 pb-6 text-base',
        )}
        data-theme="light"
      >
        <Later>
          <nav aria-label="Menu">
            {BAR.flatMap((entry) => ('links' in entry ? entry.links : [entry])).map((link) => (
              <BarLink key={link.path} link={link} className={MOBILE_ITEM} />
            ))}
          </nav>
          <div className="mt-3 line-t pt-3">
            <p className="text-sm font-semibold">Choose your store</p>
            <StoreChoice className="px-0" />
          </div>
        </Later>
      </div>
    </details>
  )
}

function CartLink() {
  const { market } = useShop()
  const count = useCart()?.itemCount ?? 0
  return (
    <Link className={cn(TOOL, 'no-underline')} to={marketPath(market, '/cart')} data-cart-open="">
      <Icon name="bag" />
      {/* Text, not `aria-label`: the cart may have changed since, and hydration does not update attributes. */}
      <span className="sr-only" key={itemsText(count)}>{`Cart, ${itemsText(count)}`}</span>
      <span className="max-lg:hidden" aria-hidden="true">
        Cart
      </span>
      {count > 0 ? (
        <span
          className="inline-grid h-6 min-w-5.5 place-items-center rounded-full bg-gilt-bright px-1.5 text-xs leading-single font-bold text-coal forced-colors:edge"
          aria-hidden="true"
          key={count}
        >
          {count}
        </span>
      ) : null}
    </Link>
  )
}

/** In place of its words. */
const LOGO = {
  background: '#12231f url(/art/logo-lockup-light.svg) 50%/contain no-repeat',
  textIndent: '100%',
}

/** The navigation bar: logo, pages, stores, cart. Spec: 2 Navigation bar */
export function Bar() {
  useClosing()
  return (
    <div data-theme="dark" className="sticky top-0 z-40 line-b bg-bottle lowest-window:relative print:hidden">
      <div className="wrap flex min-h-[calc(var(--nav-height)-1px)] items-center gap-2 lg:gap-8">
        <ShopLink
          className="block h-tap w-38 min-w-0 overflow-hidden whitespace-nowrap lg:w-44.5 forced-colors:forced-color-adjust-none"
          style={LOGO}
          to="/"
        >
          Wizard Box, home
        </ShopLink>
        <nav className="mx-auto max-lg:hidden" aria-label="Main">
          <ul className="flex gap-1.5 text-sm">
            {BAR.map((entry) => (
              <li key={entry.label}>
                {'links' in entry ? <Dropdown group={entry} /> : <BarLink link={entry} />}
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex items-center gap-2 text-sm max-lg:ml-auto">
          <StoreMenu />
          <CartLink />
          <MobileMenu />
        </div>
      </div>
    </div>
  )
}
