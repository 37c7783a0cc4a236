import { type SyntheticEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cartForm, quantityField, shownQuantityField } from '#app/models/cart-fields.ts'
import type { CartLineView, LinePicture } from '#app/models/cart-line.ts'
import type { CartView } from '#app/models/cart-totals.ts'
import { marketPath } from '#app/models/market.ts'
import { PRICE_UNAVAILABLE } from '#app/models/messages.ts'
import { formatMoneyExact } from '#app/models/money.ts'
import { productPath } from '#app/models/product.ts'
import { Badge } from '../page/badge.tsx'
import { ButtonLink } from '../page/links.tsx'
import { useShop } from '../page/use-shop.ts'
import { IconButton } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { NoPicture, Picture } from '../ui/picture.tsx'
import { WasPrice } from '../ui/price.tsx'
import { Lede } from '../ui/section.tsx'
import { CartForm, useShownValue } from './client/hooks.tsx'
import { cart } from './client/queue.ts'
import { useOrder } from './order.tsx'

/** By the width of the list, which is wide on the page of the cart only. */
const LINE =
  'grid grid-cols-[var(--picture)_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-0.5 line-b py-4 [--picture:5rem] max-2xs:grid-cols-[var(--picture)_minmax(0,1fr)] max-xs:[--picture:4rem] sm:py-6 sm:[--picture:6rem] short-phone:py-3 @min-[32rem]:gap-x-6 @min-[32rem]:[--picture:7.5rem] print:break-inside-avoid'

function focusMain() {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/**
 * The lines of the cart. The list takes the focus that was in a line which has gone; the page, where the list goes too.
 * @param heading level of the titles
 */
export function CartLines(props: { view: CartView; heading: 'h2' | 'h3'; className: string }) {
  const { view, heading, className } = props
  const list = useRef<HTMLUListElement>(null)
  const count = view.lines.length
  const lastCount = useRef(count)
  useEffect(() => {
    if (count < lastCount.current && document.activeElement === document.body) list.current?.focus()
    lastCount.current = count
  }, [count])
  useEffect(() => () => void (document.activeElement === document.body && focusMain()), [])
  return (
    <ul className={cn('@container', className)} ref={list} tabIndex={-1}>
      {view.lines.map((line) => (
        <Line key={line.key} line={line} heading={heading} />
      ))}
    </ul>
  )
}

/** In place of the lines of an empty cart. Spec: 2 Cart drawer */
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
      <p className="font-display text-2xl leading-heading">Nothing here yet.</p>
      <Lede className="text-quiet">The shelf is that way.</Lede>
      <ButtonLink to={marketPath(market, '/products')} className="mt-3">
        Go to the shop
      </ButtonLink>
    </div>
  )
}

function Line({ line, heading: Heading }: { line: CartLineView; heading: 'h2' | 'h3' }) {
  const { market } = useShop()
  return (
    <li data-line="" className={LINE}>
      <LineArt line={line} />
      <Heading className="text-lg leading-heading tracking-normal @min-[32rem]:text-xl">
        {line.handle && line.kind !== 'gift' ? (
          <Link className="no-underline hover:underline" to={productPath(market, line.handle)}>
            {line.heading}
          </Link>
        ) : (
          line.heading
        )}
      </Heading>
      <LinePrice line={line} />
      <LineDetails line={line} />
      <div className="col-span-2 col-start-2 mt-2.5 flex flex-wrap items-center justify-between gap-3 max-2xs:col-span-full @min-[32rem]:mt-3">
        {line.kind === 'gift' ? (
          <Badge tone="free">
            <Icon name="check" /> Magic words accepted
          </Badge>
        ) : line.kind === 'upgrade' ? (
          <span />
        ) : (
          <Quantity line={line} />
        )}
        <CartForm fields={{ intent: 'remove', line: line.key }}>
          <button
            type="submit"
            className="min-h-tap text-sm underline print:hidden"
            aria-label={`Remove ${line.name}`}
          >
            Remove
          </button>
        </CartForm>
      </div>
    </li>
  )
}

const GROUNDS: Record<LinePicture['kind'], string> = {
  gift: 'bg-bottle',
  wands: 'bg-lamp-velvet',
  'vol-1': 'bg-well-stone',
  'vol-2': 'bg-well-midnight',
  image: 'bg-well-midnight',
}

/** How the pictures of a line lie: a box with its wand, a wand alone, others. */
function lieOf({ kind, names }: LinePicture, index: number): string {
  if (kind !== 'wands' && kind !== 'gift')
    return cn('h-5/6', names.length > 1 && ['[translate:33%]', 'rotate-14'][index])
  return cn('h-9/10', kind === 'wands' && names.length === 1 && 'rotate-24')
}

