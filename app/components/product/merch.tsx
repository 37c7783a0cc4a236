import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
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
import { usePageFacts } from '../page/use-page-facts.ts'
import { ChoiceCard, ChoiceInput } from '../ui/choice-card.tsx'
import { cn } from '../ui/cn.ts'
import { SELECT } from '../ui/field.tsx'
import { Lede } from '../ui/section.tsx'
import { ChoicePrice, ChoiceTitle, PLATE_CARD, SoldOutLine, Step } from './choices.tsx'
import { Gallery } from './gallery.tsx'
import { BUY_FORM, BuyPage, type ProductPageData, PurchaseTerms } from './product-parts.tsx'
import { findPicture, pictureSlides } from './slides.tsx'

/** More would make a page that nobody scrolls through. */
const MAX_CARDS = 12

type Props = {
  readonly title: string
  readonly variants: readonly Variant[]
  /** The one that is chosen at first; null when all are sold out. */
  readonly first: Variant | null
  readonly onChoose: (variant: Variant) => void
}

/** The choice between the variants of a product: cards for a few, a list for many, none for a product without options. */
function VariantChoice(props: Props) {
  const { variants, first, title } = props
  const [only] = variants
  if (only && variants.length === 1 && variantTitle(only) === '')
    return <input type="hidden" name="variant" value={idFor(only)} />
  return (
    <Step title={title}>
      {variants.length > MAX_CARDS ? (
        <VariantSelect {...props} />
      ) : (
        <div className="grid grid-cols-1 gap-3">
          {variants.map((variant) => (
            <VariantCard
              key={variant.id}
              variant={variant}
              isChecked={variant === first}
              onChoose={() => props.onChoose(variant)}
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
    <ChoiceCard className={cn('grid-cols-end gap-4 px-4', PLATE_CARD)}>
      <ChoiceInput
        type="radio"
        name="variant"
        value={idFor(variant)}
        defaultChecked={isChecked}
        disabled={!variant.availableForSale}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-price`}
        onChange={onChoose}
      />
      <ChoiceTitle id={`${id}-title`}>{variant.title}</ChoiceTitle>
      <ChoicePrice id={`${id}-price`}>
        {variant.availableForSale ? null : <SoldOutLine />}
        <b>{priceText(variant.price)}</b>
      </ChoicePrice>
    </ChoiceCard>
  )
}

/** Variants by the value of their first option, where they have several options. */
function groupsOf(variants: readonly Variant[]): readonly (readonly [string, readonly Variant[]])[] {
  if (variants.some(({ selectedOptions }) => selectedOptions.length < 2)) return [['', variants]]
  const firstOf = ({ selectedOptions }: Variant) => selectedOptions[0]?.value ?? ''
  const values = [...new Set(variants.map(firstOf))]
  return values.map((value) => [value, variants.filter((variant) => firstOf(variant) === value)])
}

function VariantSelect({ title, variants, first, onChoose }: Props) {
  function choose(value: string) {
    const chosen = variants.find((variant) => idFor(variant) === value)
    if (chosen) onChoose(chosen)
  }
  return (
    <select
      name="variant"
      aria-label={title}
      className={SELECT}
      defaultValue={first ? idFor(first) : undefined}
      onChange={(event) => choose(event.currentTarget.value)}
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
export default function MerchPage({ product }: ProductPageData) {
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
  const copy = merchCopy(product, facts)
  const slugs = variants.map((variant) => slugify(variant.title))
  const renderTotal = () => (
    <b className="text-h4 font-semibold">{priceText((chosen ?? variants[0])?.price)}</b>
  )
  const isCartableHere = isCartable(product.tags)
  return (
    <BuyPage
      title={product.title}
      gallery={
        <Gallery
          title={product.title}
          ground="bg-linen"
          slides={pictureSlides(product.title, product.images)}
          wanted={chosen ? findPicture(product.images, slugify(chosen.title), slugs) : null}
        />
      }
      form={
        <>
          {copy.summary ? <Lede className="text-quiet">{copy.summary}</Lede> : null}
          {isCartableHere ? null : <p>{renderTotal()}</p>}
          <CartForm
            fields={{ intent: 'add', handle: product.handle }}
            id={BUY_FORM}
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
          {isCartableHere ? null : <p className="font-semibold text-quiet">{NOT_CARTABLE}</p>}
        </>
      }
      buy={
        isCartableHere
          ? { renderTotal, label: 'Add to Cart', isBusy: add.isBusy, isSoldOut: !firstAvailable }
          : null
      }
      terms={
        <>
          <PurchaseTerms copy={copy} />
          {copy.warning ? <p className="text-sm text-quiet">{copy.warning}</p> : null}
        </>
      }
      copy={copy}
      body={copy.summary === '' ? product.body : ''}
    />
  )
}
