import { EMPTY_CART } from '#app/content/cart-words.ts'
import type { CartView } from '#app/models/cart-view-types.ts'
import { marketPath } from '#app/models/market.ts'
import { formatMoneyExact, isZeroMoney } from '#app/models/money.ts'
import { useShop } from '../page/use-shop.ts'
import { ButtonLink } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import { Lede } from '../ui/section.tsx'

/** The amount of the discount code, such as `−£3.50`, which line prices do not include; null when it is zero. */
export function discountAmount({ discount }: CartView): string | null {
  const amount = discount?.state === 'applied' ? discount.amount : null
  return amount && !isZeroMoney(amount) ? `−${formatMoneyExact(amount)}` : null
}

/** In place of the lines of an empty cart. */
export function EmptyCart({ className }: { className: string }) {
  const { market } = useShop()
  return (
    <div
      data-theme="dark"
      className={cn(
        'grid flex-1 place-content-center justify-items-center gap-4 bg-lamp-pine px-6 text-center',
        className,
      )}
    >
      <Picture
        name="empty-shelf"
        sizes="(max-width: 48rem) 90vw, 34rem"
        alt=""
        className="mb-gap w-full max-w-136"
      />
      <p className="font-display text-2xl leading-heading">{EMPTY_CART.title}</p>
      <Lede className="text-quiet">{EMPTY_CART.text}</Lede>
      <ButtonLink to={marketPath(market, '/products')} className="mt-3">
        {EMPTY_CART.button}
      </ButtonLink>
    </div>
  )
}