/** What was bought: the box with its wand, or the wands, or the store's picture. */
function LineArt({ line: { picture, image } }: { line: CartLineView }) {
  return (
    <span
      className={cn(
        'relative row-span-3 row-start-1 flex size-(--picture) justify-around overflow-hidden rounded-board',
        GROUNDS[picture.kind],
      )}
    >
      {picture.names.map((name, index) => (
        // Without a width, so that each is in the middle of its share.
        <span key={name} className="flex h-full w-0 items-center justify-center">
          <Picture
            name={name}
            sizes={name.startsWith('wand-') ? '2.5rem' : '7.5rem'}
            alt=""
            className={cn('w-auto max-w-none', lieOf(picture, index))}
          />
        </span>
      ))}
      {picture.kind !== 'image' ? null : image ? (
        <Picture image={image} sizes="7.5rem" alt="" className="size-full object-cover" />
      ) : (
        <NoPicture />
      )}
    </span>
  )
}

function LinePrice({ line: { kind, linePrice, wasPrice } }: { line: CartLineView }) {
  const isFree = kind === 'gift' && Number(linePrice?.amount) === 0
  return (
    <span
      data-price=""
      className={cn(
        'col-start-3 row-start-1 text-right text-sm font-bold whitespace-nowrap max-2xs:col-start-2 max-2xs:row-auto max-2xs:mt-1 max-2xs:text-left @min-[32rem]:text-lg',
        linePrice === null && 'font-semibold text-bad',
      )}
      key={`${linePrice?.amount} ${wasPrice?.amount}`}
    >
      {linePrice && wasPrice ? (
        <>
          <WasPrice className="block text-sm text-quiet" money={wasPrice} isExact />
          <span className="sr-only">Now </span>
        </>
      ) : null}
      {linePrice === null ? PRICE_UNAVAILABLE : isFree ? 'FREE' : formatMoneyExact(linePrice)}
    </span>
  )
}

function LineDetails({ line }: { line: CartLineView }) {
  const ofGift = line.kind === 'gift' ? 'Ships free. One gift, one box. The number stays at 1.' : null
  const texts = [...line.details, ofGift, line.boxGoesTo].filter((text) => text !== null)
  return (
    <div className="col-span-2 col-start-2 text-sm leading-snug text-quiet max-2xs:col-span-1">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {line.refusal ? (
        <p className="font-semibold text-bad">{line.refusal}</p>
      ) : line.linePrice === null ? (
        <p>We cannot reach the price just now. Try again in a moment, or remove this line.</p>
      ) : null}
    </div>
  )
}

const STEP = '[&>svg]:size-4 print:hidden'

/** Decrement, number field and increment: forms, which work without JavaScript. */
function Quantity({ line }: { line: CartLineView }) {
  const { key, name } = line
  const { applyButton } = useOrder()
  // The name is in the labels of the buttons too: screen readers and voice control list them without context.
  return (
    <fieldset className="inline-flex flex-none items-center rounded-board edge bg-leaf">
      <legend className="sr-only">Quantity of {name}</legend>
      <CartForm fields={{ intent: 'adjust', line: key, by: '-1' }}>
        <IconButton type="submit" icon="minus" label={`One fewer: ${name}`} className={STEP} />
      </CartForm>
      <NumberField line={line} />
      <CartForm fields={{ intent: 'adjust', line: key, by: '1' }}>
        <IconButton type="submit" icon="plus" label={`One more: ${name}`} className={STEP} />
      </CartForm>
      {/* Applies the typed numbers without JavaScript; with it, leaving the field does. */}
      <noscript>
        <button {...applyButton} className="h-tap line-l px-3 text-sm" formNoValidate value="apply-typed">
          Update
        </button>
      </noscript>
    </fieldset>
  )
}

/**
 * The number belongs to the order form, so that what is typed is sent with the checkout. Without `max`: the server
 * limits the quantity, with a toast, whereas the browser would not submit the form.
 */
function NumberField({ line }: { line: CartLineView }) {
  const { id: form } = useOrder()
  const { key, quantity } = line
  const field = useRef<HTMLInputElement>(null)
  const shown = useShownValue(field, String(quantity))

  async function commit({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) {
    const typed = input.value
    if (/^\d{1,4}$/.test(typed) && Number(typed) !== quantity)
      await cart.change(cartForm({ intent: 'update', line: key, quantity: typed }))
    // The limit may be what it was before.
    if (input.value === typed) input.value = shown.current
  }

  return (
    <>
      <input type="hidden" form={form} name={shownQuantityField(key)} value={quantity} />
      <input
        ref={field}
        className="h-tap w-10 appearance-[textfield] text-center font-semibold"
        type="number"
        form={form}
        name={quantityField(key)}
        inputMode="numeric"
        min={0}
        defaultValue={quantity}
        aria-label={`Quantity of ${line.name}`}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void commit(event)
        }}
      />
    </>
  )
}
