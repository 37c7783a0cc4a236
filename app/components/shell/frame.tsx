import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { footerGroups } from '#app/content/nav-links.ts'
import { BRAND, MARKETS, withoutMarket } from '#app/models/market.ts'
import { ON_THE_LIST } from '#app/models/messages.ts'
import { MINIMUM_AGE } from '#supabase/functions/_shared/markets/figures.ts'
import { LateSignupForm } from '../forms/late-forms.tsx'
import { rememberSubscribed } from '../page/browser.ts'
import { ShopLink, TextLink } from '../page/links.tsx'
import { Hydrated, PageChange } from '../page/navigation.tsx'
import { showToast, useToasts } from '../page/stores.ts'
import { Toaster } from '../page/toaster.tsx'
import { usePageFacts, useShop } from '../page/use-shop.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { ToastBox } from '../ui/note.tsx'
import { Drawing } from '../ui/picture.tsx'
import { Later, SkipLink, SUCCESS_PLATE } from '../ui/section.tsx'
import { Bar } from './bar.tsx'
import { MarketLine } from './market-line.tsx'

const TITLE = 'font-display text-lg leading-heading tracking-normal text-accent'

/** A list of links: under a heading on wide windows, opened by a `details` on narrow ones. */
function Group({ group }: { group: ReturnType<typeof footerGroups>[number] }) {
  return (
    <div className="max-md:not-first:line-t">
      <h2 className={cn(TITLE, 'mb-3 max-md:hidden')}>{group.label}</h2>
      <details className="group peer md:hidden">
        <summary className={cn(TITLE, 'flex min-h-16 items-center justify-between')}>
          {group.label}
          <Icon name="down" className="moves-rotate group-open:rotate-180" />
        </summary>
      </details>
      <ul className="max-md:hidden max-md:pb-4 max-md:peer-open:block">
        {group.links.map((link) => (
          <li key={link.label}>
            <ShopLink
              className="inline-block py-1.5 text-sm no-underline hover:underline max-md:block max-md:py-2.5 pointer-coarse:py-2.5"
              to={link.path}
            >
              {link.label}
            </ShopLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function SmallPrint() {
  const { market, facts } = useShop()
  const year = facts?.today.slice(0, 4) ?? new Date().getFullYear()
  const { storeName, currencyName, shortRegion } = MARKETS[market]
  return (
    <div className="mt-12 grid gap-2 line-t pt-6 text-hint wrap-anywhere text-quiet [&>p]:max-w-wide">
      {/* The brand until the owner has named the company. */}
      <p>{`© ${year} ${facts?.legalEntity || BRAND}. All rights reserved.`}</p>
      <p>
        Wizard Box is an independent product. It is not affiliated with, endorsed by or connected to any other
        wizard-themed brand or company.
      </p>
      <p>{`${storeName}, prices in ${currencyName}, ships to ${shortRegion}.`}</p>
      <p>{`Wands contain a small magnet. Dangerous if swallowed. Not for children under ${MINIMUM_AGE}.`}</p>
    </div>
  )
}

/** Links, signup, tagline and the legal notes of every page. Spec: 2 Footer */
function Footer() {
  const { market } = useShop()
  return (
    // The margin and the shadow keep the background dark below the footer, where a page ends within a pixel or above the
    // window's edge. The padding leaves room for the purchase bar of phones.
    <footer
      data-theme="dark"
      className="-mb-0.5 bg-soot pt-stage pb-10 max-lg:pb-[calc(2.5rem+var(--buybar-height))] print:hidden"
      style={{ boxShadow: '0 100vmax 0 100vmax #0b1412' }}
    >
      <div className="wrap">
        <div className="grid gap-column lg:grid-cols-2-3">
          <div>
            <Drawing
              name="logo-lockup-light"
              alt="Wizard Box"
              width="210"
              height="40"
              className="forced-colors:bg-soot forced-colors:forced-color-adjust-none"
            />
            <p className="mt-6 max-w-[16ch] font-display text-subhead leading-heading text-balance">
              Some Treasures Deserve More Than a Drawer
            </p>
          </div>
          <div>
            <nav className="grid md:grid-cols-3 md:gap-8" aria-label="Footer">
              {footerGroups(market).map((group) => (
                <Group key={group.label} group={group} />
              ))}
            </nav>
            <div className="mt-10 line-t pt-8">
              <h2 className={cn(TITLE, 'text-ink')}>Stay Connected</h2>
              <LateSignupForm source="Footer" variant="footer" />
            </div>
          </div>
        </div>
        <SmallPrint />
      </div>
    </footer>
  )
}

/**
 * Says what the shop stores. Visitors can accept or close it, and are not asked again in either case. Nothing that needs
 * consent is stored before. The inline script (`before-paint.ts`) handles the answer, even before hydration.
 * Spec: 2 Banner and cookie notice
 */
function CookieNotice() {
  const { consent } = useShop()
  const { pathname, search } = useLocation()
  if (consent) return null
  return (
    // Above the page, as a bar at the window's edge would cover one button after the other. In low windows in one row, so
    // that the first button of the page stays visible on a phone held sideways.
    <section
      data-theme="dark"
      data-cookie-notice=""
      className="line-b border-gilt bg-soot px-gutter py-2.5 text-xs leading-snug md:py-3 md:text-hint md:leading-snug sm:low-window:py-1 consented:hidden print:hidden"
      aria-label="Cookie notice"
    >
      <form
        method="post"
        action="/consent"
        className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-6 gap-y-1.5 max-2xs:gap-x-0 sm:low-window:gap-x-2"
      >
        <input type="hidden" name="returnTo" value={pathname + search} />
        <p className="col-span-full max-w-wide md:col-span-1 text-balance sm:low-window:col-span-1">
          We use cookies and local storage to enhance your browsing experience and analyze site traffic. By
          continuing to use this website, you consent to our use of cookies.
        </p>
        <div className="flex items-center gap-6 whitespace-nowrap max-2xs:flex-wrap max-2xs:gap-x-3 md:flex-row-reverse sm:low-window:gap-2.5 sm:low-window:whitespace-normal">
          <Button className="min-h-tap px-6 py-1.5 text-sm sm:low-window:px-3" name="choice" value="accepted">
            Accept
          </Button>
          <TextLink className="sm:low-window:w-min" to="/privacy-policy">
            Privacy Policy
          </TextLink>
        </div>
        <IconButton
          type="submit"
          name="choice"
          value="dismissed"
          label="Close this notice without accepting"
          icon="close"
          className="-mr-3 max-md:col-start-3 sm:low-window:-ml-2"
        />
      </form>
    </section>
  )
}

const announced = new WeakSet<object>()

/** Shows the server's toasts once: those of a document at its top until the next navigation, later ones as toasts. */
function ToastList() {
  const { toasts } = useShop()
  const { key } = useLocation()
  const [initial] = useState({ toasts, key })
  const { arePageToastsOutdated } = useToasts()
  useEffect(() => {
    // A subscription submitted before hydration is stored only now.
    if (toasts.some(({ text }) => text === ON_THE_LIST)) rememberSubscribed()
    for (const toast of toasts === initial.toasts ? [] : toasts) {
      if (announced.has(toast)) continue
      announced.add(toast)
      showToast(toast)
    }
  }, [toasts, initial])
  if (initial.toasts.length === 0 || initial.key !== key || arePageToastsOutdated) return null
  return (
    <div className="wrap grid gap-2 py-4 wrap-anywhere" data-toasts="">
      {initial.toasts.map((toast) => (
        <ToastBox
          key={toast.title + toast.text}
          toast={toast}
          // Success looks like the cover of the book.
          className={
            toast.kind === 'success'
              ? cn(
                  SUCCESS_PLATE,
                  'items-center gap-5 text-base text-bone [&>svg]:mt-0 [&>svg]:size-7 [&>svg]:text-gilt-bright [&_b]:font-display [&_b]:text-h3 [&_b]:leading-heading [&_b]:font-normal print:bg-none print:text-inherit',
                )
              : undefined
          }
        />
      ))}
    </div>
  )
}

/**
 * The market's current offer, above everything, as a link to the shop, unless the owner has written another text.
 * Spec: 2 Banner and cookie notice
 */
function Banner() {
  const facts = usePageFacts()
  const { vol1SoldOut } = useShop()
  const { bannerText, envelopeValue, vol1Copies, isPreOrder } = facts
  // One line on the redeem pages, so that their button is visible without scrolling on a phone. Screen readers read all.
  const isOneLine = withoutMarket(useLocation().pathname).startsWith('/redeem')
  const rest = isOneLine ? 'max-md:sr-only' : undefined
  return (
    <ShopLink
      className={cn(
        'group grid place-items-center bg-soot px-gutter py-1.5 text-center text-xs [line-height:1.125rem] text-balance text-gilt-bright no-underline -outline-offset-2 md:min-h-(--banner-height) md:text-hint md:[line-height:1.25rem]',
        !isOneLine && 'min-h-(--banner-height)',
      )}
      data-theme="dark"
      to="/products"
    >
      <span className="group-hover:underline">
        {bannerText !== '' ? (
          <span className={isOneLine ? 'max-md:line-clamp-1' : undefined}>{bannerText}</span>
        ) : !facts.store.sellsLimitedEdition ? (
          <>
            <b>The premium gift envelope</b>
            {` (${envelopeValue}\u00a0value) is included`}
            <span className={rest}>
              {` with Vol. II${facts.isForChristmas ? ', to open Christmas morning' : ''}`}
            </span>
            .
          </>
        ) : vol1SoldOut ? (
          `Vol. II: Magical You comes with a free gift envelope worth ${envelopeValue}.`
        ) : (
          <>
            <b>{`Only ${vol1Copies} Available - Vol. I: The Phoenix Edition`}</b>.
            <span className={rest}>
              {` ${isPreOrder ? 'Pre-order Vol. II' : 'Vol. II comes'} with a free gift envelope worth ${envelopeValue}.`}
            </span>
          </>
        )}
      </span>
    </ShopLink>
  )
}

/** Loaded once the page is hydrated. Without its code there is no popup. */
const EmailPopup = lazy(() => import('./email-popup.tsx').catch(() => ({ default: () => null })))

/** The layout around every page of the shop. It needs no loader data, so that error boundaries can use it. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      {/* Banner and bar are sticky together; in low windows, and with very large text, only the bar. */}
      <header className="sticky top-0 z-40 low-window:contents max-2xs:contents print:hidden">
        {useShop().facts ? <Banner /> : null}
        <Bar />
      </header>
      <MarketLine />
      <CookieNotice />
      <ToastList />
      <main id="main" tabIndex={-1}>
        {/* React hydrates it after the frame, or at once where the visitor touches it. */}
        <Suspense>
          {children}
          <Hydrated />
        </Suspense>
      </main>
      <Later>
        <Footer />
      </Later>
      <Suspense>
        <EmailPopup />
      </Suspense>
      <Toaster />
      <PageChange />
    </>
  )
}
