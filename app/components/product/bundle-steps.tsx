import { Fragment, useId } from 'react'
import type { BundleOffer, BundleSelection } from '../../models/bundle.ts'
import { formatMoney } from '../../models/money.ts'
import { WAND_STYLES, wandSlug } from '../../models/option-choice.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { WasPrice } from '../ui/price.tsx'
import { WAND_TEXTS, wandPicture } from './wand-words.ts'

function SizeCard({ offer, isChecked }: { offer: BundleOffer; isChecked: boolean }) {
  const id = useId()
  const isSoldOut = offer.variant !== null && !offer.variant.availableForSale
  return (
    <label className="s">
      <input
        type="radio"
        name="size"
        value={offer.size}
        defaultChecked={isChecked}
        data-sold={isSoldOut || undefined}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-price`}
      />
      <span className="n" aria-hidden="true">
        {offer.size}
      </span>
      <b id={`${id}-title`}>{offer.title}</b>
      <span className="pp" id={`${id}-price`}>
        <span className="p">
          {offer.saving ? <WasPrice money={offer.singly} meaning="Bought one by one" /> : null}
          {offer.saving ? <span className="sr">, as a bundle </span> : null}
          {formatMoney(offer.price)}
        </span>
        {isSoldOut ? <span className="save">Sold out</span> : null}
        {offer.saving && !isSoldOut ? <span className="save">Save {formatMoney(offer.saving)}</span> : null}
      </span>
    </label>
  )
}

/** Step 1: the number of wands. */
export function SizeStep({
  offers,
  selection,
}: {
  offers: readonly BundleOffer[]
  selection: BundleSelection
}) {
  return (
    <fieldset className="st">
      <legend>
        <h2>Step 1. Choose the size</h2>
      </legend>
      <div className="row" />
      <div className="sizes">
        {offers.map((offer) => (
          <SizeCard key={offer.size} offer={offer} isChecked={offer.size === selection.size} />
        ))}
      </div>
    </fieldset>
  )
}

/** The checkboxes are siblings, not nested in their labels, so that CSS can count the checked ones. */
export function WandCheckboxes({ selection }: { selection: BundleSelection }) {
  const id = useId()
  return (
    <div className="wands">
      {WAND_STYLES.map((wand) => {
        const slug = wandSlug(wand)
        return (
          <Fragment key={wand}>
            <input
              type="checkbox"
              name="wands"
              value={slug}
              id={`${id}-${slug}`}
              defaultChecked={selection.wands.includes(wand)}
              aria-labelledby={`${id}-${slug}-name`}
              aria-describedby={`${id}-${slug}-line`}
            />
            <label className="wd" htmlFor={`${id}-${slug}`}>
              <span className="tick">
                <Icon name="check" />
              </span>
              <Picture name={wandPicture(wand)} sizes="(max-width: 48rem) 4rem, 6rem" alt="" />
              <b id={`${id}-${slug}-name`}>{wand}</b>
              <span className="small" id={`${id}-${slug}-line`}>
                {WAND_TEXTS[wand].line}
              </span>
            </label>
          </Fragment>
        )
      })}
    </div>
  )
}
