import { EMPTY_CART } from '#app/content/cart-words.ts'
import type { CartView } from '#app/models/cart-view-types.ts'
import { marketPath } from '#app/models/market.ts'
import { CART_EMPTY } from '#app/models/messages.ts'
import { formatMoneyExact, isZeroMoney } from '#app/models/money.ts'
import { useShop } from '../page/use-shop.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Picture } from '../ui/picture.tsx'
import { Lede } from '../ui/section.tsx'

/** Where a part of the cart stands: in the drawer everything is a size smaller. */
export type Place = 'page' | 'drawer'

/** The amount of the discount code, such as `−£3.50`, which line prices do not include; null when it is zero. */
export function discountAmount({ discount }: CartView): string | null {
  const amount = discount?.state === 'applied' ? discount.amount : null
  return amount && !isZeroMoney(amount) ? `−${formatMoneyExact(amount)}` : null
}

/**
 * The grid of the drawer's options: country and discount code side by side, each below its label; their messages
 * follow in full width. The code has the room to be read whole. Where the fields do not fit side by side, each is beside
 * its label; with enlarged text all is stacked.
 */
export const OPTIONS =
  'grid grid-cols-1 content-start items-center gap-x-2.5 gap-y-1.5 2xs:grid-cols-lead sm:grid-cols-[10.5rem_minmax(0,1fr)]'

/** Cells of `OPTIONS` by what is in them. */
export const OPTION_CELLS = {
  countryLabel: 'sm:col-start-1 sm:row-start-1',
  country: 'sm:col-start-1 sm:row-start-2',
  codeLabel: 'sm:col-start-2 sm:row-start-1',
  code: 'sm:col-start-2 sm:row-start-2',
  message: 'col-span-full',
} as const

/** In place of the lines of an empty cart. */
export function EmptyCart({ place }: { place: Place }) {
  const { market } = useShop()
  const shop = marketPath(market, '/products')
  if (place === 'drawer')
    return (
      <div
        data-ground="theatre"
        className="grid flex-1 place-content-center justify-items-center gap-6 bg-lamp-pine px-6 py-8 text-center"
      >
        <Picture name="empty-shelf" sizes="24rem" alt="" className="w-full max-w-96" />
        <p className="font-display text-xl leading-heading text-balance">{CART_EMPTY.title}</p>
        <ButtonLink to={shop}>{EMPTY_CART.button}</ButtonLink>
      </div>
    )
  return (
    <section data-ground="theatre" className="bg-lamp-pine text-center" aria-labelledby="empty-cart">
      <div className="wrap grid justify-items-center gap-4 py-stage">
        <Picture
          name="empty-shelf"
          sizes="(max-width: 48rem) 90vw, 34rem"
          alt=""
          className="mb-gap w-full max-w-136"
        />
        <h2 id="empty-cart">{EMPTY_CART.title}</h2>
        <Lede className="text-quiet">{EMPTY_CART.text}</Lede>
        <ButtonLink to={shop} className="mt-3 max-md:w-full">
          {EMPTY_CART.button}
        </ButtonLink>
      </div>
    </section>
  )
}
