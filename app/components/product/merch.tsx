import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { merchCopy } from '#app/content/merch-words.ts'
import { NOT_CARTABLE, priceText } from '#app/models/messages.ts'
import {
  isCartable,
  purchasableVariants,
  type Variant,
  variantDigits,
  variantTitle,
} from '#app/models/product.ts'
import { CartForm, useAddToCartForm } from '../cart/client/hooks.tsx'
import { usePageFacts } from '../page/use-shop.ts'
import { SELECT } from '../ui/field.tsx'
import { Lede } from '../ui/section.tsx'
import { OptionCard, SoldOutLine, Step } from './choices.tsx'
import { Gallery } from './gallery.tsx'
import { BUY_FORM, BuyPage, PurchaseTerms, useProductPage } from './product-parts.tsx'
import { findPicture, pictureSlides } from './slides.tsx'

/** More would make a page that nobody scrolls through. */
const MAX_CARDS = 12

type Props = {
  readonly title: string
  readonly variants: readonly Variant[]
  /** The one that is chosen at first; null when all are sold out. */
  readonly first: Variant | null
}

/** The choice between the variants of a product: cards for a few, a list for many, none for a product without options. */
function VariantChoice({ title, variants, first }: Props) {
  const [only] = variants
  if (only && variants.length === 1 && variantTitle(only) === '')
    return <input type="hidden" name="variant" value={idFor(only)} />
  return (
    <Step title={title}>
      {variants.length > MAX_CARDS ? (
        <VariantSelect title={title} variants={variants} first={first} />
      ) : (
        <div className="grid grid-cols-1 gap-3">
          {variants.map((variant) => (
            <OptionCard
              key={variant.id}
              name="variant"
              value={idFor(variant)}
              defaultChecked={variant === first}
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
      )}
    </Step>
  )
}

function idFor({ id }: Variant): string {
  return variantDigits(id) ?? id
}

/** Variants by the value of their first option, where they have several options. */
function groupsOf(variants: readonly Variant[]): readonly (readonly [string, readonly Variant[]])[] {
  if (variants.some(({ selectedOptions }) => selectedOptions.length < 2)) return [['', variants]]
  const firstOf = ({ selectedOptions }: Variant) => selectedOptions[0]?.value ?? ''
  const values = [...new Set(variants.map(firstOf))]
  return values.map((value) => [value, variants.filter((variant) => firstOf(variant) === value)])
}

function VariantSelect({ title, variants, first }: Props) {
  return (
    <select
      name="variant"
      aria-label={title}
      className={SELECT}
      defaultValue={first ? idFor(first) : undefined}
    >
      {groupsOf(variants).map(([name, group]) => {
        const options = group.map((variant) => (
          <option key={variant.id} value={idFor(variant)} disabled={!variant.availableForSale}>
            {`${variant.title}: ${priceText(variant.price)}${variant.availableForSale ? '' : ', sold out'}`}
          </option>
        ))
        return name === '' ? (
          options
        ) : (
          <optgroup key={name} label={name}>
            {options}
          </optgroup>
        )
      })}
    </select>
  )
}

function slugify(title: string): string {
  return title
    .toLowerCase()
    .trim()
    .replace(/[^a-z0-9]+/g, '-')
}

/** The page of a product that is neither box nor wand: gallery, variants and the button. */
export default function MerchPage() {
  const { product } = useProductPage()
  const facts = usePageFacts()
  const add = useAddToCartForm()
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
  const copy = merchCopy(product, facts)
  const total = <b className="text-h4 font-semibold">{priceText((chosen ?? variants[0])?.price)}</b>
  const isCartableHere = isCartable(product.tags)
  return (
    <BuyPage
      copy={copy}
      gallery={
        <Gallery
          title={product.title}
          ground="bg-linen"
          slides={pictureSlides(product.title, product.images)}
          wanted={
            chosen &&
            findPicture(
              product.images,
              slugify(chosen.title),
              variants.map((variant) => slugify(variant.title)),
            )
          }
        />
      }
      form={
        <>
          {copy.summary ? <Lede className="text-quiet">{copy.summary}</Lede> : null}
          {isCartableHere ? null : <p>{total}</p>}
          <CartForm
            fields={{ intent: 'add', handle: product.handle }}
            id={BUY_FORM}
            ref={form}
            className="mt-2.5"
            onChange={readChosen}
            onSubmit={add.onSubmit}
          >
            <VariantChoice title={copy.choice} variants={variants} first={firstAvailable} />
          </CartForm>
          {isCartableHere ? null : <p className="font-semibold text-quiet">{NOT_CARTABLE}</p>}
        </>
      }
      buy={
        isCartableHere
          ? {
              renderTotal: () => total,
              label: 'Add to Cart',
              isBusy: add.isBusy,
              isSoldOut: !firstAvailable,
            }
          : null
      }
      terms={
        <>
          <PurchaseTerms copy={copy} />
          {copy.warning ? <p className="text-sm text-quiet">{copy.warning}</p> : null}
        </>
      }
    />
  )
}
