import { type ReactNode, useId } from 'react'
import { CHOOSE_WAND, WAND_TEXTS } from '#app/content/choices/style-words.ts'
import type { PageFacts } from '#app/content/page-facts.ts'
import { type BoxOffers, type ConditionalPrice, worthWithEnvelope } from '#app/models/box-offers.ts'
import { formatMoney } from '#app/models/money.ts'
import {
  type BoxChoiceError,
  type OptionChoice,
  type ProductChoice,
  wandSlug,
} from '#app/models/option-choice.ts'
import { DRAWINGS } from '#app/models/pictures.ts'
import type { Product } from '#app/models/product.ts'
import { CLASSIC_WAND, PREMIUM_WANDS, type WandStyle, wandPicture } from '#app/models/wands.ts'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import { WasPrice } from '../ui/price.tsx'
import { missingChoice, shownFor, WAND_GRID, WandRadio } from './choices.tsx'

/** A volume on its page, as far as the steps of its form need it. */
export type Box = {
  readonly product: Product
  /** To calculate what a set saves. */
  readonly singleWands: Pick<Product, 'variants'> | null
  readonly facts: PageFacts
  readonly isVol1: boolean
  /** The premium wands on offer. */
  readonly wands: readonly WandStyle[]
  readonly choice: ProductChoice
  readonly offers: BoxOffers
  /** The error message of a step, if any. */
  readonly problem: (error: BoxChoiceError) => ReactNode
}

/* Prices and pictures of every choice, of which CSS shows those of the current one, with or without JavaScript. */

const BESIDE = 'flex flex-row-reverse items-baseline justify-end gap-3'
const LOOKS = {
  column: { box: BESIDE, was: 'text-base text-quiet', now: 'text-2xl leading-heading font-semibold' },
  bar: { box: BESIDE, was: 'text-hint leading-heading text-quiet', now: 'text-h4 font-semibold' },
  card: { box: '', was: '', now: '' },
}

/**
 * The price of every choice. With the Gift Edition Envelope, the price plus the envelope's value precedes it, struck
 * through. Spec: 2 Product detail, Gift wrapping
 */
export function ConditionalPrices({
  prices,
  hasEnvelope = false,
  look,
}: {
  prices: readonly ConditionalPrice[]
  hasEnvelope?: boolean
  /** On an option's card the price does not depend on which option is checked. */
  look: keyof typeof LOOKS
}) {
  const { box, was, now } = LOOKS[look]
  return prices.map(({ when, price }) => (
    <span
      className={cn(box, shownFor(look === 'card' ? { ...when, option: undefined } : when))}
      key={JSON.stringify(when)}
    >
      {hasEnvelope ? (
        <span className="not-wrapping-gift-edition:hidden">
          <WasPrice className={was} money={worthWithEnvelope(price)} meaning="Box and envelope together" />
          <span className="sr-only">. You pay </span>
        </span>
      ) : null}
      <b className={now}>{formatMoney(price)}</b>
    </span>
  ))
}

/** The chosen edition, or Ember before one is chosen. */
const EDITION_PICTURES = [
  ['box-vol1-ashborn', 'hidden edition-ashborn:block'],
  ['box-vol1-sunfire', 'hidden edition-sunfire:block'],
  ['box-vol1-ember', 'hidden edition-ember:block edition-none:block'],
] as const

type PictureProps = {
  readonly sizes: string
  readonly alt?: string | undefined
  readonly priority?: boolean
  readonly className?: string
}

/** The box of a volume; of Vol. I in the chosen edition. */
function BoxPicture({ isVol1, priority, ...rest }: PictureProps & { isVol1: boolean }) {
  if (!isVol1) return <Picture name="box-vol2-closed" priority={priority} {...rest} />
  return EDITION_PICTURES.map(([name, shown]) => (
    <Picture key={name} name={name} {...rest} className={cn(rest.className, shown)} />
  ))
}

/** The chosen premium wand, or `unchosen` before one is chosen. */
function PremiumWandPicture({
  wands,
  unchosen,
  ...rest
}: PictureProps & { wands: readonly WandStyle[]; unchosen?: WandStyle | undefined }) {
  const shown = wands.map((wand) => [wand, wandSlug(wand)] as const)
  return [...shown, ...(unchosen ? [[unchosen, 'none'] as const] : [])].map(([wand, slug]) => (
    <Picture
      key={slug}
      name={wandPicture(wand)}
      {...rest}
      className={cn(rest.className, shownFor({ wand: slug }))}
    />
  ))
}

/** The green table in the dark on which Vol. II is photographed. */
const TABLE = { background: 'linear-gradient(180deg,#050706 30%,#0c1f13 62%,#10301b 84%,#0a1c11)' }

type Art = { isVol1: boolean; wands: readonly WandStyle[] }

