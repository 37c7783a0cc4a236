import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { ProductCopy } from '#app/content/product-copy.ts'
import type { CartVariant } from '#app/models/cart.ts'
import { marketPath } from '#app/models/market.ts'
import type { Money } from '#app/models/money.ts'
import type { Product } from '#app/models/product.ts'
import { NonBreakingText, RichText, TitleText } from '../page/text.tsx'
import { usePageFacts, useShop } from '../page/use-shop.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Bullets, Fact, Facts, Ticks } from '../ui/list.tsx'
import { Warning } from '../ui/note.tsx'

type Item = { title: string; open?: boolean; children: ReactNode }

function AccordionItem({ title, open = false, children }: Item) {
  return (
    <details open={open || undefined} className="group border-b border-line">
      <summary className="flex min-h-16 items-center justify-between gap-4 font-display text-lg">
        {title}
        <Icon name="down" className="transition-transform group-open:rotate-180 print:hidden" />
      </summary>
      <div className="pb-6 text-md">{children}</div>
    </details>
  )
}

/** A product, and what its page shows of others; null if unavailable. */
export type ProductPageData = {
  readonly product: Product
  /** The product `magic-wand`: what single wands cost, or for a wand product without variants of its own. */
  readonly wands: Pick<Product, 'handle' | 'title' | 'tags' | 'variants'> | null
  /** Wands of the store that our list of styles lacks, with the store's own pictures. */
  readonly unlisted: readonly CartVariant[]
  /** The collector's set: what a bundle costs. */
  readonly set: Pick<Product, 'variants'> | null
  /** The lowest price of each box; null if this store does not sell it. */
  readonly boxes: { readonly vol1: Money | null; readonly vol2: Money }
}

/** The data of the product page, as its loader returns it. */
export function useProductPage(): ProductPageData {
  const page = useRouteLoaderData<ProductPageData>('routes/market/product')
  if (!page) throw new Error('not within the product page')
  return page
}

export function BackToShop() {
  const { market } = useShop()
  return (
    <div className="wrap pt-5 print:hidden">
      <TextLink to={marketPath(market, '/products')}>
        <Icon name="left" /> Back to Shop
      </TextLink>
    </div>
  )
}

export function ProductTitle({ children }: { children: string }) {
  return (
    <h1 className="text-head lg:col-start-2">
      <TitleText text={children} />
    </h1>
  )
}

/** Must be readable before the purchase, so it never collapses. */
export function SafetyWarning({ copy: { warning } }: { copy: ProductCopy }) {
  return (
    <Warning role="note">
      <b>Warning.</b>
      <span>{warning}</span>
    </Warning>
  )
}

/** The accordions with technical details, which are open at first, and shipping. */
export function ProductDetails({
  copy,
  isShippingOpen = false,
}: {
  copy: ProductCopy
  isShippingOpen?: boolean
}) {
  return (
    <div className="border-t border-line">
      {copy.details.length > 0 ? (
        <AccordionItem title="Technical Details" open>
          {/* On a narrow phone an email address fits beside its label. */}
          <Facts className="[&_dt]:max-w-1/3 max-2xs:[&_dt]:max-w-none">
            {copy.details.map(([label, text]) => (
              <Fact key={label} name={label}>
                <NonBreakingText text={text} />
              </Fact>
            ))}
          </Facts>
        </AccordionItem>
      ) : null}
      <AccordionItem title="Shipping and Returns" open={isShippingOpen}>
        <Bullets lines={copy.shipping.map((sentence) => <RichText key={sentence} text={sentence} />)} />
      </AccordionItem>
    </div>
  )
}

