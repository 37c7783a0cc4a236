import { type ReactNode, useId, useLayoutEffect, useState } from 'react'
import type { BundleOffer } from '#app/models/bundle.ts'
import { bundleButtonText, wandsSoldOut } from '#app/models/choice-messages.ts'
import { formatMoney } from '#app/models/money.ts'
import { BUNDLE_SIZES, type BundleSize, isWholeSet, WAND_STYLES, type WandStyle } from '#app/models/wands.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { ChoiceCard, ChoiceInput } from '../ui/choice.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { WasPrice } from '../ui/price.tsx'
import { shownFor } from './choices.tsx'

/* Texts for every bundle size and every number of chosen wands. CSS shows those that match the checked inputs, so
 * they are correct without JavaScript too. */

const COUNTS = [0, ...WAND_STYLES.map((_, index) => index + 1)]

function ShownFor(props: { size?: BundleSize; count?: number; children: ReactNode }) {
  const { children, ...checked } = props
  return <span className={shownFor(checked)}>{children}</span>
}

/** `3 of 4`, or just `3` while no size is chosen. */
export function WandCount() {
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
export function BySelection({ text }: { text: (size: BundleSize, count: number) => string | null }) {
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

/** @param props.soldOut styles that no bundle can hold now: the largest one would */
export function SizeCard(props: { offer: BundleOffer; isChecked: boolean; soldOut: readonly WandStyle[] }) {
  const { size, title, variant, price, saving } = props.offer
  const id = useId()
  const lacksWand = isWholeSet(size) && props.soldOut.length > 0
  const isSoldOut = lacksWand || variant?.availableForSale === false
  const said = isSoldOut ? 'Sold out' : saving && `Save ${formatMoney(saving)}`
  return (
    <ChoiceCard className="grid-cols-lead gap-x-2 gap-y-0 bg-plate px-3 py-4 text-sm hover:bg-leaf has-checked:border-soot has-checked:bg-soot has-checked:text-bone has-checked:shade-rule max-xs:grid-cols-1 md:gap-x-4 md:px-6 md:text-base forced-colors:has-focus-visible:[outline-style:dashed] print:has-checked:bg-transparent print:has-checked:text-coal print:has-checked:[outline:3px_solid]">
      <ChoiceInput
        // Above the struck-through price, which its opacity would put on top.
        className="z-1"
        type="radio"
        name="size"
        value={size}
        defaultChecked={props.isChecked}
        data-sold={isSoldOut || undefined}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-price`}
      />
      <span
        className="row-span-2 min-w-[1.1em] text-center text-3xl leading-single text-gilt-ink group-has-checked/choice:text-gilt-bright max-xs:hidden lg:text-subhead print:text-coal!"
        aria-hidden="true"
      >
        {size}
      </span>
      <b className="min-w-0 font-semibold" id={`${id}-title`}>
        {title}
      </b>
      <span className="grid min-w-0" id={`${id}-price`}>
        <span className="font-bold">{formatMoney(price)}</span>
        <span
          className={cn(
            'text-hint font-semibold print:text-coal!',
            isSoldOut
              ? 'text-wax group-has-checked/choice:text-bone'
              : 'text-verdigris group-has-checked/choice:text-mint',
          )}
        >
          {lacksWand ? wandsSoldOut(props.soldOut) : said}
        </span>
      </span>
    </ChoiceCard>
  )
}

export const START_OVER_FORM = 'start-over'

/** Clears size and wands; without JavaScript by loading the page without a size. Spec: 4 Bundle flow */
export function StartOver(props: { onStartOver: () => void } & Pick<ButtonProps, 'variant' | 'className'>) {
  const { onStartOver, ...look } = props
  return (
    <Button
      {...look}
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

const BUY =
  'max-md:ml-auto max-md:px-4 whitespace-nowrap max-xs:px-3 max-2xs:min-w-0 max-2xs:px-2 max-2xs:whitespace-normal'

/**
 * The bar at the bottom of the screen, to the end of the page: count, price, and the button, which says how many wands
 * are missing.
 * @param props.onEarlyPress the button was pressed before the bundle is complete
 */
export function BundleBar(props: {
  offers: readonly BundleOffer[]
  isComplete: boolean
  isBusy: boolean
  onEarlyPress: () => void
  onStartOver: () => void
}) {
  const { offers, isComplete, isBusy, onEarlyPress, onStartOver } = props
  const [isHydrated, setHydrated] = useState(false)
  useLayoutEffect(() => setHydrated(true), [])
  return (
    <section
      data-theme="dark"
      data-buybar="always"
      className="fixed inset-x-0 bottom-0 z-20 order-last bg-soot lg:sticky forced-colors:line-y print:static print:order-none low-window:static low-window:order-none"
      aria-label="Your bundle"
    >
      <div className="wrap flex items-center gap-4 py-3 max-xs:gap-3 md:gap-x-8 lg:py-4">
        <p className="text-sm leading-snug max-2xs:hidden md:text-base md:leading-snug">
          <b className="block">
            <WandCount /> wands
          </b>
          <span className="text-sm text-quiet">
            <BySelection text={(size, count) => (count === size - 1 ? 'One more to go' : null)} />
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
        <StartOver variant="ghost" className="max-md:hidden" onStartOver={onStartOver} />
        <Button
          className={cn(BUY, 'sold-out:hidden')}
          busy={isBusy}
          inactive={isHydrated && !isComplete}
          onInactiveClick={onEarlyPress}
        >
          <span className="for-size-none">{bundleButtonText(0)}</span>
          <BySelection text={(size, count) => bundleButtonText(Math.max(0, size - count))} />
        </Button>
        <Button type="button" className={cn(BUY, 'for-sold-out')} disabled>
          Sold out
        </Button>
      </div>
    </section>
  )
}
