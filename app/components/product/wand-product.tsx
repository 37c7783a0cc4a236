import { bundleOffers } from '../../models/bundle.ts'
import { MARKETS } from '../../models/market.ts'
import { compareMoney, formatMoney, type Money } from '../../models/money.ts'
import { singleWands, type WandStyle } from '../../models/option-choice.ts'
import { HANDLES, type Product, productPath, type Variant } from '../../models/product.ts'
import { usePageFacts } from '../content/use-page-facts.ts'
import { useShop } from '../layout/use-shop.ts'
import { TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { BackToShop } from './back-to-shop.tsx'
import { AboutProduct, ProductDetails, PurchaseTerms, SafetyWarning } from './details.tsx'
import type { ProductPageData } from './product-page.tsx'
import {
  WAND_DESCRIPTION,
  WHY_SEVERAL,
  wandDetails,
  wandShipping,
  wandTerms,
  wandWarning,
} from './wand-copy.ts'
import { BoxCards, NoBoxYet } from './wand-cross.tsx'
import { NoWandsNotice, WandCard } from './wand-rack.tsx'

type Wands = readonly { readonly wand: WandStyle; readonly variant: Variant }[]

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
    <div className="set">
      <p>
        Three or more?{' '}
        {range ? (
          <>
            A bundle saves you <b>{range}</b>.
          </>
        ) : (
          'Build a bundle.'
        )}
      </p>
      <TextLink to={productPath(market, HANDLES.collectorsSet)}>
        Build a bundle and save <Icon name="arrow" />
      </TextLink>
    </div>
  )
}

function WhySeveral() {
  return (
    <div className="why">
      <h2 id="why">Why own several</h2>
      <ol>
        {WHY_SEVERAL.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The page of the single wands, each with its own button. Spec: 2 Product detail, Wand product */
export default function WandProduct({
  product,
  // The product `magic-wand`, used if `product` has no wand variants.
  wands: fallback,
  // The collector's set, to calculate what a bundle saves.
  set,
  boxes,
}: ProductPageData) {
  const facts = usePageFacts()
  const ownWands: Wands = singleWands(product)
  const source = ownWands.length > 0 ? product : (fallback ?? product)
  const wands = ownWands.length > 0 ? ownWands : singleWands(source)
  const prices = wands.flatMap(({ variant }) => variant.price ?? []).sort(compareMoney)
  const terms = wandTerms(facts)
  return (
    <div className="page-wand">
      <BackToShop />
      <div className="wrap">
        <div className="hd">
          <h1>{product.title}</h1>
          <div className="r">
            <p className="lede muted">Six styles. Any one of them opens any Wizard Box.</p>
            {prices[0] ? <span className="price">From {formatMoney(prices[0])}</span> : null}
          </div>
        </div>
        <h2 className="pick">Choose the one you would reach for. There is no wrong answer.</h2>
        {wands.length === 0 ? <NoWandsNotice product={product} /> : null}
        <ul className="rack">
          {wands.map((entry, index) => (
            <WandCard key={entry.wand} handle={source.handle} isFirst={index === 0} {...entry} />
          ))}
        </ul>
        <p className="small muted names">
          The names describe the style, not the materials. No dragon, unicorn or phoenix was inconvenienced.
        </p>
        <BundleOfferLine wands={source} set={set} />
        <div className="beside">
          <PurchaseTerms {...terms} facts={facts} />
          <SafetyWarning text={wandWarning(facts)} />
        </div>
      </div>
      <section className="sec theatre" aria-labelledby="why">
        <div className="dark bottle">
          <div className="wrap sec">
            <WhySeveral />
            <NoBoxYet />
          </div>
        </div>
      </section>
      <section className="sec" aria-label="Details">
        <div className="wrap det">
          <ProductDetails rows={wandDetails(facts)} shipping={wandShipping(facts)} isShippingOpen />
          <div className="plate feel">
            <AboutProduct
              title={`About ${product.title}`}
              description={WAND_DESCRIPTION}
              features={[
                'Opens any Wizard Box, Vol. I or Vol. II',
                'Six styles, three dragons, two unicorns and a phoenix',
                'Sold one by one here, or in bundles of three to six',
              ]}
            />
          </div>
        </div>
      </section>
      <BoxCards facts={facts} prices={boxes} />
    </div>
  )
}
