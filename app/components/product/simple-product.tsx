import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { merchCopy, merchShipping, merchTerms } from '#app/content/merch-words.ts'
import { NOT_CARTABLE, priceText } from '#app/models/messages.ts'
import {
  isCartable,
  isPrintOnDemand,
  type Product,
  purchasableVariants,
  variantDigits,
} from '#app/models/product.ts'
import { CartForm } from '../cart/cart-form.tsx'
import { useAddToCartForm } from '../cart/client/hooks.tsx'
import { usePageFacts } from '../page/use-page-facts.ts'
import { Button } from '../ui/button.tsx'
import { Lede } from '../ui/section.tsx'
import { BuyBar, BuyBlock, BuyButton } from './buy-button.tsx'
import { AboutProduct, ProductDetails, PurchaseTerms } from './details.tsx'
import { Gallery } from './gallery.tsx'
import { findPicture } from './gallery-pictures.ts'
import { BackToShop, BuyColumn, ProductColumns, ProductCopy, ProductTitle } from './product-layout.tsx'
import { VariantChoice } from './variant-choice.tsx'

const FORM = 'buy'

function slugify(title: string): string {
  return title
    .toLowerCase()
    .trim()
    .replace(/[^a-z0-9]+/g, '-')
}

/** The page of a product that is neither box nor wand: gallery, variants and the button. */
export default function SimpleProduct({ product }: { product: Product }) {
  const facts = usePageFacts()
  const add = useAddToCartForm()
  const variants = purchasableVariants(product)
  const firstAvailable = variants.find((variant) => variant.availableForSale) ?? null
  const [chosen, setChosen] = useState(firstAvailable)
  const form = useRef<HTMLFormElement>(null)
  /** Takes over a variant that was chosen before hydration. */
  const readChosen = useEffectEvent(() => {
    const checked = form.current && new FormData(form.current).get('variant')
    const early = variants.find((variant) => variantDigits(variant.id) === checked)
    if (early) setChosen(early)
  })
  useEffect(() => readChosen(), [])
  const isPrinted = isPrintOnDemand(product.tags)
  const copy = merchCopy(product, isPrinted, facts)
  const slugs = variants.map((variant) => slugify(variant.title))
  const price = (chosen ?? variants[0])?.price
  const total = priceText(price)
  const renderTotal = () => <b className="text-h4 font-semibold">{total}</b>
  const isCartableHere = isCartable(product.tags)
  const renderButton = () =>
    !isCartableHere ? null : firstAvailable ? (
      <BuyButton form={FORM} label="Add to Cart" isBusy={add.isBusy} />
    ) : (
      <Button type="button" className="min-w-36 flex-none" disabled>
        Sold out
      </Button>
    )
  return (
    <>
      <BackToShop />
      <ProductColumns>
        <ProductTitle>{product.title}</ProductTitle>
        <Gallery
          title={product.title}
          ground="bg-linen"
          images={product.images}
          wanted={chosen ? findPicture(product.images, slugify(chosen.title), slugs) : null}
        />
        <BuyColumn>
          {copy.summary ? <Lede className="text-quiet">{copy.summary}</Lede> : null}
          {isCartableHere ? null : <p>{renderTotal()}</p>}
          <CartForm
            fields={{ intent: 'add', handle: product.handle }}
            id={FORM}
            ref={form}
            className="mt-2.5"
            onSubmit={add.onSubmit}
          >
            <VariantChoice
              title={copy.choice}
              variants={variants}
              first={firstAvailable}
              onChoose={setChosen}
            />
          </CartForm>
          {isCartableHere ? (
            <BuyBlock total={renderTotal()}>{renderButton()}</BuyBlock>
          ) : (
            <p className="font-semibold text-quiet">{NOT_CARTABLE}</p>
          )}
          <PurchaseTerms {...merchTerms(facts, isPrinted)} />
          {copy.safety ? <p className="text-sm text-quiet">{copy.safety}</p> : null}
        </BuyColumn>
      </ProductColumns>
      <ProductCopy>
        <AboutProduct
          title={`About ${product.title}`}
          description={copy.description}
          features={copy.features}
          body={copy.summary === '' ? product.body : ''}
        />
        <ProductDetails rows={copy.details} shipping={merchShipping(facts, isPrinted)} />
      </ProductCopy>
      {isCartableHere ? (
        <BuyBar title={product.title} total={renderTotal()}>
          {renderButton()}
        </BuyBar>
      ) : null}
    </>
  )
}
