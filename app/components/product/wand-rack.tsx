import { WAND_TEXTS } from '#app/content/style-words.ts'
import { marketPath } from '#app/models/market.ts'
import { priceText } from '#app/models/messages.ts'
import { isPremiumWand, wandSlug } from '#app/models/option-choice.ts'
import { noWands } from '#app/models/page-messages.ts'
import { type Product, type Variant, variantDigits } from '#app/models/product.ts'
import { wandPicture } from '#app/models/style-pictures.ts'
import type { WandStyle } from '#app/models/wands.ts'
import { CartForm } from '../cart/cart-form.tsx'
import { useAddToCartForm } from '../cart/client/hooks.tsx'
import { useShop } from '../page/use-shop.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, TextLink } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import { Price } from '../ui/price.tsx'

/** One wand with its add-to-cart button. */
export function WandCard({
  handle,
  wand,
  variant,
  isFirst,
}: {
  handle: string
  wand: WandStyle
  variant: Variant
  /** Its picture is the largest of the first screenful on a phone, so it is requested before the stylesheets. */
  isFirst: boolean
}) {
  const slug = wandSlug(wand)
  const isSoldOut = !variant.availableForSale
  return (
    <li className="group/wand row-span-7 grid min-w-0 grid-rows-subgrid max-lg:pb-10" id={slug}>
      <div className="relative m-1.5 grid place-items-center rounded-hair bg-[radial-gradient(ellipse_at_50%_34%,#752331,#4a121c_52%,#25070d)] pt-6 pb-5 shadow-[inset_0_14px_22px_-10px_#000a,inset_0_0_0_1px_#0006,0_0_0_5px_#10201c,0_0_0_6px_var(--color-gilt)] md:pt-8 md:pb-6">
        {isSoldOut ? (
          <span className="absolute top-3 left-3 z-1">
            <Badge tone="plain">Sold out</Badge>
          </span>
        ) : null}
        <Picture
          name={wandPicture(wand)}
          sizes="(max-width: 48rem) 4rem, 6rem"
          priority={isFirst}
          className={cn(
            'h-70 w-auto filter-(--object-shadow) transition-transform duration-open ease-lid group-hover/wand:-translate-y-1.5 md:h-[clamp(22rem,34vw,30rem)] low-window:h-[max(7rem,55vh)]',
            isSoldOut && 'opacity-50',
          )}
        />
      </div>
      <div className="row-span-4 grid grid-rows-subgrid content-start gap-1 px-1.5 pt-4 pb-4">
        <h3 className="text-base md:text-lg">{wand}</h3>
        <Price className="text-base leading-tight">{priceText(variant.price)}</Price>
        <p className="text-xs text-quiet">{isPremiumWand(wand) ? 'Premium' : 'Classic'}</p>
        <p className="mt-0.5 text-hint text-quiet md:text-sm">{WAND_TEXTS[wand].line}</p>
      </div>
      <AddForm handle={handle} wand={wand} variant={variant} />
      {/* Last, so that opening it moves nothing of the other wands. */}
      <details className="group/more mt-1.5 px-1.5">
        <summary className="inline-flex min-h-tap items-center gap-1 text-sm font-semibold underline decoration-gilt underline-offset-4">
          More<span className="sr-only"> about {wand}</span>
          <Icon name="down" className="size-[1em] transition-transform group-open/more:rotate-180" />
        </summary>
        <p className="mt-0.5 text-hint md:text-sm">{WAND_TEXTS[wand].text}</p>
      </details>
    </li>
  )
}

/** Replaces an empty list of wands. Spec: 8 Empty wand list */
export function NoWandsNotice({ product }: { product: Product }) {
  const { market } = useShop()
  const { title, text } = noWands(product.variants.map((variant) => variant.title))
  return (
    <Note icon="alert" role="status">
      <b className="block">{title}</b>
      <p>{text}</p>
      <TextLink to={marketPath(market, '/products')}>Back to Shop</TextLink>
    </Note>
  )
}

const BUTTON = 'mx-1.5 w-[calc(100%-0.8rem)] px-3'

/** A form with a single button that adds one wand to the cart. */
function AddForm({ handle, wand, variant }: { handle: string; wand: WandStyle; variant: Variant }) {
  const { onSubmit, isBusy } = useAddToCartForm()
  if (!variant.availableForSale)
    return (
      <Button type="button" wide disabled className={BUTTON} aria-label={`Sold out, ${wand}`}>
        Sold out
      </Button>
    )
  return (
    <CartForm
      fields={{ intent: 'add', handle, variant: variantDigits(variant.id) ?? variant.id }}
      onSubmit={onSubmit}
    >
      <Button wide busy={isBusy} className={BUTTON} aria-label={`Add to Cart, ${wand}`}>
        Add to Cart
      </Button>
    </CartForm>
  )
}
