import { Fragment, useId } from 'react'
import { Link } from 'react-router'
import {
  type BundleOffer,
  type BundleSelection,
  bundleOffers,
  isBundleComplete,
  validateBundle,
  wandsMissing,
} from '../../models/bundle.ts'
import { MARKETS, marketPath } from '../../models/market.ts'
import { choiceRefused } from '../../models/messages.ts'
import { formatMoney } from '../../models/money.ts'
import { WAND_STYLES, wandSlug } from '../../models/option-choice.ts'
import type { Product } from '../../models/product.ts'
import { showNotice } from '../layout/notice-store.ts'
import { useShop } from '../layout/use-shop.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { WasPrice } from '../ui/price.tsx'
import { BackToShop } from './back-to-shop.tsx'
import { BundleBar } from './bundle-bar.tsx'
import { BundleMore } from './bundle-more.tsx'
import { CompleteWords, CountOfSize } from './bundle-texts.tsx'
import { useBundle } from './use-bundle.ts'
import { useSubmitAdd } from './use-submit-add.ts'
import { WAND_WORDS } from './wand-copy.ts'
import { wandPicture } from './wand-selector.tsx'

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

function SizeStep({ offers, selection }: { offers: readonly BundleOffer[]; selection: BundleSelection }) {
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

/** The boxes stand side by side, not within their labels: that lets the styles count the checked ones. */
function WandBoxes({ selection }: { selection: BundleSelection }) {
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
                {WAND_WORDS[wand].line}
              </span>
            </label>
          </Fragment>
        )
      })}
    </div>
  )
}

function StartOver({ onStartOver, className }: { onStartOver: () => void; className: string }) {
  return (
    <Link
      className={className}
      to="?size="
      replace
      preventScrollReset
      onClick={(event) => {
        event.preventDefault()
        onStartOver()
      }}
    >
      <Icon name="retry" /> Start Over
    </Link>
  )
}

/**
 * Choose a size, then that many wands. It is one form; the rules of the game are kept as one plays, and again by the
 * cart. Wands that are sold out singly are not so in a bundle: a bundle is a variant of its own.
 * Spec: 4 Bundle flow
 */
export function BundleBuilder({
  product,
  wands,
}: {
  product: Product
  wands: Pick<Product, 'variants'> | null
}) {
  const { market } = useShop()
  const { form, selection, onChange, startOver } = useBundle()
  const add = useSubmitAdd({ onAdded: startOver })
  const offers = bundleOffers(product, wands, MARKETS[market].currencyCode)

  return (
    <div className="page-bundle">
      <BackToShop />
      <form
        ref={form}
        method="post"
        action={marketPath(market, '/cart')}
        onChange={onChange}
        onSubmit={(event) => {
          const bundle = validateBundle(selection)
          if (bundle.ok) return add.onSubmit(event)
          event.preventDefault()
          showNotice(choiceRefused(bundle.error, selection.size))
        }}
      >
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="handle" value={product.handle} />
        <div className="wrap">
          <div className="bt">
            <div>
              <h1>Build Your Bundle</h1>
              <p className="lede muted">Choose how many wands you would like, then choose which.</p>
            </div>
          </div>
          <SizeStep offers={offers} selection={selection} />
          <fieldset className="st">
            <legend>
              <h2>Step 2. Select your wands</h2>
            </legend>
            <div className="row">
              <span className="muted small" aria-live="polite">
                <span className="doing">
                  <CountOfSize /> chosen. Take one back by choosing it again.
                </span>
                <CompleteWords />
              </span>
              <StartOver className="link over" onStartOver={startOver} />
            </div>
            <div className="case">
              <WandBoxes selection={selection} />
            </div>
          </fieldset>
        </div>
        <BundleBar
          offers={offers}
          selection={selection}
          isComplete={isBundleComplete(selection)}
          missing={wandsMissing(selection)}
          isBusy={add.isBusy}
        >
          <StartOver className="btn ghost" onStartOver={startOver} />
        </BundleBar>
      </form>
      <BundleMore wands={wands} title={product.title} />
    </div>
  )
}
