import type { FormEvent, ReactNode } from 'react'
import { useLocation } from 'react-router'
import { WHY_SEVERAL, WHY_SEVERAL_TITLE } from '#app/content/wand-words.ts'
import {
  type BundleSelection,
  bundleOffers,
  chooseBundleSize,
  EMPTY_BUNDLE,
  formatBundle,
  parseBundle,
  parseBundleQuery,
  parseBundleSize,
  parseWands,
  settleBundle,
  singlePrices,
  soldOutWands,
  validateBundle,
} from '#app/models/bundle.ts'
import { bundleCleared, choiceRefused, chooseWands } from '#app/models/choice-messages.ts'
import { compareMoney, formatMoney, subtractMoney } from '#app/models/money.ts'
import {
  BUNDLE_SIZES,
  type BundleSize,
  CLASSIC_WAND,
  countWord,
  isWholeSet,
  listOf,
  WAND_COUNT,
  type WandStyle,
} from '#app/models/wands.ts'
import { CartForm, useAddToCartForm } from '../cart/client/hooks.tsx'
import { showToast } from '../page/stores.ts'
import { Figures } from '../page/text.tsx'
import { useShop } from '../page/use-shop.ts'
import { Lede, Section } from '../ui/section.tsx'
import { BundleBar, BySelection, SizeCard, START_OVER_FORM, StartOver, WandCount } from './bundle-parts.tsx'
import { BundleCase, WandCheckboxes } from './bundle-wands.tsx'
import {
  AboutProduct,
  BackToShop,
  BelowFold,
  NoBoxYet,
  ProductDetails,
  ProductTitle,
  PurchaseTerms,
  SafetyWarning,
  useProductPage,
} from './product-parts.tsx'
import { type ChoiceOfForm, useChoiceInQuery } from './use-choice-in-query.ts'

function bundleComplete(size: BundleSize): string {
  return isWholeSet(size)
    ? `All ${countWord(size)}, then. That was easy.`
    : `That is all ${size}. A fine choice, and we would say so anyway.`
}

/** Reads what is checked. Unlike for `parseBundle`, a size of six does not stand for all six wands. */
function readBundle(fields: FormData): BundleSelection {
  return { size: parseBundleSize(fields.get('size')), wands: parseWands(fields.getAll('wands')) }
}

/** Says so when a choice has cleared the wands that were chosen before. */
function tellCleared(chosen: readonly WandStyle[], { size, wands }: BundleSelection): void {
  if (chosen.length > 0 && wands.length === 0 && size !== null) showToast(bundleCleared(size))
}

const BUNDLE_CHOICE: ChoiceOfForm<BundleSelection> = {
  read: readBundle,
  fields: (selection) => new URLSearchParams(formatBundle(selection)),
  settle(fields) {
    const settled = settleBundle(parseBundle(fields))
    tellCleared(parseWands(fields.getAll('wands')), settled)
    return settled
  },
  parse: parseBundleQuery,
  format: formatBundle,
}

/** A numbered step, whose title names its controls. */
function BundleStep({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="mt-panel">
      <legend>
        <h2 className="text-h3 tracking-normal">
          <Figures text={title} />
        </h2>
      </legend>
      {children}
    </fieldset>
  )
}

function BundleDetails() {
  const { copy, wands } = useProductPage()
  const { market } = useShop()
  const { classic, premium } = singlePrices(wands, market)
  const less = compareMoney(premium, classic) > 0 ? formatMoney(subtractMoney(premium, classic)) : null
  const partial = BUNDLE_SIZES.filter((size) => !isWholeSet(size)).map(countWord)
  return (
    <>
      <div className="wrap mt-panel grid items-start gap-x-column gap-y-5 md:grid-cols-2">
        <p className="col-span-full max-w-wide text-sm text-quiet">
          {`Savings compare with the same number of wands bought singly: ${formatMoney(premium)} for a premium wand, ${formatMoney(classic)} for Dragon & Elder.`}
          {less === null
            ? null
            : ` For ${listOf(partial)} wands the figure shown is for premium wands only. With ${CLASSIC_WAND} among them it is ${less} less. The ${WAND_COUNT}-wand figure counts it already.`}
        </p>
        <PurchaseTerms copy={copy} />
        <SafetyWarning copy={copy} />
      </div>
      <Section aria-labelledby="why">
        <h2 className="sr-only" id="why">
          {WHY_SEVERAL_TITLE}
        </h2>
        <div className="grid gap-gutter md:grid-cols-3">
          {WHY_SEVERAL.map(([heading, text]) => (
            <div key={heading}>
              <h3 className="text-xl">{heading}</h3>
              <p className="mt-2.5 text-quiet">{text}</p>
            </div>
          ))}
        </div>
        <div className="mt-band grid items-start gap-column lg:grid-cols-2">
          <AboutProduct copy={copy} />
          <ProductDetails copy={copy} />
        </div>
      </Section>
      <Section ground="bottle" aria-label="No box yet?">
        <NoBoxYet text="The wands are ready. They would like something to open." />
      </Section>
    </>
  )
}

