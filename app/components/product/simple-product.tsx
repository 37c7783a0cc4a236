import { useId, useState } from 'react'
import { marketPath } from '../../models/market.ts'
import { formatMoney } from '../../models/money.ts'
import {
  isPrintOnDemand,
  type Product,
  purchasableVariants,
  type Variant,
  variantDigits,
} from '../../models/product.ts'
import { usePageFacts } from '../content/use-page-facts.ts'
import { useShop } from '../layout/use-shop.ts'
import { BackToShop } from './back-to-shop.tsx'
import { BuyBar, BuyButton } from './buy-button.tsx'
import { AboutProduct, ProductDetails, PurchaseTerms } from './details.tsx'
import { Gallery } from './gallery.tsx'
import { findPicture } from './gallery-pictures.ts'
import { merchCopy, merchShipping, merchTerms } from './merch-copy.ts'
import { useAddToCartForm } from './use-add-to-cart-form.ts'

const FORM = 'buy'

function slugify(title: string): string {
  return title
    .toLowerCase()
    .trim()
    .replace(/[^a-z0-9]+/g, '-')
}

function VariantCard({
  variant,
  isChecked,
  onChoose,
}: {
  variant: Variant
  isChecked: boolean
  onChoose: () => void
}) {
  const id = useId()
  return (
    <label className="o plain">
      <input
        type="radio"
        name="variant"
        value={variantDigits(variant.id) ?? variant.id}
        defaultChecked={isChecked}
        disabled={!variant.availableForSale}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-price`}
        onChange={onChoose}
      />
      <b id={`${id}-title`}>
        <span className="dot" />
        {variant.title}
      </b>
      <span className="pr" id={`${id}-price`}>
        {variant.availableForSale ? null : <span className="out">Sold out</span>}
        <b>{variant.price ? formatMoney(variant.price) : 'Price unavailable'}</b>
      </span>
    </label>
  )
}

/** The page of a product that is neither box nor wand: gallery, variants and the button. */
export default function SimpleProduct({ product }: { product: Product }) {
  const { market } = useShop()
  const facts = usePageFacts()
  const add = useAddToCartForm()
  const variants = purchasableVariants(product)
  const firstAvailable = variants.find((variant) => variant.availableForSale) ?? null
  const [chosen, setChosen] = useState(firstAvailable)
  const isPrinted = isPrintOnDemand(product.tags)
  const copy = merchCopy(product, isPrinted, facts)
  const slugs = variants.map((variant) => slugify(variant.title))
  const price = (chosen ?? variants[0])?.price
  const total = <b>{price ? formatMoney(price) : 'Price unavailable'}</b>
  const renderButton = (wide: boolean) =>
    firstAvailable ? (
      <BuyButton form={FORM} label="Add to Cart" isBusy={add.isBusy} wide={wide} />
    ) : (
      <button type="button" className={wide ? 'btn wide' : 'btn'} disabled>
        Sold out
      </button>
    )
  return (
    <div className="page-product simple">
      <BackToShop />
      <div className="wrap pd">
        <Gallery
          title={product.title}
          images={product.images}
          wanted={chosen ? findPicture(product.images, slugify(chosen.title), slugs) : null}
        />
        <div className="buy">
          <h1>{product.title}</h1>
          {copy.summary ? <p className="lede muted">{copy.summary}</p> : null}
          <p className="tot">{total}</p>
          <form id={FORM} method="post" action={marketPath(market, '/cart')} onSubmit={add.onSubmit}>
            <input type="hidden" name="intent" value="add" />
            <input type="hidden" name="handle" value={product.handle} />
            <fieldset className="step">
              <legend>
                <h2>{copy.choice}</h2>
              </legend>
              <div className="opt">
                {variants.map((variant) => (
                  <VariantCard
                    key={variant.id}
                    variant={variant}
                    isChecked={variant === firstAvailable}
                    onChoose={() => setChosen(variant)}
                  />
                ))}
              </div>
            </fieldset>
          </form>
          <div className="desk">{renderButton(true)}</div>
          <PurchaseTerms {...merchTerms(facts, isPrinted)} facts={facts} />
          {copy.safety ? <p className="small muted">{copy.safety}</p> : null}
        </div>
        <div className="more">
          <AboutProduct
            title={`About ${product.title}`}
            description={copy.description}
            features={copy.features}
          />
          <ProductDetails rows={copy.details} shipping={merchShipping(facts, isPrinted)} />
        </div>
      </div>
      <BuyBar total={total}>{renderButton(false)}</BuyBar>
    </div>
  )
}
