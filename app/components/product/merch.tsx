import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { priceText } from '#app/models/messages.ts'
import { purchasableVariants, type Variant, variantDigits, variantTitle } from '#app/models/product.ts'
import { isCartable } from '#app/models/product-kind.ts'
import { BuyPage } from './buy-page.tsx'
import { OptionCard, SoldOutLine, Step } from './choices.tsx'
import { Gallery } from './gallery.tsx'
import { useProductPage } from './product-parts.tsx'
import { findPicture, pictureSlides } from './slides.tsx'

function idFor({ id }: Variant): string {
  return variantDigits(id) ?? id
}

function slugify(title: string): string {
  return title
    .toLowerCase()
    .trim()
    .replace(/[^a-z0-9]+/g, '-')
}

/** The page of a product that is neither box nor wand: gallery, variants and the button. */
export default function MerchPage() {
  const { product, copy } = useProductPage()
  const variants = purchasableVariants(product)
  const firstAvailable = variants.find((variant) => variant.availableForSale) ?? null
  const [chosen, setChosen] = useState(firstAvailable)
  const form = useRef<HTMLFormElement>(null)
  function readChosen() {
    const id = form.current && new FormData(form.current).get('variant')
    setChosen(variants.find((variant) => idFor(variant) === id) ?? firstAvailable)
  }
  /** Takes over a variant that was chosen before hydration. */
  const readEarlyChoice = useEffectEvent(readChosen)
  useEffect(() => readEarlyChoice(), [])
  const isSingle = variants.length === 1 && variants.every((variant) => variantTitle(variant) === '')
  const total = <b className="text-h4 font-semibold">{priceText((chosen ?? variants[0])?.price)}</b>
  const slugs = variants.map(({ title }) => slugify(title))
  const isCartableHere = isCartable(product.tags)
  return (
    <BuyPage
      gallery={
        <Gallery
          title={product.title}
          ground="bg-linen"
          slides={pictureSlides(product.title, product.images)}
          wanted={chosen && findPicture(product.images, slugify(chosen.title), slugs)}
        />
      }
      notice={isCartableHere ? null : <p>{total}</p>}
      form={form}
      onChange={readChosen}
      choices={
        isSingle ? (
          variants.map((only) => <input key={only.id} type="hidden" name="variant" value={idFor(only)} />)
        ) : (
          <Step title={copy.choice ?? ''}>
            <div className="grid grid-cols-1 gap-3">
              {variants.map((variant) => (
                <OptionCard
                  key={variant.id}
                  name="variant"
                  value={idFor(variant)}
                  defaultChecked={variant === firstAvailable}
                  disabled={!variant.availableForSale}
                  title={variant.title}
                  price={
                    <>
                      {variant.availableForSale ? null : <SoldOutLine />}
                      <b>{priceText(variant.price)}</b>
                    </>
                  }
                />
              ))}
            </div>
          </Step>
        )
      }
      buy={
        isCartableHere ? { renderTotal: () => total, label: 'Add to Cart', isSoldOut: !firstAvailable } : null
      }
      warning={copy.warning ? <p className="text-sm text-quiet">{copy.warning}</p> : null}
    />
  )
}
