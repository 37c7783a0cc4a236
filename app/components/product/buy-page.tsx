import type { FormEventHandler, ReactNode, RefObject } from 'react'
import { NOT_CARTABLE } from '#app/models/messages.ts'
import { CartForm, useAddToCartForm } from '../cart/client/hooks.tsx'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Lede } from '../ui/section.tsx'
import {
  AboutProduct,
  BackToShop,
  BelowFold,
  ProductDetails,
  ProductTitle,
  PurchaseTerms,
  useProductPage,
} from './product-parts.tsx'

type Place = 'column' | 'bar'

/** Total and button of a product's form: in the column, and in the bar at the bottom of small screens. */
type Buy = {
  readonly renderTotal: (place: Place) => ReactNode
  /** Below the button, for whoever reads nothing else. */
  readonly renderNote?: ((place: Place) => ReactNode) | undefined
  readonly label: string
  /** Whether no choice can be bought. CSS shows whether the current choice is sold out. */
  readonly isSoldOut?: boolean
}

const BUY_FORM = 'buy'

/** The button that adds the choice to the cart, or says that it is sold out: CSS shows one of the two. */
function BuyButton({ label, isBusy, isSoldOut = false }: Buy & { isBusy: boolean }) {
  const className = cn('min-w-36 flex-none', !isSoldOut && 'max-2xs:w-full')
  return (
    <>
      {isSoldOut ? null : (
        <Button form={BUY_FORM} className={cn(className, 'sold-out:hidden')} busy={isBusy}>
          {label}
        </Button>
      )}
      <Button type="button" className={cn(className, !isSoldOut && 'for-sold-out')} disabled>
        Sold out
      </Button>
    </>
  )
}

/**
 * Total and button below the form, on viewports too wide for `BuyBar`, and too low for it. Until the form ends it is at
 * the bottom of its column, in sight from the first screen on.
 */
function BuyBlock(buy: Buy & { isBusy: boolean }) {
  const note = buy.renderNote?.('column')
  return (
    <div className="z-2 mt-2.5 flex min-h-buybar flex-wrap items-center justify-between gap-x-6 gap-y-3 line-t border-edge bg-board py-3 lg:sticky lg:bottom-0 max-lg:not-low-window:hidden low-window:static print:static print:flex!">
      <p className="flex flex-wrap items-baseline gap-3" data-total="" aria-live="polite">
        <span className="text-quiet">Total</span>
        {buy.renderTotal('column')}
      </p>
      <BuyButton {...buy} />
      {note ? <p className="basis-full text-sm text-pretty">{note}</p> : null}
    </div>
  )
}

/**
 * The bar at the bottom of small screens, with product, total and button. It is as high as `--spacing-buybar`, which
 * footer, toasts and what has the focus keep clear of.
 */
function BuyBar({ title, ...buy }: Buy & { title: string; isBusy: boolean }) {
  const note = buy.renderNote?.('bar')
  return (
    <div
      data-buybar={note ? 'note' : ''}
      data-theme="dark"
      className="fixed inset-x-0 bottom-0 z-30 flex min-h-buybar flex-wrap items-center justify-between gap-x-4 gap-y-1.5 line-t bg-soot px-gutter py-2.5 lg:hidden low-window:hidden print:hidden"
    >
      <div className="grid min-w-0 flex-1 leading-heading max-2xs:flex-auto">
        <span className="truncate text-xs text-quiet">{title}</span>
        <span className="flex flex-wrap items-baseline gap-x-2" aria-live="polite">
          <span className="text-xs max-xs:sr-only">Total</span>
          {buy.renderTotal('bar')}
        </span>
      </div>
      <BuyButton {...buy} />
      {note ? <p className="basis-full text-xs leading-tight text-mist">{note}</p> : null}
    </div>
  )
}

/**
 * The page of a product with one form. On phones title, pictures and form follow each other; from small laptops on the
 * pictures are in a column on the left. The long texts are below both columns.
 */
export function BuyPage(props: {
  heading?: ReactNode
  gallery: ReactNode
  /** Above the form. */
  notice?: ReactNode
  form: RefObject<HTMLFormElement | null>
  onChange: FormEventHandler<HTMLFormElement>
  /** Called before something is added. True if the choice lacks something, which the page has now said. */
  isRefused?: () => boolean
  choices: ReactNode
  /** Null for what cannot be put into a cart. */
  buy: Buy | null
  /** Below the terms. */
  warning: ReactNode
  /** Sections of its own. */
  children?: ReactNode
}) {
  const { buy } = props
  const { product, copy } = useProductPage()
  const { isBusy, onSubmit } = useAddToCartForm()
  return (
    <div data-choices="">
      <BackToShop />
      <div className="wrap grid grid-cols-1 items-start gap-x-column gap-y-4 pt-3 lg:grid-cols-6-5 lg:grid-rows-[auto_1fr]">
        {props.heading ?? <ProductTitle>{copy.title}</ProductTitle>}
        {props.gallery}
        <div className="flex min-w-0 flex-col gap-4 max-lg:pt-6 lg:col-start-2">
          {copy.summary ? <Lede className="text-quiet">{copy.summary}</Lede> : null}
          {props.notice}
          <CartForm
            fields={{ intent: 'add', handle: product.handle }}
            id={BUY_FORM}
            ref={props.form}
            className="mt-2.5 grid grid-cols-1 gap-6"
            onChange={props.onChange}
            onSubmit={(event) => (props.isRefused?.() ? event.preventDefault() : onSubmit(event))}
          >
            {props.choices}
          </CartForm>
          {buy ? (
            <BuyBlock {...buy} isBusy={isBusy} />
          ) : (
            <p className="font-semibold text-quiet">{NOT_CARTABLE}</p>
          )}
          <PurchaseTerms copy={copy} />
          {props.warning}
        </div>
      </div>
      <BelowFold>
        <div className="wrap mt-gutter grid grid-cols-1 items-start gap-x-column gap-y-10 line-t pt-gutter pb-stage *:min-w-0 lg:grid-cols-2">
          <AboutProduct copy={copy} />
          <ProductDetails copy={copy} />
        </div>
        {props.children}
      </BelowFold>
      {buy ? <BuyBar title={copy.title} {...buy} isBusy={isBusy} /> : null}
    </div>
  )
}