/** Dispatch, returns, secure checkout and the way to giving, next to the button. */
export function PurchaseTerms({ copy }: { copy: ProductCopy }) {
  const { freeShippingOver } = usePageFacts()
  const lines: readonly (readonly [IconName, string])[] = [
    ['truck', copy.dispatch],
    ['retry', copy.returns],
    ['lock', `**Secure checkout.** Free shipping over ${freeShippingOver}.`],
    ['mail', '**Is it a gift?** [How giving works](/gift).'],
  ]
  return (
    <ul data-terms="" className="border-t border-line text-sm leading-snug text-pretty">
      {lines.map(([icon, text]) => (
        <li key={icon} className="flex gap-4 border-b border-line py-3">
          <Icon name={icon} className="mt-0.5 w-5 text-accent" />
          <span className="[&_b]:font-semibold">
            <RichText text={text} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const STORE_TEXT =
  'space-y-4 wrap-anywhere [&_h2]:text-h3 [&_li]:mt-1.5 [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6 [&_table]:w-full [&_table]:text-left [&_table]:text-sm [&_td]:border [&_td]:border-line [&_td]:px-3 [&_td]:py-2'

/** Description and features of a product. */
export function AboutProduct({ copy: { title, description, features, body = '' } }: { copy: ProductCopy }) {
  const label = `About ${title}`
  if (body !== '')
    return (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it has a few elements, without attributes but safe links
      <section aria-label={label} className={STORE_TEXT} dangerouslySetInnerHTML={{ __html: body }} />
    )
  return (
    <section aria-label={label}>
      {description.map((paragraph) => (
        <p key={paragraph} className="not-first:mt-4">
          <NonBreakingText text={paragraph} />
        </p>
      ))}
      {features.length > 0 ? <Ticks lines={features} /> : null}
    </section>
  )
}

/** Total and button of a product's form. */
type Buy = {
  /** In the column, and in the bar at the bottom of small screens. */
  readonly renderTotal: (place: 'column' | 'bar') => ReactNode
  /** Below the button, for whoever reads nothing else. */
  readonly renderNote?: (place: 'column' | 'bar') => ReactNode
  readonly label: string
  readonly isBusy: boolean
  /** Whether no choice can be bought. CSS shows whether the current choice is sold out. */
  readonly isSoldOut?: boolean
}

/** The id of the form that the buttons submit. */
export const BUY_FORM = 'buy'

/** The button that adds the choice to the cart, and its replacement for a choice that is sold out. CSS shows one of the two. */
function BuyButton({ label, isBusy, isSoldOut = false }: Buy) {
  const className = cn('min-w-36 flex-none', !isSoldOut && 'max-2xs:w-full')
  return (
    <>
      {isSoldOut ? null : (
        <Button form={BUY_FORM} className={cn(className, 'sold-out:hidden')} busy={isBusy}>
          {label}
        </Button>
      )}
      <Button type="button" className={cn(className, !isSoldOut && 'not-sold-out:hidden')} disabled>
        Sold out
      </Button>
    </>
  )
}

/**
 * Total and button below the form, on viewports too wide for `BuyBar`, and too low for it. Until the form ends it is at
 * the bottom of its column, in sight from the first screen on.
 */
function BuyBlock(buy: Buy) {
  const note = buy.renderNote?.('column')
  return (
    <div
      data-buyblock=""
      className="z-2 mt-2.5 flex min-h-buybar flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-edge bg-board py-3 lg:sticky lg:bottom-0 max-lg:not-low-window:hidden low-window:static print:static print:flex!"
    >
      <p className="flex flex-wrap items-baseline gap-3" data-total="">
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
function BuyBar({ title, ...buy }: Buy & { title: string }) {
  const note = buy.renderNote?.('bar')
  return (
    <div
      data-buybar={note ? 'note' : ''}
      data-theme="dark"
      className="fixed inset-x-0 bottom-0 z-30 flex min-h-buybar flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-t border-line bg-soot px-gutter py-2.5 lg:hidden low-window:hidden print:hidden"
    >
      <div className="grid min-w-0 flex-1 leading-heading max-2xs:flex-auto">
        <span className="truncate text-xs text-quiet">{title}</span>
        <span className="flex flex-wrap items-baseline gap-x-2">
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
export function BuyPage({
  copy,
  heading = <ProductTitle>{copy.title}</ProductTitle>,
  gallery,
  form,
  buy,
  terms,
  children,
}: {
  copy: ProductCopy
  heading?: ReactNode
  gallery: ReactNode
  /** What is chosen, and what stands above it. */
  form: ReactNode
  /** Null for what cannot be put into a cart. */
  buy: Buy | null
  /** Below the button. */
  terms: ReactNode
  /** Sections of its own. */
  children?: ReactNode
}) {
  return (
    <div data-choices="">
      <BackToShop />
      <div className="wrap grid grid-cols-1 items-start gap-x-column gap-y-4 pt-3 lg:grid-cols-6-5 lg:grid-rows-[auto_1fr]">
        {heading}
        {gallery}
        <div className="flex min-w-0 flex-col gap-4 max-lg:pt-6 lg:col-start-2">
          {form}
          {buy ? <BuyBlock {...buy} /> : null}
          {terms}
        </div>
      </div>
      <div className="wrap mt-gutter grid grid-cols-1 items-start gap-x-column gap-y-10 border-t border-line pt-gutter pb-stage *:min-w-0 lg:grid-cols-2">
        <AboutProduct copy={copy} />
        <ProductDetails copy={copy} />
      </div>
      {children}
      {buy ? <BuyBar title={copy.title} {...buy} /> : null}
    </div>
  )
}
