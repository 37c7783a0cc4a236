import { createContext, type ReactNode, Suspense, useContext, useDeferredValue } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { ProductCopy } from '#app/content/product-copy.ts'
import { MARKETS } from '#app/models/market.ts'
import type { Money } from '#app/models/money.ts'
import { HANDLES, type Product, productPath, type Variants, vol2Path } from '#app/models/product.ts'
import { ButtonLink, TextLink } from '../page/links.tsx'
import { NonBreakingText, RichText, TitleText } from '../page/text.tsx'
import { usePageFacts, useShop } from '../page/use-shop.ts'
import { cn } from '../ui/cn.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Facts, Lines } from '../ui/list.tsx'
import { Warning } from '../ui/note.tsx'
import { Drawing } from '../ui/picture.tsx'

function AccordionItem(props: { title: string; open?: boolean; children: ReactNode }) {
  const { title, open, children } = props
  return (
    <details open={open} className="group line-b">
      <summary className="flex min-h-16 items-center justify-between gap-4 font-display text-lg">
        {title}
        <Icon name="down" className="moves-rotate group-open:rotate-180 print:hidden" />
      </summary>
      <div className="pb-6 text-md">{children}</div>
    </details>
  )
}

/** A product, and what its page shows of others; null if unavailable. */
export type ProductPageData = {
  readonly product: Product
  readonly copy: ProductCopy
  /** The product `magic-wand`: what single wands cost, or for a wand product without variants of its own. */
  readonly wands: Pick<Product, 'handle' | 'title' | 'tags' | 'variants'> | null
  /** The collector's set: what a bundle costs. */
  readonly set: Variants | null
  /** The lowest price of each box; null if this store does not sell it. */
  readonly boxes: { readonly vol1: Money | null; readonly vol2: Money }
}

export const ProductData = createContext<ProductPageData | null>(null)

/** The data of the product page, as its loader returns it. */
export function useProductPage(): ProductPageData {
  const page = useContext(ProductData)
  if (page === null) throw new Error('not within the product page')
  return page
}

export function BackToShop() {
  return (
    <div className="wrap pt-5 print:hidden">
      <TextLink to="/products">
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
export function ProductDetails(props: { copy: ProductCopy; isShippingOpen?: boolean }) {
  const { copy, isShippingOpen } = props
  return (
    <div className="line-t">
      {copy.details.length > 0 ? (
        <AccordionItem title="Technical Details" open>
          {/* On a narrow phone an email address fits beside its label. */}
          <Facts
            facts={copy.details.map(([label, text]) => [label, <NonBreakingText key={label} text={text} />])}
            className="[&_dt]:max-w-1/3 max-2xs:[&_dt]:max-w-none"
          />
        </AccordionItem>
      ) : null}
      <AccordionItem title="Shipping and Returns" open={isShippingOpen}>
        <Lines lines={copy.shipping.map((sentence) => <RichText key={sentence} text={sentence} />)} />
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
    <ul data-terms="" className="line-t text-sm leading-snug text-pretty">
      {lines.map(([icon, text]) => (
        <li key={icon} className="flex gap-4 line-b py-3">
          <Icon name={icon} className="mt-0.5 w-5 text-accent" />
          <span className="[&_b]:font-semibold">
            <RichText text={text} />
          </span>
        </li>
      ))}
    </ul>
  )
}

export function AboutProduct({ copy: { title, description, features } }: { copy: ProductCopy }) {
  return (
    <section aria-label={`About ${title}`}>
      {description.map((paragraph) => (
        <p key={paragraph} className="not-first:mt-4">
          <NonBreakingText text={paragraph} />
        </p>
      ))}
      {features.length > 0 ? <Lines look="ticks" lines={features} /> : null}
    </section>
  )
}

export function NoBoxYet({ text, className }: { text: string; className?: string }) {
  const { market } = useShop()
  return (
    <div
      className={cn(
        'grid grid-cols-thumb items-center gap-x-part gap-y-4 max-2xs:grid-cols-1 md:grid-cols-ends',
        className,
      )}
    >
      <Drawing name="lock-plate" className="w-18 md:w-28" />
      <div>
        <h3 className="text-2xl">No box yet?</h3>
        <p className="mt-1.5 text-quiet">{text}</p>
      </div>
      <div className="flex flex-wrap gap-3 max-md:col-span-full max-md:*:flex-1">
        {MARKETS[market].sellsLimitedEdition ? (
          <ButtonLink variant="ghost" to={productPath(market, HANDLES.vol1)}>
            See Vol. I
          </ButtonLink>
        ) : null}
        <ButtonLink to={vol2Path(market)}>See Vol. II</ButtonLink>
      </div>
    </div>
  )
}

/**
 * Whether to render what is not seen at first. After a click it is rendered in a second pass, so that the first is short.
 * A loaded document, "back" and links to an anchor show it at once, as there may be something to scroll to.
 */
export function useSecondPass(): boolean {
  const { hash } = useLocation()
  const isAtOnce = useNavigationType() === 'POP' || hash !== ''
  return useDeferredValue(true, isAtOnce ? undefined : false)
}

/** What is below the first screen, hydrated after it. */
export function BelowFold({ children }: { children: ReactNode }) {
  // As high as the window, so that the footer does not come into view and move.
  return useSecondPass() ? <Suspense>{children}</Suspense> : <div className="min-h-svh" />
}
