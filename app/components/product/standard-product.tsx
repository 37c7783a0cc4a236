import type { PageFacts } from '../../content/page-facts.ts'
import { type VolumeCopy, vol1Copy, vol2Copy } from '../../content/volume-copy.ts'
import { EDITIONS, editionSlug, needsWrapping, type ProductChoice } from '../../models/option-choice.ts'
import { kindOf, type Product } from '../../models/product.ts'
import { usePageFacts } from '../page/use-page-facts.ts'
import { BackToShop } from './back-to-shop.tsx'
import { BuyBar, BuyBlock, BuyButton } from './buy-button.tsx'
import { AboutProduct, ProductDetails, PurchaseTerms, SafetyWarning } from './details.tsx'
import { Gallery } from './gallery.tsx'
import { findPicture } from './gallery-pictures.ts'
import { isChoiceSoldOut, pricesOf, soldOutOf } from './offers.ts'
import { BuyColumn, ProductColumns } from './product-layout.tsx'
import { ConditionalPrices } from './totals.tsx'
import { useBuyForm } from './use-buy-form.ts'
import { useProductChoice } from './use-product-choice.ts'
import { VolumeForm } from './volume-form.tsx'
import { TotalAnnouncement, VolumeHead } from './volume-head.tsx'
import { EnvelopePieces, MadeByHand, NextVolumeTeaser, VolumeInterior } from './volume-sections.tsx'

const FORM = 'buy'
const EDITION_SLUGS = EDITIONS.map(editionSlug)

/** The gallery slide of each edition, and the slide of the chosen one. */
function editionSlides(product: Product, choice: ProductChoice) {
  const isVol1 = kindOf(product) === 'vol-1'
  const choices = isVol1
    ? EDITION_SLUGS.map((value) => ({ value, slide: findPicture(product.images, value, EDITION_SLUGS) }))
    : []
  const chosen = choice.edition && editionSlug(choice.edition)
  return { choices, wanted: choices.find(({ value }) => value === chosen)?.slide ?? null }
}

/**
 * The page of a volume: gallery, options, edition or wrapping, and the button. Whatever depends on the choice is
 * rendered for every choice, and CSS shows what applies, so the page also works before and without JavaScript.
 * Spec: 2 Product detail, Standard product
 */
export default function StandardProduct({
  product,
  wands,
}: {
  product: Product
  /** The single wands, to calculate what a set saves; null if they are unavailable. */
  wands: Pick<Product, 'variants'> | null
}) {
  const facts = usePageFacts()
  const { form, choice, onChange } = useProductChoice()
  const buy = useBuyForm(product, choice)
  const isVol1 = kindOf(product) === 'vol-1'
  const copy = isVol1 ? vol1Copy(facts) : vol2Copy(facts)
  const soldOut = soldOutOf(product, facts.market)
  const renderTotal = (look: 'total' | 'bar') => (
    <ConditionalPrices
      prices={pricesOf(product, facts.market)}
      hasEnvelope={needsWrapping(product)}
      look={look}
    />
  )
  const renderButton = (wide: boolean) => (
    <BuyButton form={FORM} label={isVol1 ? 'Add to Cart' : 'Order Now'} isBusy={buy.isBusy} wide={wide} />
  )
  function handleChange() {
    buy.clearProblem()
    onChange()
  }

  return (
    <div data-choices="">
      <BackToShop />
      <ProductColumns className="tab:grid-rows-[auto_1fr]">
        <Gallery
          title={copy.title}
          ground={isVol1 ? 'bg-[#c4c1b4]' : 'bg-midnight'}
          images={product.images}
          film={{ volume: isVol1 ? 'vol1' : 'vol2', description: copy.film }}
          {...editionSlides(product, choice)}
        />
        <BuyColumn className="tab:row-span-2">
          <VolumeHead
            product={product}
            copy={copy}
            facts={facts}
            soldOut={soldOut}
            total={renderTotal('total')}
          />
          <VolumeForm
            id={FORM}
            formRef={form}
            product={product}
            wands={wands}
            choice={choice}
            soldOut={soldOut}
            facts={facts}
            problem={buy.problem}
            onChange={handleChange}
            onSubmit={buy.onSubmit}
          />
          <BuyBlock total={renderTotal('total')}>{renderButton(true)}</BuyBlock>
          <TotalAnnouncement product={product} choice={choice} isSoldOut={isChoiceSoldOut(soldOut, choice)} />

          <PurchaseTerms dispatch={copy.dispatch} returns={copy.returns} facts={facts} />
          <SafetyWarning text={copy.warning} />
        </BuyColumn>
        <VolumeDetails copy={copy} />
      </ProductColumns>
      {isVol1 ? <Vol1Sections facts={facts} /> : <Vol2Sections facts={facts} />}
      <BuyBar total={renderTotal('bar')}>{renderButton(false)}</BuyBar>
    </div>
  )
}

function VolumeDetails({ copy }: { copy: VolumeCopy }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-10 tab:col-start-1 tab:row-start-2 tab:mt-10">
      <AboutProduct title={`About ${copy.title}`} description={copy.description} features={copy.features} />
      <ProductDetails rows={copy.details} shipping={copy.shipping} />
    </div>
  )
}

function Vol1Sections({ facts }: { facts: PageFacts }) {
  return (
    <>
      <MadeByHand facts={facts} />
      <NextVolumeTeaser facts={facts} />
    </>
  )
}

function Vol2Sections({ facts }: { facts: PageFacts }) {
  return (
    <>
      <VolumeInterior />
      <EnvelopePieces facts={facts} />
    </>
  )
}
