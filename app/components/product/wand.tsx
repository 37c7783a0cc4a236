import type { CSSProperties } from 'react'
import { WAND_TEXTS } from '#app/content/choices.ts'
import { WHY_SEVERAL, WHY_SEVERAL_TITLE } from '#app/content/wand-words.ts'
import { bundleOffers } from '#app/models/bundle.ts'
import { NOT_CARTABLE, priceText } from '#app/models/messages.ts'
import { compareMoney, formatMoney } from '#app/models/money.ts'
import { isPremiumWand, singleWands, wandSlug } from '#app/models/option-choice.ts'
import { OBJECT_TEXTS } from '#app/models/picture-texts.ts'
import {
  HANDLES,
  type Product,
  productPath,
  type Variant,
  type Variants,
  variantDigits,
} from '#app/models/product.ts'
import { isCartable } from '#app/models/product-kind.ts'
import { noWands } from '#app/models/screen-texts.ts'
import { capitalizeFirst, WAND_COUNT, type WandStyle, wandPicture } from '#app/models/wands.ts'
import { CartForm, useAddToCartForm } from '../cart/client/hooks.tsx'
import { BADGES, Badge, EnvelopeBadge } from '../page/badge.tsx'
import { ShopLink, TextLink } from '../page/links.tsx'
import { TitleText } from '../page/text.tsx'
import { usePageFacts, useShop } from '../page/use-shop.ts'
import { Button, linkClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import { Price } from '../ui/price.tsx'
import { Lede, Plate, Section } from '../ui/section.tsx'
import {
  AboutProduct,
  BackToShop,
  BelowFold,
  NoBoxYet,
  ProductDetails,
  type ProductPageData,
  PurchaseTerms,
  SafetyWarning,
  useProductPage,
} from './product-parts.tsx'

/** Velvet in a gilt frame. */
const NICHE = {
  '--low': 'clamp(10rem,100svh - 41rem,19rem)',
  '--high': 'clamp(12rem,min(100svh - 33rem,max(24rem,38vw)),34rem)',
  background: 'radial-gradient(at 50% 34%,#752331,#4a121c 52%,#25070d)',
  boxShadow: 'inset 0 14px 22px -10px #000a,inset 0 0 0 1px #0006,0 0 0 5px #10201c,0 0 0 6px #c9993f',
} as CSSProperties

/**
 * A wand of the rack, with a form that adds it: the picture on velvet, name and price, the button, and more text.
 * @param props.isFirst its picture is the largest of the first screenful on a phone, so it is requested before the
 * stylesheets
 */
function WandCard(props: {
  wand: WandStyle
  variant: Variant
  source: Pick<Product, 'handle' | 'tags'>
  isFirst: boolean
}) {
  const { wand, variant, source, isFirst } = props
  const { availableForSale, price } = variant
  const { onSubmit, isBusy } = useAddToCartForm()
  const label = availableForSale ? 'Add to Cart' : 'Sold out'
  const isForSale = availableForSale && price !== null && isCartable(source.tags)
  const button = (
    <Button
      type={isForSale ? 'submit' : 'button'}
      wide
      busy={isBusy}
      disabled={!isForSale}
      className="mx-1.5 w-[calc(100%-0.8rem)] px-3"
      aria-label={`${label}, ${wand}`}
    >
      {label}
    </Button>
  )
  return (
    <li className="group row-span-6 grid min-w-0 grid-rows-subgrid max-lg:pb-10" id={wandSlug(wand)}>
      <div className="relative m-1.5 h-(--low) overflow-hidden rounded-hair md:h-(--high)" style={NICHE}>
        {availableForSale ? null : (
          <span className="absolute top-3 left-3 z-1">
            <Badge tone="plain">Sold out</Badge>
          </span>
        )}
        <Picture
          name={wandPicture(wand)}
          alt={OBJECT_TEXTS[wandPicture(wand)]}
          sizes="(max-width: 48rem) 4rem, 6rem"
          priority={isFirst}
          // In low windows the tip is cut off: the grips tell the wands apart, and price and button are in sight.
          className={cn(
            'absolute bottom-4 left-1/2 h-[max(100%-2rem,18rem)] w-auto max-w-none [translate:-50%] filter-(--object-shadow) moves-transform ease-lid group-hover:lift',
            !availableForSale && 'opacity-50',
          )}
        />
      </div>
      <div className="row-span-2 grid grid-rows-subgrid content-start gap-1 px-1.5 py-2.5">
        <h3 className="text-base leading-tight">{wand}</h3>
        <div className="flex flex-wrap items-baseline justify-between gap-x-2">
          <Price className="text-base leading-tight">{priceText(price)}</Price>
          <span className="text-xs text-quiet">{isPremiumWand(wand) ? 'Premium' : 'Classic'}</span>
        </div>
      </div>
      {isForSale ? (
        <CartForm
          fields={{ intent: 'add', handle: source.handle, variant: variantDigits(variant.id) ?? variant.id }}
          onSubmit={onSubmit}
        >
          {button}
        </CartForm>
      ) : (
        button
      )}
      <p className="mt-2 px-1.5 text-hint text-quiet md:text-sm">{WAND_TEXTS[wand].line}</p>
      {/* Last, so that opening it moves nothing of the other wands. */}
      <details className="group mt-1.5 px-1.5">
        <summary className="inline-flex min-h-tap items-center gap-1 text-sm font-semibold underline decoration-gilt">
          More<span className="sr-only"> about {wand}</span>
          <Icon name="down" className="size-[1em] moves-rotate group-open:rotate-180" />
        </summary>
        <p className="mt-0.5 text-hint md:text-sm">{WAND_TEXTS[wand].text}</p>
      </details>
    </li>
  )
}

/** Leads to the bundles, with the smallest and largest saving, such as `£7 to £40`. */
function BundleOfferLine({ wands, set }: Record<'wands' | 'set', Variants | null>) {
  const { market } = useShop()
  const offers = bundleOffers(set, wands, market)
  const savings = offers.flatMap(({ saving }) => saving ?? []).sort(compareMoney)
  const range = [...new Set([savings.at(0), savings.at(-1)].map((saving) => saving && formatMoney(saving)))]
  return (
    <div className="mt-panel flex flex-wrap items-center justify-between gap-x-8 gap-y-4 stripe border-gilt bg-candle px-6 py-4 max-md:px-4">
      <p className="max-w-none">
        Three or more?{' '}
        {savings.length > 0 ? (
          <>
            A bundle saves you <b>{range.join(' to ')}</b>.
          </>
        ) : (
          'Build a bundle.'
        )}
      </p>
      <TextLink to={productPath(market, HANDLES.bundle)}>
        Build a bundle and save <Icon name="arrow" />
      </TextLink>
    </div>
  )
}

/** Links from the wands to the boxes: Vol. I on stone, Vol. II on midnight. Spec: 2 Product detail, Wand product */
function BoxCards({ prices: { vol1, vol2 } }: { prices: ProductPageData['boxes'] }) {
  const { vol1Copies, market } = usePageFacts()
  const volumes = [
    {
      handle: HANDLES.vol1,
      picture: 'box-vol1-ember',
      badge: <Badge>{BADGES.limited}</Badge>,
      title: 'Vol. I: The Phoenix Edition',
      text: `${vol1Copies} copies, signed and numbered.`,
      from: vol1,
      link: 'See Vol. I',
    },
    {
      handle: HANDLES.vol2[market],
      picture: 'box-vol2-closed',
      badge: <EnvelopeBadge text="Gift Envelope" />,
      title: 'Vol. II: Magical You',
      text: 'Gift Edition Envelope included.',
      from: vol2,
      link: 'See Vol. II',
    },
  ] as const
  return (
    <Section className="pt-0" aria-labelledby="cross">
      <h2 id="cross" className="mb-part">
        Something to open
      </h2>
      <div className={cn('grid gap-gap', vol1 && 'lg:grid-cols-2')}>
        {volumes.map(({ handle, picture, badge, title, text, from, link }) => {
          const isMidnight = picture === 'box-vol2-closed'
          return from === null ? null : (
            <ShopLink
              key={handle}
              to={productPath(market, handle)}
              data-theme={isMidnight ? 'dark' : undefined}
              className={cn(
                'group relative grid min-h-60 grid-cols-2-3 overflow-hidden rounded-board no-underline focus-visible:outline-gilt-ink max-2xs:grid-cols-1 md:min-h-80 md:grid-cols-5-6',
                isMidnight ? 'bg-lamp-midnight lamp-left' : 'bg-well-stone',
              )}
            >
              <span className="relative max-2xs:h-28">
                <Picture
                  name={picture}
                  // The width of the box itself, which is less than that of its frame.
                  sizes="(max-width: 47.99rem) 10.5rem, 18rem"
                  className="absolute inset-x-0 inset-y-1/20 h-9/10 w-full object-contain moves-transform ease-lid group-hover:lift"
                />
              </span>
              <span className="grid justify-items-start gap-2.5 self-center py-5 pr-5 pl-1 max-2xs:pl-5 md:py-8 md:pr-8">
                {badge}
                <h3 className="max-md:text-h4">
                  <TitleText text={title} />
                </h3>
                <span className={cn('text-sm', isMidnight && 'text-mist')}>{text}</span>
                <b>From {formatMoney(from)}</b>
                <span className={linkClass('mt-2 min-h-0')}>
                  {link} <Icon name="arrow" />
                </span>
              </span>
            </ShopLink>
          )
        })}
      </div>
    </Section>
  )
}

/** The page of the single wands, each with its own button. Spec: 2 Product detail, Wand product */
export default function WandPage() {
  const { product, copy, wands: fallback, set, boxes } = useProductPage()
  const source = singleWands(product).length > 0 ? product : (fallback ?? product)
  const wands = singleWands(source)
  const none = noWands(product.variants.map((variant) => variant.title))
  const [from] = wands.flatMap(({ variant }) => variant.price ?? []).sort(compareMoney)
  return (
    <>
      <BackToShop />
      <div className="wrap">
        <div className="grid items-end gap-x-column gap-y-2 pt-1 pb-4 lg:grid-cols-2">
          <h1 className="text-title">{product.title}</h1>
          <div className="flex items-baseline justify-between gap-x-8 max-2xs:flex-wrap lg:items-end">
            <Lede className="text-quiet">{`${capitalizeFirst(WAND_COUNT)} styles. Any one of them opens any Wizard Box.`}</Lede>
            {from ? (
              <Price className="flex-none text-xl leading-tight">From {formatMoney(from)}</Price>
            ) : null}
          </div>
        </div>
        <h2 className="mb-2.5 font-text text-sm leading-normal tracking-normal text-quiet">
          Choose the one you would reach for. There is no wrong answer.
        </h2>
        {/* Spec: 8 Empty wand list */}
        {wands.length === 0 ? (
          <Note icon="alert" role="status">
            <b className="block">{none.title}</b>
            <p>{none.text}</p>
            <TextLink to="/products">Back to Shop</TextLink>
          </Note>
        ) : null}
        <ul className="grid gap-x-2 max-plus:-mx-1.5 max-2xs:grid-cols-1 max-lg:-mb-10 grid-cols-2 plus:grid-cols-3 lg:gap-x-3 lg:grid-cols-6">
          {wands.map((wand, index) => (
            <WandCard key={wand.variant.id} {...wand} source={source} isFirst={index === 0} />
          ))}
        </ul>
        {isCartable(source.tags) ? null : (
          <Note icon="alert" className="mt-6">
            {NOT_CARTABLE}
          </Note>
        )}
        <p className="mt-6 max-w-none text-sm text-quiet">
          The names describe the style, not the materials. No dragon, unicorn or phoenix was inconvenienced.
        </p>
        <BundleOfferLine wands={source} set={set} />
        <div className="mt-panel grid items-start gap-column md:grid-cols-2">
          <PurchaseTerms copy={copy} />
          <SafetyWarning copy={copy} />
        </div>
      </div>
      <BelowFold>
        <Section ground="bottle" className="mt-section" aria-labelledby="why">
          <h2 id="why">{WHY_SEVERAL_TITLE}</h2>
          <ol className="mt-part grid gap-6 md:grid-cols-3 md:gap-part">
            {WHY_SEVERAL.map(([title, text]) => (
              <li key={title} className="line-t border-gilt pt-4">
                <h3 className="text-xl">{title}</h3>
                <p className="mt-2.5 text-md text-quiet">{text}</p>
              </li>
            ))}
          </ol>
          <NoBoxYet
            text="A wand without a box is a very good pointing stick. See what it opens."
            className="mt-band line-t pt-panel"
          />
        </Section>
        <Section aria-label="Details">
          <div className="grid items-start gap-column lg:grid-cols-6-5">
            <ProductDetails copy={copy} isShippingOpen />
            <Plate className="p-panel [&_li]:py-3 [&_li:last-child]:pb-0 [&_li]:not-last:line-b [&_ul]:gap-0.5">
              <AboutProduct copy={copy} />
            </Plate>
          </div>
        </Section>
        <BoxCards prices={boxes} />
      </BelowFold>
    </>
  )
}