/**
 * A form to choose a size, then that many wands. The rules are enforced here while choosing, and again by the cart.
 * A wand that is sold out singly is in no bundle; all six, which would hold it, say so.
 * Spec: 4 Bundle flow
 */
export default function BundlePage() {
  const { product, wands } = useProductPage()
  const { pathname } = useLocation()
  const { market } = useShop()
  const { form, choice: selection, apply } = useChoiceInQuery(BUNDLE_CHOICE)
  const startOver = () => apply(EMPTY_BUNDLE)
  const add = useAddToCartForm({ onAdded: startOver })
  const offers = bundleOffers(product, wands, market)
  const soldOut = soldOutWands(wands)
  const bundle = validateBundle(selection)

  /** Enforces the rules on the radio buttons and boxes, which are the source of truth. */
  function onChange({ target }: FormEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement) || !form.current) return
    // Read from the form: the rendered state may be a step behind, above all during hydration.
    const chosen = readBundle(new FormData(form.current))
    const size = target.name === 'size' ? parseBundleSize(target.value) : null
    if (size !== null) {
      const next = chooseBundleSize(size)
      apply(next)
      return tellCleared(chosen.wands, next)
    }
    if (target.name !== 'wands') return
    const checked = validateBundle(chosen)
    // It has the wrong number of wands until it is complete.
    if (!target.checked || checked.ok || checked.error === 'wrong-count') return apply(chosen)
    target.checked = false
    showToast(choiceRefused(checked.error, chosen.size))
  }
  /** Says what is missing, and leads there. */
  function tellNextStep() {
    if (bundle.ok) return
    showToast(choiceRefused(bundle.error, selection.size))
    const next = selection.size === null ? 'input[name=size]' : 'input[name=wands]:not(:checked, :disabled)'
    form.current?.querySelector<HTMLElement>(next)?.focus()
  }

  return (
    <div data-choices>
      <BackToShop />
      <div className="flex flex-col">
        <CartForm
          fields={{ intent: 'add', handle: product.handle }}
          ref={form}
          // Its bar stands below what follows the form.
          className="contents"
          onChange={onChange}
          onSubmit={(event) => {
            if (bundle.ok) return add.onSubmit(event)
            event.preventDefault()
            tellNextStep()
          }}
        >
          {/* The case stays in view while it is filled: beside the choices, or above them. */}
          <div className="wrap gap-x-column pt-3 lg:grid lg:grid-cols-6-5 lg:items-start">
            <BundleCase size={selection.size} />
            <div className="min-w-0 max-lg:pt-6">
              <ProductTitle>Build Your Bundle</ProductTitle>
              <Lede className="mt-4 text-quiet">
                Choose how many wands you would like, then choose which.
              </Lede>
              <BundleStep title="Step 1. Choose the size">
                <div className="mt-6 grid grid-cols-2 gap-gap max-xs:gap-2 max-2xs:grid-cols-1 lg:gap-3">
                  {offers.map((offer) => (
                    <SizeCard
                      key={offer.size}
                      offer={offer}
                      isChecked={offer.size === selection.size}
                      soldOut={soldOut}
                    />
                  ))}
                </div>
              </BundleStep>
              <BundleStep title="Step 2. Select your wands">
                <div className="mt-2 mb-4 flex items-baseline justify-between gap-4 max-2xs:flex-wrap">
                  <span className="text-sm text-quiet" aria-live="polite">
                    <WandCount /> chosen.{' '}
                    <BySelection text={(size, count) => (count === 0 ? `${chooseWands(size)}.` : null)} />
                    <span className="count-0:hidden">Take one back by choosing it again.</span>{' '}
                    <BySelection text={(size, count) => (count === size ? bundleComplete(size) : null)} />
                  </span>
                  <StartOver variant="link" className="whitespace-nowrap md:hidden" onStartOver={startOver} />
                </div>
                <WandCheckboxes chosen={selection.wands} soldOut={soldOut} />
              </BundleStep>
            </div>
          </div>
          <BundleBar
            offers={offers}
            isComplete={bundle.ok}
            isBusy={add.isBusy}
            onEarlyPress={tellNextStep}
            onStartOver={startOver}
          />
        </CartForm>
        <BelowFold>
          <BundleDetails />
        </BelowFold>
      </div>
      {/* The bundle's form would submit its choices too. */}
      <form id={START_OVER_FORM} method="get" action={pathname}>
        <input type="hidden" name="size" value="" />
      </form>
    </div>
  )
}
