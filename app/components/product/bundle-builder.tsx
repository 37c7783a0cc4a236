import type { CSSProperties } from 'react'
import { useLocation } from 'react-router'
import { BUNDLE, SET_FEATURES, savingsNote } from '#app/content/bundle-words.ts'
import {
  NO_BOX_YET,
  WHY_SEVERAL,
  WHY_SEVERAL_TITLE,
  wandDetails,
  wandShipping,
  wandTerms,
  wandWarning,
} from '#app/content/wand-words.ts'
import type { BundleSize } from '#app/models/bundle.ts'
import { bundleOffers, singlePrices, soldOutWands, validateBundle } from '#app/models/bundle.ts'
import { DRAWINGS } from '#app/models/drawings.ts'
import { MARKETS } from '#app/models/market.ts'
import { choiceRefused } from '#app/models/messages.ts'
import { compareMoney, formatMoney, subtractMoney } from '#app/models/money.ts'
import { wandSlug } from '#app/models/option-choice.ts'
import type { Product } from '#app/models/product.ts'
import { SET_DESCRIPTION } from '#app/models/product-descriptions.ts'
import { wandPicture } from '#app/models/style-pictures.ts'
import { WAND_STYLES } from '#app/models/wands.ts'
import { CartForm } from '../cart/cart-form.tsx'
import { useAddToCartForm } from '../cart/client/hooks.tsx'
import { showToast } from '../page/toast-store.ts'
import { usePageFacts } from '../page/use-page-facts.ts'
import { useShop } from '../page/use-shop.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { Lede, Section } from '../ui/section.tsx'
import { BundleBar } from './bundle-bar.tsx'
import { BundleStep, SizeCard, WandCheckboxes } from './bundle-steps.tsx'
import { CompleteMessage, NextStepMessage, WandCount } from './bundle-texts.tsx'
import { AboutProduct, ProductDetails, PurchaseTerms, SafetyWarning } from './details.tsx'
import { BackToShop, type ProductPageData, ProductTitle } from './product-layout.tsx'
import { shownFor } from './shown-for.ts'
import { useBundle } from './use-bundle.ts'
import { NoBoxYet } from './wand-cross.tsx'

/* What only this case is made of. */
const LEATHER = {
  background: 'linear-gradient(160deg,#24463f,#10201c 60%,#0b1412)',
  boxShadow: 'inset 0 0 0 1px #0009,inset 0 0 0 3px #1c3a34,inset 0 0 0 4px var(--color-gilt)',
}
const VELVET = {
  background: 'radial-gradient(ellipse at 40% 20%,#7a2634,#4a121c 52%,#25070d)',
  boxShadow: 'inset 0 14px 22px -10px #000a,inset 0 0 0 1px #0008',
}
const HOLLOW = { background: '#16040899', boxShadow: 'inset 0 6px 12px #000c,0 1px 0 #ffffff1f' }

const ROW = 'absolute inset-[5%_4%] flex'
const PLACE = 'relative w-[calc(100%/var(--places))] flex-none'

/**
 * The open case, which fills from the left as wands are chosen. CSS follows the checked boxes, so it needs no script;
 * screen readers have the boxes.
 */
function BundleCase({ size, className }: { size: BundleSize | null; className?: string }) {
  return (
    <div
      aria-hidden="true"
      data-case=""
      // Its places before the choice below has come, so that nothing moves when it does.
      style={{ ...LEATHER, '--size': size ?? WAND_STYLES.length } as CSSProperties}
      className={cn(
        // Forced colours would drop its gradients, and the choices scroll below it.
        'relative p-4 forced-colors:forced-color-adjust-none [--places:var(--size)] size-3:[--places:3] size-4:[--places:4] size-5:[--places:5] size-6:[--places:6] size-7:[--places:7] size-8:[--places:8] print:hidden',
        className,
      )}
    >
      <div className="relative size-full overflow-hidden rounded-hair" style={VELVET}>
        {/* As many hollows as the bundle has wands: there is no room for more. On phones they go on above, as the wands do. */}
        <div className={cn(ROW, 'overflow-x-clip')}>
          {WAND_STYLES.map((wand) => (
            <span key={wand} className={PLACE}>
              <span
                className="absolute inset-x-[max(12%,50%-2.6rem)] inset-y-0 rounded-full max-lg:-top-full"
                style={HOLLOW}
              />
            </span>
          ))}
        </div>
        <div className={ROW}>
          {WAND_STYLES.map((wand) => (
            <span key={wand} data-in-case={wand} className={cn(PLACE, shownFor({ wands: wandSlug(wand) }))}>
              <Picture
                name={wandPicture(wand)}
                sizes="(max-width: 60rem) 3rem, 7rem"
                alt=""
                // On phones the case is low: their grips, which tell them apart, as large as it allows.
                className="absolute bottom-1 left-1/2 h-19/20 w-auto max-w-none -translate-x-1/2 filter-(--object-shadow) max-lg:h-[210%]"
              />
            </span>
          ))}
        </div>
      </div>
      <img
        {...DRAWINGS['lock-plate']}
        alt=""
        className="absolute -bottom-1 left-1/2 w-11 -translate-x-1/2 max-lg:hidden"
      />
    </div>
  )
}