/** What is chosen, as a slide: the box in its edition, and its wand beside it. */
export function ChoiceArt({
  isVol1,
  wands,
  isThumb,
  priority,
}: Art & { isThumb: boolean; priority: boolean }) {
  const alt = isThumb ? '' : undefined
  const wand = {
    sizes: isThumb ? '2rem' : '7rem',
    alt,
    className:
      'absolute top-1/2 left-5/6 h-5/6 w-auto max-w-none -translate-1/2 rotate-14 filter-(--object-shadow)',
  }
  return (
    <span className={cn('absolute inset-0', isVol1 && 'bg-well-stone')} style={isVol1 ? undefined : TABLE}>
      <BoxPicture
        isVol1={isVol1}
        priority={priority}
        sizes={isThumb ? '5rem' : '(max-width: 63.99rem) 66vw, 30rem'}
        alt={alt}
        className="absolute top-1/2 left-3/7 h-4/5 w-auto max-w-none -translate-1/2 option-box-only:left-1/2"
      />
      <span className={shownFor({ option: 'classic-wand' })}>
        <Picture name={wandPicture(CLASSIC_WAND)} {...wand} />
      </span>
      <span className={shownFor({ option: 'premium-wand' })}>
        <PremiumWandPicture wands={wands} {...wand} />
      </span>
    </span>
  )
}

/** The box on an option's card, moved aside for a wand: the chosen one, or Dragon & Oak before one is chosen. */
export function OptionPicture({ option, isVol1, wands }: Art & { option: OptionChoice }) {
  const wand = {
    sizes: '2rem',
    alt: '',
    className: 'absolute inset-[2%_4%_2%_auto] h-19/20 w-3/10 rotate-14 object-contain',
  }
  return (
    <>
      <BoxPicture
        isVol1={isVol1}
        sizes="4.5rem"
        alt=""
        className={cn(
          'absolute inset-1/12 size-5/6 object-contain',
          option !== 'box-only' && '-translate-x-1/12',
        )}
      />
      {option === 'classic-wand' ? <Picture name={wandPicture(CLASSIC_WAND)} {...wand} /> : null}
      {option === 'premium-wand' ? (
        <PremiumWandPicture wands={wands} unchosen={PREMIUM_WANDS[0]} {...wand} />
      ) : null}
    </>
  )
}

/** What is chosen, beside its picture. */
function ChosenWand({ wand, picture, children }: { wand: string; picture: ReactNode; children: ReactNode }) {
  return (
    <p
      className={cn(
        'mb-4 grid max-w-none grid-cols-thumb items-center gap-4 text-sm max-2xs:grid-cols-1',
        shownFor({ wand }),
      )}
    >
      <span className="relative h-18 overflow-hidden rounded-board bg-well-linen">{picture}</span>
      <span>{children}</span>
    </p>
  )
}

/** The premium wands of a box, shown while the premium set is chosen. */
export function WandSelector({ box: { wands, choice, offers, problem } }: { box: Box }) {
  const id = useId()
  const message = problem('wand-required')
  return (
    <div
      data-theme="dark"
      className="-mt-1 rounded-board p-4 bg-well-soot not-option-premium-wand:hidden"
      role="radiogroup"
      aria-labelledby={id}
      {...missingChoice(message)}
    >
      <p className="mb-2.5 text-sm font-semibold" id={id}>
        Choose your wand
      </p>
      <div aria-live="polite">
        <ChosenWand
          wand="none"
          picture={
            <img
              {...DRAWINGS['lock-plate']}
              alt=""
              loading="lazy"
              className="absolute inset-0 m-auto h-12 w-auto"
            />
          }
        >
          {CHOOSE_WAND}
        </ChosenWand>
        {wands.map((wand) => (
          <ChosenWand
            key={wand}
            wand={wandSlug(wand)}
            picture={
              // The grip distinguishes the wands.
              <Picture
                name={wandPicture(wand)}
                sizes="3rem"
                alt=""
                className="absolute -bottom-4 left-1.5 h-44 w-auto max-w-none origin-bottom rotate-24"
              />
            }
          >
            Your wand: <b className="text-gilt-bright">{wand}</b>
            <span className="block text-quiet">{WAND_TEXTS[wand].line}</span>
          </ChosenWand>
        ))}
      </div>
      {message}
      <div className={cn(WAND_GRID, message && 'mt-4')}>
        {wands.map((wand) => (
          <WandRadio
            key={wand}
            wand={wand}
            defaultChecked={wand === choice.wand}
            isSoldOut={offers.soldOut.some((gone) => gone.wand === wand)}
            className="px-2 pt-2.5 pb-3 hover:bg-plate hover:bg-none"
          />
        ))}
      </div>
    </div>
  )
}
