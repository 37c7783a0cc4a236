import {
  WANDS,
  WHY_SEVERAL,
  WHY_SEVERAL_TITLE,
  wandDetails,
  wandShipping,
  wandTerms,
  wandWarning,
} from '#app/content/wand-words.ts'
import { bundleOffers } from '#app/models/bundle.ts'
import { MARKETS } from '#app/models/market.ts'
import { NOT_CARTABLE } from '#app/models/messages.ts'
import { compareMoney, formatMoney, type Money } from '#app/models/money.ts'
import { singleWands } from '#app/models/option-choice.ts'
import { HANDLES, isCartable, type Product, productPath } from '#app/models/product.ts'
import { WAND_DESCRIPTION } from '#app/models/product-descriptions.ts'
import { usePageFacts } from '../page/use-page-facts.ts'
import { useShop } from '../page/use-shop.ts'
import { TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { Plate } from '../ui/plate.tsx'
import { Price } from '../ui/price.tsx'
import { Lede, Section } from '../ui/section.tsx'
import { AboutProduct, ProductDetails, PurchaseTerms, SafetyWarning } from './details.tsx'
import { BackToShop, type ProductPageData } from './product-layout.tsx'
import { BoxCards, NoBoxYet } from './wand-cross.tsx'
import { NoWandsNotice, UnlistedWandCard, WandCard } from './wand-rack.tsx'

/** Formats the smallest and largest saving, such as `£7 to £40`; null without savings. */
function savingRange(savings: readonly Money[]): string | null {
  const sorted = [...savings].sort(compareMoney)
  const [least, most] = [sorted[0], sorted.at(-1)]
  if (!least || !most) return null
  return compareMoney(least, most) === 0
    ? formatMoney(least)
    : `${formatMoney(least)} to ${formatMoney(most)}`
}

function BundleOfferLine({
  wands,
  set,
}: {
  wands: Pick<Product, 'variants'>
  set: Pick<Product, 'variants'> | null
}) {
  const { market } = useShop()
  const offers = bundleOffers(set, wands, MARKETS[market].currencyCode)
  const range = savingRange(offers.flatMap((offer) => offer.saving ?? []))
  return (
    <div className="mt-panel flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-l-3 border-gilt bg-candle px-6 py-4 max-md:px-4">
      <p className="max-w-none">
        {WANDS.bundle.question}{' '}
        {range ? (
          <>
            A bundle saves you <b>{range}</b>.
          </>
        ) : (
          WANDS.bundle.offer
        )}
      </p>
      <TextLink to={productPath(market, HANDLES.collectorsSet)}>
        {WANDS.bundle.link} <Icon name="arrow" />
      </TextLink>
    </div>
  )
}

function WhySeveral() {
  return (
    <div className="grid gap-part">
      <h2 id="why">{WHY_SEVERAL_TITLE}</h2>
      <ol className="grid gap-6 md:grid-cols-3 md:gap-part">
        {WHY_SEVERAL.map(([title, text]) => (
          <li key={title} className="border-t border-gilt pt-4">
            <h3 className="text-xl">{title}</h3>
            <p className="mt-2.5 text-md text-quiet">{text}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The page of the single wands, each with its own button. Spec: 2 Product detail, Wand product */
export default function WandProduct({ product, wands: fallback, unlisted, set, boxes }: ProductPageData) {
  const facts = usePageFacts()
  const ownWands = singleWands(product)
  const source = ownWands.length > 0 ? product : (fallback ?? product)
  const wands = ownWands.length > 0 ? ownWands : singleWands(source)
  const mayBeAdded = isCartable(source.tags)
  const prices = [...wands, ...unlisted.map((variant) => ({ variant }))]
    .flatMap(({ variant }) => variant.price ?? [])
    .sort(compareMoney)
  return (
    <>
      <BackToShop />
      <div className="wrap">
        <div className="grid items-end gap-x-column gap-y-2 pt-1 pb-4 lg:grid-cols-2">
          <h1 className="text-title">{product.title}</h1>
          <div className="flex items-baseline justify-between gap-x-8 max-2xs:flex-wrap lg:items-end">
            <Lede className="text-quiet">{WANDS.text}</Lede>
            {prices[0] ? (
              <Price className="flex-none text-xl leading-tight">From {formatMoney(prices[0])}</Price>
            ) : null}
          </div>
        </div>
        <h2 className="mb-2.5 font-text text-sm leading-normal tracking-normal text-quiet">{WANDS.choose}</h2>
        {wands.length + unlisted.length === 0 ? <NoWandsNotice product={product} /> : null}
        <ul className="grid gap-x-1.5 max-plus:-mx-1.5 max-2xs:grid-cols-1 max-lg:-mb-10 grid-cols-2 plus:grid-cols-3 plus:gap-x-2 lg:gap-x-3 lg:grid-cols-6">
          {wands.map((entry, index) => (
            <WandCard
              key={entry.wand}
              handle={source.handle}
              isFirst={index === 0}
              mayBeAdded={mayBeAdded}
              {...entry}
            />
          ))}
          {unlisted.map((variant) => (
            <UnlistedWandCard
              key={variant.id}
              handle={source.handle}
              variant={variant}
              mayBeAdded={mayBeAdded}
            />
          ))}
        </ul>
        {mayBeAdded ? null : (
          <Note icon="alert" className="mt-6">
            {NOT_CARTABLE}
          </Note>
        )}
        <p className="mt-6 max-w-none text-sm text-quiet">{WANDS.names}</p>
        <BundleOfferLine wands={source} set={set} />
        <div className="mt-panel grid items-start gap-column md:grid-cols-2">
          <PurchaseTerms {...wandTerms(facts)} />
          <SafetyWarning text={wandWarning(facts)} />
        </div>
      </div>
      <Section ground="bottle" className="mt-section" aria-labelledby="why">
        <WhySeveral />
        <NoBoxYet className="mt-band border-t border-line pt-panel" />
      </Section>
      <Section aria-label="Details">
        <div className="grid items-start gap-column lg:grid-cols-6-5">
          <ProductDetails rows={wandDetails(facts)} shipping={wandShipping(facts)} isShippingOpen />
          <Plate className="p-panel [&_li]:py-3 [&_li:last-child]:pb-0 [&_ul]:gap-0.5 [&_ul]:divide-y [&_ul]:divide-line">
            <AboutProduct
              title={`About ${product.title}`}
              description={WAND_DESCRIPTION}
              features={WANDS.features}
            />
          </Plate>
        </div>
      </Section>
      <BoxCards prices={boxes} />
    </>
  )
}
