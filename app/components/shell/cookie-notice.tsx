import { useLocation } from 'react-router'
import { marketPath } from '#app/models/market.ts'
import { COOKIE_TOAST } from '#app/models/page-messages.ts'
import { useShop } from '../page/use-shop.ts'
import { Button, IconButton, TextLink } from '../ui/button.tsx'

/**
 * Says what the shop stores; the visitor can accept or close it, and is not asked again in either case. Nothing
 * that needs consent is stored before. The inline script (`before-paint.ts`) handles its answer, from the moment that
 * it can be seen. Spec: 2 Banner and cookie notice
 */
export function CookieNotice() {
  const { market, consent } = useShop()
  const { pathname, search } = useLocation()
  if (consent) return null
  return (
    // Above the page: what lies at the window's edge covers each button in turn. In a low window in one row, which leaves
    // the first button of the page visible on a phone that is held sideways.
    <section
      data-theme="dark"
      data-cookie-notice=""
      className="border-gilt border-b bg-soot px-gutter pt-2.5 pb-2 text-xs leading-snug md:py-3 md:text-hint sm:low-window:py-1 consented:hidden print:hidden"
      aria-label="Cookie notice"
    >
      <form
        method="post"
        action="/consent"
        className="mx-auto grid max-w-page grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-6 gap-y-1.5 max-2xs:gap-x-0 sm:low-window:gap-x-2"
      >
        <input type="hidden" name="returnTo" value={pathname + search} />
        <p className="col-span-full max-w-wide md:col-span-1 text-balance sm:low-window:col-span-1">
          {COOKIE_TOAST}
        </p>
        <div className="flex items-center gap-6 whitespace-nowrap max-2xs:flex-wrap max-2xs:gap-x-3 md:flex-row-reverse sm:low-window:gap-2.5 sm:low-window:whitespace-normal">
          <Button className="min-h-tap px-6 py-1.5 text-sm sm:low-window:px-3" name="choice" value="accepted">
            Accept
          </Button>
          <TextLink className="sm:low-window:w-min" to={marketPath(market, '/privacy-policy')}>
            Privacy Policy
          </TextLink>
        </div>
        <IconButton
          type="submit"
          name="choice"
          value="dismissed"
          label="Close this toast without accepting"
          icon="close"
          className="-mr-3 max-md:col-start-3 sm:low-window:-ml-2"
        />
      </form>
    </section>
  )
}
