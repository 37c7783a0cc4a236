import { type ConditionalPrice, worthWithEnvelope } from '#app/models/box-offers.ts'
import { formatMoney } from '#app/models/money.ts'
import { type OptionChoice, wandSlug } from '#app/models/option-choice.ts'
import { wandPicture } from '#app/models/style-pictures.ts'
import { CLASSIC_WAND, PREMIUM_WANDS, type WandStyle } from '#app/models/wands.ts'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import { WasPrice } from '../ui/price.tsx'
import { shownFor } from './choices.tsx'

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
