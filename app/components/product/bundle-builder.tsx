import { type CSSProperties, Fragment, type ReactNode, useId, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { BUNDLE, bundleComplete, savingsNote } from '#app/content/bundle-words.ts'
import { WAND_TEXTS } from '#app/content/choices/style-words.ts'
import { NO_BOX_YET, WHY_SEVERAL, WHY_SEVERAL_TITLE, wandCopy } from '#app/content/wand-words.ts'
import {
  BUNDLE_SIZES,
  type BundleOffer,
  type BundleSelection,
  type BundleSize,
  bundleOffers,
  isWholeSet,
  singlePrices,
  soldOutWands,
  validateBundle,
} from '#app/models/bundle.ts'
import { DRAWINGS } from '#app/models/drawings.ts'
import { MARKETS } from '#app/models/market.ts'
import { bundleButtonText, choiceRefused, chooseWands, wandsSoldOut } from '#app/models/messages.ts'
import { compareMoney, formatMoney, subtractMoney } from '#app/models/money.ts'
import { wandSlug } from '#app/models/option-choice.ts'
import type { Product } from '#app/models/product.ts'
import { wandPicture } from '#app/models/style-pictures.ts'
import { WAND_STYLES, type WandStyle } from '#app/models/wands.ts'
import { CartForm } from '../cart/cart-form.tsx'
import { useAddToCartForm } from '../cart/client/hooks.tsx'
import { Figures } from '../page/text.tsx'
import { showToast } from '../page/toast-store.ts'
import { usePageFacts } from '../page/use-page-facts.ts'
import { useShop } from '../page/use-shop.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { ChoiceCard, ChoiceInput } from '../ui/choice-card.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { WasPrice } from '../ui/price.tsx'
import { Lede, Section } from '../ui/section.tsx'
import { SoldOutLine, shownFor } from './choices.tsx'
import {
  AboutProduct,
  BackToShop,
  ProductDetails,
  type ProductPageData,
  ProductTitle,
  PurchaseTerms,
  SafetyWarning,
} from './product-parts.tsx'
import { useBundle } from './use-bundle.ts'
import { NoBoxYet } from './wand-cross.tsx'

/**
 * Texts for every bundle size and every number of chosen wands. CSS shows those that match the checked inputs, so
 * they are correct without JavaScript too.
 */

const COUNTS = [0, ...WAND_STYLES.map((_, index) => index + 1)]

function ShownFor({
  children,
  ...checked
}: {
  readonly size?: BundleSize
  readonly count?: number
  readonly children: ReactNode
}) {
  return <span className={shownFor(checked)}>{children}</span>
}

/** `3 of 4`, or just `3` while no size is chosen. */
function WandCount() {
  return (
    <>
      {COUNTS.map((count) => (
        <ShownFor key={count} count={count}>
          {count}
        </ShownFor>
      ))}
      {BUNDLE_SIZES.map((size) => (
        <ShownFor key={size} size={size}>
          {' '}
          of {size}
        </ShownFor>
      ))}
    </>
  )
}

/** A text for every size and number of chosen wands, where there is one. CSS shows the one that applies. */
function BySelection({ text }: { text: (size: BundleSize, count: number) => string | null }) {
  return BUNDLE_SIZES.flatMap((size) =>
    COUNTS.map((count) => {
      const words = text(size, count)
      return words === null ? null : (
        <ShownFor key={`${size}-${count}`} size={size} count={count}>
          {words}
        </ShownFor>
      )
    }),
  )
}

function SizeCard({
  offer,
  isChecked,
  soldOut,
}: {
  offer: BundleOffer
  isChecked: boolean
  /** Styles that no bundle can hold now: the largest one would. */
  soldOut: readonly WandStyle[]
}) {
  const id = useId()
  const lacksWand = isWholeSet(offer.size) && soldOut.length > 0
  const isSoldOut = lacksWand || offer.variant?.availableForSale === false
  return (
    <ChoiceCard className="grid-cols-lead gap-x-2.5 gap-y-0 bg-plate px-3 py-4 text-sm hover:bg-leaf has-checked:border-soot has-checked:bg-soot has-checked:text-bone has-checked:inset-ring-0 has-checked:shadow-[inset_0_0_0_3px_var(--color-soot),inset_0_0_0_4px_var(--color-gilt)] max-xs:grid-cols-1 md:gap-x-4 md:px-6 md:text-base forced-colors:has-focus-visible:outline-dashed print:has-checked:bg-transparent print:has-checked:text-coal print:has-checked:outline-3">
      <ChoiceInput
        // Above the struck-through price, which its opacity would put on top.
        className="z-1"
        type="radio"
        name="size"
        value={offer.size}
        defaultChecked={isChecked}
        data-sold={isSoldOut || undefined}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-price`}
      />
      <span
        className="row-span-2 min-w-[1.1em] text-center text-3xl leading-none text-gilt-ink group-has-checked/choice:text-gilt-bright max-xs:hidden lg:text-subhead print:text-coal!"
        aria-hidden="true"
      >
        {offer.size}
      </span>
      <b className="min-w-0 font-semibold" id={`${id}-title`}>
        {offer.title}
      </b>
      <span className="grid min-w-0" id={`${id}-price`}>
        <span className="font-bold">{formatMoney(offer.price)}</span>
        <span
          className={cn(
            'text-hint font-semibold print:text-coal!',
            isSoldOut
              ? 'text-wax group-has-checked/choice:text-bone'
              : 'text-verdigris group-has-checked/choice:text-mint',
          )}
        >
          {lacksWand
            ? wandsSoldOut(soldOut)
            : isSoldOut
              ? 'Sold out'
              : offer.saving
                ? `Save ${formatMoney(offer.saving)}`
                : null}
        </span>
      </span>
    </ChoiceCard>
  )
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

/** The cell of a wand in three columns, or in two: its checkbox covers its label. */
function cellOf(index: number) {
  const cell = (columns: number) => `${Math.floor(index / columns) + 1} / ${(index % columns) + 1}`
  return { '--cell': cell(3), '--cell-of-two': cell(2) } as CSSProperties
}
const CELL = '[grid-area:var(--cell)] max-2xs:[grid-area:var(--cell-of-two)]'

/** Scrolled to, a control is clear of the case that is sticky above it on phones. */
const BELOW_CASE = 'max-lg:scroll-mt-[24svh] low-window:scroll-mt-0'

/** The checkboxes are siblings, not nested in their labels, so that CSS can count the checked ones. */
function WandCheckboxes({
  selection,
  soldOut,
}: {
  selection: BundleSelection
  soldOut: readonly WandStyle[]
}) {
  const id = useId()
  return (
    <div
      data-theme="dark"
      className="bg-well-soot grid grid-cols-3 gap-2 p-4 max-2xs:grid-cols-2 shadow-[inset_0_0_0_6px_var(--color-soot),inset_0_0_0_7px_var(--color-gilt)] max-md:-mx-gutter md:rounded-board"
    >
      {WAND_STYLES.map((wand, index) => {
        const slug = wandSlug(wand)
        const isGone = soldOut.includes(wand)
        return (
          <Fragment key={wand}>
            <input
              type="checkbox"
              name="wands"
              className={cn(
                'relative z-1 m-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed',
                BELOW_CASE,
                CELL,
              )}
              style={cellOf(index)}
              value={slug}
              id={`${id}-${slug}`}
              defaultChecked={selection.wands.includes(wand)}
              disabled={isGone}
              aria-labelledby={`${id}-${slug}-name`}
              aria-describedby={`${id}-${slug}-line`}
            />
            <label
              className={cn(
                'bg-well-linen relative flex flex-col items-center rounded-board px-1.5 pt-5 pb-4 text-center text-coal shadow-well forced-colors:border [:checked+&]:bg-well-candle count-all:bg-well-candle [:checked+&]:inset-ring-3 [:checked+&]:inset-ring-gilt-ink count-all:inset-ring-3 count-all:inset-ring-gilt-ink forced-colors:[:checked+&]:outline-3 forced-colors:[:checked+&]:outline-highlight [:focus-visible+&]:focus-ring forced-colors:[:focus-visible+&]:outline-dashed',
                CELL,
              )}
              style={cellOf(index)}
              htmlFor={`${id}-${slug}`}
            >
              <span className="absolute top-3 right-3 grid size-7 place-items-center rounded-board border border-slate bg-leaf text-leaf count-all:border-gilt-ink count-all:bg-gilt-ink [:checked+*>&]:border-gilt-ink [:checked+*>&]:bg-gilt-ink">
                <Icon
                  name="check"
                  className="invisible size-5 stroke-2 count-all:visible [:checked+*_&]:visible"
                />
              </span>
              <Picture
                name={wandPicture(wand)}
                sizes="(max-width: 48rem) 4rem, 6rem"
                alt=""
                className={cn(
                  isGone && 'opacity-50',
                  'mb-4 h-44 w-auto transition-transform duration-open ease-lid md:h-52 low-window:h-[max(6rem,40vh)] [:hover+*>picture>&]:-translate-y-1.5',
                )}
              />
              <b
                className="font-display text-base leading-heading font-normal max-2xs:text-hint"
                id={`${id}-${slug}-name`}
              >
                {wand}
                {isGone ? <SoldOutLine /> : null}
              </b>
              <span
                className="mt-1.5 text-xs text-balance text-slate max-md:hidden"
                id={`${id}-${slug}-line`}
              >
                {isGone ? null : WAND_TEXTS[wand].line}
              </span>
            </label>
          </Fragment>
        )
      })}
    </div>
  )
}

const subscribeToNothing = () => () => {}

/** False on the server and until hydration. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

const BUY =
  'max-md:ml-auto max-md:px-4 whitespace-nowrap max-xs:px-3 max-2xs:min-w-0 max-2xs:px-2 max-2xs:whitespace-normal'

/** The bar at the bottom of the screen, to the end of the page: count, price, and the button, which says how many wands are missing. */
function BundleBar({
  offers,
  isComplete,
  isBusy,
  onEarlyPress,
  children,
}: {
  offers: readonly BundleOffer[]
  isComplete: boolean
  isBusy: boolean
  /** The button was pressed before the bundle is complete. */
  onEarlyPress: () => void
  children: ReactNode
}) {
  const isHydrated = useIsHydrated()
  return (
    <section
      data-theme="dark"
      data-buybar="always"
      className="fixed inset-x-0 bottom-0 z-20 order-last bg-soot lg:sticky forced-colors:border-y print:static print:order-none low-window:static low-window:order-none"
      aria-label="Your bundle"
    >
      <div className="wrap flex items-center gap-4 py-3 max-xs:gap-3 md:gap-x-8 lg:py-4">
        <p className="text-sm leading-snug max-2xs:hidden md:text-base md:leading-snug">
          <b className="block">
            <WandCount /> wands
          </b>
          <span className="text-sm text-quiet">
            <BySelection text={(size, count) => (count === size - 1 ? BUNDLE.oneMore : null)} />
          </span>
        </p>
        <p className="text-lg leading-heading font-semibold whitespace-nowrap md:ml-auto md:text-right md:text-xl">
          {offers.map(({ size, price, singly, saving }) => (
            <ShownFor key={size} size={size}>
              {saving ? (
                <>
                  <WasPrice
                    className="block text-sm leading-heading text-quiet"
                    money={singly}
                    meaning="Bought one by one"
                  />
                  <span className="sr-only">, as a bundle </span>
                </>
              ) : null}
              {formatMoney(price)}
            </ShownFor>
          ))}
        </p>
        {children}
        <Button
          className={cn(BUY, 'sold-out:hidden')}
          busy={isBusy}
          inactive={isHydrated && !isComplete}
          onInactiveClick={onEarlyPress}
        >
          <span className="not-size-none:hidden">{bundleButtonText(0)}</span>
          <BySelection text={(size, count) => bundleButtonText(Math.max(0, size - count))} />
        </Button>
        <Button type="button" className={cn(BUY, 'not-sold-out:hidden')} disabled>
          Sold out
        </Button>
      </div>
    </section>
  )
}

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
  const copy = wandCopy(usePageFacts(), true)
  return (
    <>
      <div className="wrap mt-panel grid items-start gap-x-column gap-y-5 md:grid-cols-2">
        <SavingsNote wands={wands} />
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
          <AboutProduct title={title} copy={copy} />
          <ProductDetails copy={copy} />
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
                    <WandCount /> chosen.{' '}
                    <BySelection text={(size, count) => (count === 0 ? `${chooseWands(size)}.` : null)} />
                    <span className="count-0:hidden">{BUNDLE.takeBack}</span>{' '}
                    <BySelection text={(size, count) => (count === size ? bundleComplete(size) : null)} />
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
