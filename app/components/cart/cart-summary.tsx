import { Fragment, type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router'
import { COUNTRY, cartForm, SHOWN_COUNTRY } from '#app/models/cart-fields.ts'
import { type CartView, totalRows } from '#app/models/cart-totals.ts'
import { abroadNote, atCheckoutText, CHECKOUT_NEEDS_JAVASCRIPT } from '#app/models/checkout-messages.ts'
import { MARKETS, marketPath, shippingCountries, shipsAbroad } from '#app/models/market.ts'
import { CHOOSE_COUNTRY, PRICE_UNAVAILABLE } from '#app/models/messages.ts'
import { formatMoney, formatMoneyExact } from '#app/models/money.ts'
import { usePageFacts, useShop } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { SELECT } from '../ui/control.ts'
import { Icon } from '../ui/icon.tsx'
import { ToastBox } from '../ui/note.tsx'
import { Plate } from '../ui/section.tsx'
import { useCartState, useShownValue } from './client/hooks.tsx'
import { cart } from './client/queue.ts'
import { MagicWords, useOrder } from './order.tsx'

/** The right column of the cart page: shipping, discount, totals, checkout. */
export function CartSummary({ view }: { view: CartView }) {
  return (
    <Plate className="grid grid-cols-1 gap-4 max-2xs:p-5 p-part lg:sticky lg:top-below-bar">
      <h2 className="text-2xl leading-heading">Your order</h2>
      <FreeShipping view={view} />
      <Options view={view} />
      <dl className="grid grid-cols-end gap-x-4 gap-y-2 line-t pt-4 text-md">
        {Object.entries(totalRows(view)).map(([name, amount]) => (
          <Fragment key={name}>
            <dt className="text-quiet">{name}</dt>
            <dd className="text-right font-semibold" key={amount}>
              {amount}
            </dd>
          </Fragment>
        ))}
      </dl>
      <Totals view={view} className="line-t pt-4" />
      <CheckoutForm view={view} />
      <AtCheckout view={view} />
    </Plate>
  )
}

export function AtCheckout({ view }: { view: CartView }) {
  return <p className="text-hint text-quiet">{atCheckoutText(view.market, view.freeShipping.isFree)}</p>
}

/**
 * The total, and what is told below it; screen readers tell both when they change. All figures of the cart have a `key`,
 * so that a changed one is a new element: browser translation replaces text nodes by its own, which React cannot update.
 */
export function Totals(props: { view: CartView; className?: string; children?: ReactNode }) {
  const { view, className, children } = props
  const total = view.isTotalKnown ? formatMoneyExact(view.total) : PRICE_UNAVAILABLE
  return (
    <div
      className={cn('grid grid-cols-end gap-x-4 [&>:nth-child(even)]:text-right', className)}
      aria-live="polite"
      aria-atomic="true"
    >
      <span className="self-end">Total</span>{' '}
      <b
        className={cn('text-xl leading-heading', !view.isTotalKnown && 'text-md leading-normal')}
        key={total}
      >
        {total}
      </b>
      {children}
    </div>
  )
}

const FOIL = {
  background: 'linear-gradient(115deg,#8b611d,#d9b057 24%,#f8e7b0 42%,#c7973a 62%,#94691f 80%,#e6c777)',
}

/** Progress towards free shipping, as text and progress bar. Spec: 2 Cart drawer */
export function FreeShipping({ view, className }: { view: CartView; className?: string }) {
  const { threshold, remaining, giftOnly, isFree } = view.freeShipping
  // Without prices there is no progress, only the rule.
  if (!view.isTotalKnown)
    return <p className={cn('text-sm', className)}>Free shipping over {formatMoney(threshold)}</p>
  const goal = Number(threshold.amount)
  const now = isFree ? goal : Math.max(0, goal - Number(remaining.amount))
  const missing = `${((goal - now) / goal) * 100}%`
  return (
    <div className={cn('text-sm', className)}>
      {isFree ? (
        <span key={`free ${giftOnly}`} className="flex items-center gap-2">
          <Icon name="check" className="size-5 stroke-2 text-verdigris" />
          {giftOnly ? 'Your gift ships free.' : 'This order ships free.'}
        </span>
      ) : (
        <span key={remaining.amount}>
          Add <b>{formatMoney(remaining)}</b> more for free shipping
        </span>
      )}
      <div
        className="relative mt-2.5 h-1.5 bg-off short-phone:mt-2 forced-colors:[outline:1px_solid]"
        role="progressbar"
        aria-label="Progress to free shipping"
        aria-valuemin={0}
        aria-valuemax={goal}
        aria-valuenow={now}
        aria-valuetext={isFree ? 'Ships free' : `${formatMoney(remaining)} to go`}
      >
        <i
          className="absolute inset-0 moves-all duration-open ease-lid forced-colors:[border-block:3px_solid_Highlight]"
          style={{ ...FOIL, right: missing }}
        />
      </div>
    </div>
  )
}

const LABEL = 'text-sm font-semibold'
/** Where the country stands beside the code. */
const FIRST_LABEL = '@min-[26rem]:col-start-1 @min-[26rem]:row-start-1'
const FIRST = '@min-[26rem]:col-start-1 @min-[26rem]:row-start-2'

/**
 * Country and discount code, side by side where they fit, each below its label; else beside its label, and with enlarged
 * text all is stacked. Their messages follow in full width; one line of them has its room, so that it moves nothing.
 */
export function Options({ view }: { view: CartView }) {
  return (
    <div className="@container [@media(min-height:50rem)]:min-h-26">
      <div className="grid grid-cols-1 content-start items-center gap-x-2 gap-y-1.5 @min-[15rem]:grid-cols-lead @min-[26rem]:grid-cols-[10.5rem_minmax(0,1fr)] @min-[26rem]:items-start">
        <Destination view={view} />
        <MagicWords view={view} />
      </div>
    </div>
  )
}

/**
 * The shipping country: a select in the UK store, which belongs to the order form; a text in the US store.
 * Spec: 2 Cart drawer, 5 Checkout
 */
function Destination({ view }: { view: CartView }) {
  const { id: form, applyButton } = useOrder()
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  const shown = view.shippingCountry ?? ''
  useShownValue(select, shown)
  const facts = usePageFacts()
  if (!shipsAbroad(view.market)) {
    return (
      <>
        <span className={cn(LABEL, FIRST_LABEL, 'self-start')}>Ship to</span>
        <p className={cn('text-sm leading-snug text-balance', FIRST)}>
          United States. This store ships to the United States only.
        </p>
      </>
    )
  }
  const country = view.shippingCountry
  return (
    <>
      <input type="hidden" form={form} name={SHOWN_COUNTRY} value={shown} />
      <label className={cn(LABEL, FIRST_LABEL)} htmlFor={id}>
        Ship to
      </label>
      <select
        // Truncates the country's name before the arrow in a narrow field.
        className={cn(SELECT, FIRST, 'min-h-tap py-2 pl-3 pr-8 text-md text-ellipsis')}
        id={id}
        form={form}
        name={COUNTRY}
        ref={select}
        // No `key`, since the select must keep the focus while countries are changed by keyboard; and no `value`, to
        // which hydration would reset what was chosen before.
        defaultValue={shown}
        aria-describedby={`${id}-note`}
        onChange={({ target: { value: country } }) =>
          void cart.change(cartForm({ intent: 'set-country', country }))
        }
      >
        {country === null ? <option value="">Choose a country</option> : null}
        {shippingCountries(view.market).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <noscript className="col-span-full">
        <Button {...applyButton} variant="ghost" className="mt-1.5" formNoValidate value="apply-typed">
          Ship there
        </Button>
      </noscript>
      <p className="col-span-full text-hint text-quiet empty:hidden" id={`${id}-note`}>
        {country === null
          ? CHOOSE_COUNTRY.title
          : country === MARKETS[view.market].countryCode
            ? null
            : abroadNote(view.market, country, facts)}
      </p>
    </>
  )
}

/** The order form, which opens the checkout in a new tab; `OrderForm` handles it. Spec: 4 Checkout, 5 Checkout */
export function CheckoutForm({ view }: { view: CartView }) {
  const { market, hostedCheckout } = useShop()
  const { isLoading } = useCartState()
  const { id, onSubmit, refusal } = useOrder()
  return (
    <form
      id={id}
      onSubmit={onSubmit}
      className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 short-phone:gap-y-1 print:hidden"
      method="post"
      action={marketPath(market, '/checkout')}
      target="_blank"
      rel="noopener"
    >
      {refusal ? <ToastBox toast={refusal} className="w-full" /> : null}
      {/* Typed fields are checked by the buttons that apply them. */}
      <Button
        wide
        formNoValidate
        busy={isLoading}
        busyLabel="Opening checkout..."
        disabled={!view.canCheckout || !view.isTotalKnown}
      >
        <Icon name="lock" /> Checkout
      </Button>
      <p className="text-hint text-quiet">Opens in a new tab.</p>
      {hostedCheckout ? (
        <noscript className="w-full">
          <p className="text-hint text-quiet">{CHECKOUT_NEEDS_JAVASCRIPT}</p>
        </noscript>
      ) : null}
      {shipsAbroad(market) ? (
        <Link className="text-hint text-quiet" to={marketPath(market, '/terms-and-conditions')}>
          Returns and your right to cancel
        </Link>
      ) : null}
    </form>
  )
}