/** Explains the prices that the savings are compared with. */
function SavingsNote({ wands }: { wands: Pick<Product, 'variants'> | null }) {
  const { market } = useShop()
  const { currencyCode } = MARKETS[market]
  const { classic, premium } = singlePrices(wands, currencyCode)
  const less = compareMoney(premium, classic) > 0 ? formatMoney(subtractMoney(premium, classic)) : null
  return (
    <p className="col-span-full max-w-wide text-sm text-quiet">
      {savingsNote(formatMoney(premium), formatMoney(classic), less)}
    </p>
  )
}

/** The sections below the bundle builder. */
function BundleDetails({ wands, title }: { wands: Pick<Product, 'variants'> | null; title: string }) {
  const facts = usePageFacts()
  return (
    <>
      <div className="wrap mt-panel grid items-start gap-x-column gap-y-5 md:grid-cols-2">
        <SavingsNote wands={wands} />
        <PurchaseTerms {...wandTerms(facts)} />
        <SafetyWarning text={wandWarning(facts, true)} />
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
          <AboutProduct title={`About ${title}`} description={SET_DESCRIPTION} features={SET_FEATURES} />
          <ProductDetails rows={wandDetails(facts, true)} shipping={wandShipping(facts)} />
        </div>
      </Section>
      <Section ground="bottle" aria-label={NO_BOX_YET.title}>
        <NoBoxYet text={NO_BOX_YET.textOfSet} />
      </Section>
    </>
  )
}

const START_OVER_FORM = 'start-over'

/** Clears size and wands; without JavaScript by loading the page without a size. Spec: 4 Bundle flow */
function StartOver({
  onStartOver,
  ...appearance
}: { onStartOver: () => void } & Pick<ButtonProps, 'variant' | 'className'>) {
  return (
    <Button
      {...appearance}
      form={START_OVER_FORM}
      onClick={(event) => {
        event.preventDefault()
        onStartOver()
      }}
    >
      <Icon name="retry" /> Start Over
    </Button>
  )
}

/**
 * A form to choose a size, then that many wands. The rules are enforced here while choosing, and again by the cart.
 * A wand that is sold out singly is in no bundle; all six, which would hold it, say so.
 * Spec: 4 Bundle flow
 */
export default function BundleBuilder({ product, wands }: Pick<ProductPageData, 'product' | 'wands'>) {
  const { pathname } = useLocation()
  const { market } = useShop()
  const { form, selection, onChange, startOver } = useBundle()
  const add = useAddToCartForm({ onAdded: startOver })
  const offers = bundleOffers(product, wands, MARKETS[market].currencyCode)
  const soldOut = soldOutWands(wands)
  const bundle = validateBundle(selection)

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
            <BundleCase
              size={selection.size}
              className="z-2 max-lg:-mx-gutter max-lg:h-[clamp(8rem,24svh,16rem)] sticky top-(--top-height) lg:top-below-bar lg:aspect-square lg:max-w-[max(20rem,100svh-var(--top-height)-10rem)] lg:mx-auto lg:w-full lg:rounded-board low-window:static!"
            />
            <div className="min-w-0 max-lg:pt-6">
              <ProductTitle>{BUNDLE.title}</ProductTitle>
              <Lede className="mt-4 text-quiet">{BUNDLE.text}</Lede>
              <BundleStep title={BUNDLE.size}>
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
              <BundleStep title={BUNDLE.wands}>
                <div className="mt-2 mb-4 flex items-baseline justify-between gap-4 max-2xs:flex-wrap">
                  <span className="text-sm text-quiet" aria-live="polite">
                    <WandCount /> chosen. <NextStepMessage /> <CompleteMessage />
                  </span>
                  <StartOver variant="link" className="whitespace-nowrap md:hidden" onStartOver={startOver} />
                </div>
                <WandCheckboxes selection={selection} soldOut={soldOut} />
              </BundleStep>
            </div>
          </div>
          <BundleBar offers={offers} isComplete={bundle.ok} isBusy={add.isBusy} onEarlyPress={tellNextStep}>
            <StartOver variant="ghost" className="max-md:hidden" onStartOver={startOver} />
          </BundleBar>
        </CartForm>
        <BundleDetails wands={wands} title={product.title} />
      </div>
      {/* The bundle's form would submit its choices too. */}
      <form id={START_OVER_FORM} method="get" action={pathname}>
        <input type="hidden" name="size" value="" />
      </form>
    </div>
  )
}
