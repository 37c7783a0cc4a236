import { MARKETS, marketPath } from '../../models/market.ts'
import {
  DEFAULT_WRAPPING,
  EDITIONS,
  editionSlug,
  needsEdition,
  needsWrapping,
  wandChoices,
} from '../../models/option-choice.ts'
import { classicSetSaving } from '../../models/option-price.ts'
import { kindOf, type Product } from '../../models/product.ts'
import { usePageFacts } from '../content/use-page-facts.ts'
import { useShop } from '../layout/use-shop.ts'
import { NoticeBox } from '../ui/notice.tsx'
import { BackToShop } from './back-to-shop.tsx'
import { BuyBar, BuyButton } from './buy-button.tsx'
import { AboutProduct, ProductDetails, SafetyWarning, Terms } from './details.tsx'
import { EditionStep } from './edition-step.tsx'
import { Gallery } from './gallery.tsx'
import { pictureOf } from './gallery-pictures.ts'
import { isChoiceSoldOut, pricesOf, pricesOfOption, soldOutOf } from './offers.ts'
import { OptionStep } from './option-step.tsx'
import { Totals } from './totals.tsx'
import { useBuy } from './use-buy.ts'
import { useProductChoice } from './use-product-choice.ts'
import { vol1Copy, vol2Copy } from './volume-copy.ts'
import { SpokenTotal, VolumeHead } from './volume-head.tsx'
import { EnvelopePieces, MadeByHand, NextVolume, RoomInside } from './volume-sections.tsx'
import { WandSelector } from './wand-selector.tsx'
import { WrappingStep } from './wrapping-step.tsx'

const FORM = 'buy'
const EDITION_SLUGS = EDITIONS.map(editionSlug)

/**
 * A volume: pictures, options, edition or wrapping, and the button. Everything that depends on the choice is on the
 * page for every choice, and styles show what fits, so it works the same before and without JavaScript.
 * Spec: 2 Product detail, Standard product
 */
export function StandardProduct({
  product,
  wands,
}: {
  product: Product
  /** The single wands, to say what a set saves; null when they can't be had now. */
  wands: Pick<Product, 'variants'> | null
}) {
  const { market } = useShop()
  const facts = usePageFacts()
  const { form, choice, onChange } = useProductChoice()
  const buy = useBuy(product, choice)
  const isVol1 = kindOf(product) === 'vol-1'
  const copy = isVol1 ? vol1Copy(facts) : vol2Copy(facts)
  const hasEnvelope = needsWrapping(product)
  const prices = pricesOf(product, market)
  const soldOut = soldOutOf(product, market)
  const saving = classicSetSaving(product, wands, choice.edition, MARKETS[market].currencyCode)
  const places = isVol1
    ? EDITION_SLUGS.map((value) => ({ value, slide: pictureOf(product.images, value, EDITION_SLUGS) }))
    : []
  const wanted = choice.edition ? editionSlug(choice.edition) : null
  const total = <Totals prices={prices} hasEnvelope={hasEnvelope} />
  const label = isVol1 ? 'Add to Cart' : 'Order Now'
  const problem = (error: 'edition-required' | 'option-required') =>
    buy.problem?.error === error ? <NoticeBox notice={buy.problem.notice} /> : null

  return (
    <div className={isVol1 ? 'page-product vol-1' : 'page-product vol-2'}>
      <BackToShop />
      <div className="wrap pd">
        <Gallery
          title={copy.title}
          images={product.images}
          film={{ volume: isVol1 ? 'vol1' : 'vol2', description: copy.film }}
          wanted={places.find(({ value }) => value === wanted)?.slide ?? null}
          choices={places}
        />
        <div className="buy">
          <VolumeHead product={product} copy={copy} facts={facts} soldOut={soldOut} total={total} />
          <form
            id={FORM}
            ref={form}
            method="post"
            action={marketPath(market, '/cart')}
            onChange={() => {
              buy.clearProblem()
              onChange()
            }}
            onSubmit={buy.onSubmit}
          >
            <input type="hidden" name="intent" value="add" />
            <input type="hidden" name="handle" value={product.handle} />
            <OptionStep
              chosen={choice.option}
              pricesOf={(option) => pricesOfOption(product, option, market)}
              soldOut={soldOut}
              isVol1={isVol1}
              saving={saving}
              problem={problem('option-required')}
            >
              <WandSelector
                wands={wandChoices(product, market).map(({ wand }) => wand)}
                chosen={choice.wand}
                soldOut={soldOut.wands}
              />
            </OptionStep>
            {needsEdition(product, market) ? (
              <EditionStep
                chosen={choice.edition}
                soldOut={soldOut}
                facts={facts}
                problem={problem('edition-required')}
              />
            ) : null}
            {hasEnvelope ? <WrappingStep chosen={choice.wrapping ?? DEFAULT_WRAPPING} facts={facts} /> : null}
          </form>
          <div className="desk">
            <p className="tot">
              <span className="muted">Total</span>
              {total}
            </p>
            <BuyButton form={FORM} label={label} isBusy={buy.isBusy} wide />
          </div>
          <SpokenTotal product={product} choice={choice} isSoldOut={isChoiceSoldOut(soldOut, choice)} />
          <Terms dispatch={copy.dispatch} returns={copy.returns} facts={facts} />
          <SafetyWarning text={copy.warning} />
        </div>
        <div className="more">
          <AboutProduct
            title={`About ${copy.title}`}
            description={copy.description}
            features={copy.features}
          />
          <ProductDetails rows={copy.details} shipping={copy.shipping} />
        </div>
      </div>
      {isVol1 ? <MadeByHand facts={facts} /> : <RoomInside />}
      {isVol1 ? <NextVolume facts={facts} /> : <EnvelopePieces facts={facts} />}
      <BuyBar total={total}>
        <BuyButton form={FORM} label={label} isBusy={buy.isBusy} />
      </BuyBar>
    </div>
  )
}
