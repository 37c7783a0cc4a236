import { type ComponentProps, type ReactNode, useId } from 'react'
import { BADGES } from '#app/content/badge-words.ts'
import { editionCopy } from '#app/content/box-words.ts'
import {
  CHOOSE_EDITION,
  CHOOSE_WAND,
  EDITION_SOLD_OUT,
  OPTION_TEXTS,
  STEPS,
  WRAPPING_NOTE,
  WRAPPING_TEXTS,
  WRAPPING_TITLES,
  worthNote,
} from '#app/content/choices/option-words.ts'
import { WAND_TEXTS } from '#app/content/choices/style-words.ts'
import type { PageFacts } from '#app/content/page-facts.ts'
import { type ConditionalPrice, pricesOfOption, type SoldOut } from '#app/models/box-offers.ts'
import { DRAWINGS } from '#app/models/drawings.ts'
import { MARKETS } from '#app/models/market.ts'
import { formatMoney } from '#app/models/money.ts'
import {
  EDITIONS,
  type Edition,
  editionSlug,
  OPTION_CHOICES,
  OPTION_TITLES,
  type OptionChoice,
  type ProductChoice,
  WRAPPINGS,
  type Wrapping,
  wandChoices,
  wandSlug,
} from '#app/models/option-choice.ts'
import { classicSetSaving, worthWithEnvelope } from '#app/models/option-price.ts'
import type { PictureName } from '#app/models/pictures.ts'
import { kindOf, type Product } from '#app/models/product.ts'
import { shippingNote } from '#app/models/shipping-dates.ts'
import { editionPicture, wandPicture } from '#app/models/style-pictures.ts'
import { CLASSIC_WAND, PREMIUM_WANDS, type WandStyle } from '#app/models/wands.ts'
import { usePageFacts } from '../page/use-page-facts.ts'
import { useShop } from '../page/use-shop.ts'
import { Badge } from '../ui/badge.tsx'
import { ChoiceCard, ChoiceDot, ChoiceInput } from '../ui/choice-card.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Ticks } from '../ui/list.tsx'
import { Note } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import { WasPrice } from '../ui/price.tsx'
import {
  missingChoice,
  PLATE_CARD,
  SetCard,
  SoldOutLine,
  Step,
  shownFor,
  WAND_GRID,
  WandRadio,
} from './choices.tsx'

const BESIDE = 'flex flex-row-reverse items-baseline justify-end gap-3'
const LOOKS = {
  column: { box: BESIDE, was: 'text-base text-quiet', now: 'text-2xl leading-heading font-semibold' },
  bar: { box: BESIDE, was: 'text-hint leading-heading text-quiet', now: 'text-h4 font-semibold' },
  card: { box: '', was: '', now: '' },
}

/**
 * The price of every choice, of which CSS shows the current one. With the Gift Edition Envelope, the price plus the
 * envelope's value precedes it, struck through. Spec: 2 Product detail, Gift wrapping
 */
export function ConditionalPrices({
  prices,
  hasEnvelope,
  look,
}: {
  prices: readonly ConditionalPrice[]
  hasEnvelope: boolean
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

type PictureProps = { readonly sizes: string; readonly className?: string }

/** The box of a volume; of Vol. I in the chosen edition. */
function BoxPicture({
  isVol1,
  priority,
  alt,
  ...rest
}: PictureProps & { isVol1: boolean; priority?: boolean; alt?: string }) {
  if (!isVol1) return <Picture name="box-vol2-closed" alt={alt} priority={priority} {...rest} />
  return EDITION_PICTURES.map(([name, shown]) => (
    <Picture key={name} name={name} alt={alt} {...rest} className={cn(rest.className, shown)} />
  ))
}

/** The chosen premium wand, or `unchosen` before one is chosen. */
function PremiumWandPicture({
  wands,
  unchosen = null,
  alt,
  className,
  sizes,
}: PictureProps & { wands: readonly WandStyle[]; unchosen?: WandStyle | null; alt?: string }) {
  return (
    <>
      {wands.map((wand) => (
        <Picture
          key={wand}
          name={wandPicture(wand)}
          sizes={sizes}
          alt={alt}
          className={cn(className, shownFor({ wand: wandSlug(wand) }))}
        />
      ))}
      {unchosen ? (
        <Picture
          name={wandPicture(unchosen)}
          sizes={sizes}
          alt={alt}
          className={cn(className, shownFor({ wand: 'none' }))}
        />
      ) : null}
    </>
  )
}

/** The green table in the dark on which Vol. II is photographed. */
const TABLE = { background: 'linear-gradient(180deg,#050706 30%,#0c1f13 62%,#10301b 84%,#0a1c11)' }

/** What is chosen: the box in its edition, and its wand beside it. CSS shows them, with or without JavaScript. */
export function ChoiceArt({
  isVol1,
  wands,
  isThumb = false,
  priority,
}: {
  isVol1: boolean
  wands: readonly WandStyle[]
  isThumb?: boolean
  priority?: boolean
}) {
  const wand = {
    sizes: isThumb ? '2rem' : '7rem',
    alt: isThumb ? '' : undefined,
    className:
      'absolute top-1/2 left-5/6 h-5/6 w-auto max-w-none -translate-1/2 rotate-14 filter-(--object-shadow)',
  }
  return (
    <span className={cn('absolute inset-0', isVol1 && 'bg-well-stone')} style={isVol1 ? undefined : TABLE}>
      <BoxPicture
        isVol1={isVol1}
        priority={priority}
        sizes={isThumb ? '5rem' : '(max-width: 63.99rem) 66vw, 30rem'}
        alt={wand.alt}
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
function OptionPicture({
  option,
  ...box
}: {
  option: OptionChoice
  isVol1: boolean
  wands: readonly WandStyle[]
}) {
  const wand = {
    sizes: '2rem',
    alt: '',
    className: 'absolute inset-[2%_4%_2%_auto] h-19/20 w-3/10 rotate-14 object-contain',
  }
  return (
    <>
      <BoxPicture
        isVol1={box.isVol1}
        sizes="4.5rem"
        alt=""
        className={cn(
          'absolute inset-1/12 size-5/6 object-contain',
          option !== 'box-only' && '-translate-x-1/12',
        )}
      />
      {option === 'classic-wand' ? <Picture name={wandPicture(CLASSIC_WAND)} {...wand} /> : null}
      {option === 'premium-wand' ? (
        <PremiumWandPicture wands={box.wands} unchosen={PREMIUM_WANDS[0]} {...wand} />
      ) : null}
    </>
  )
}

/** Step 1: the box alone, or with a wand. */
export function OptionStep({
  product,
  singleWands,
  choice,
  soldOut,
  problem,
  wandProblem,
}: {
  product: Product
  /** To calculate what a set saves. */
  singleWands: Pick<Product, 'variants'> | null
  choice: ProductChoice
  soldOut: SoldOut
  /** Error messages, if any. */
  problem: ReactNode
  wandProblem: ReactNode
}) {
  const { market } = useShop()
  const isVol1 = kindOf(product) === 'vol-1'
  /** The premium wands on offer. */
  const wands = wandChoices(product, market).map(({ wand }) => wand)
  const saving = classicSetSaving(product, singleWands, choice.edition, MARKETS[market].currencyCode)
  return (
    <Step title={STEPS.option}>
      <div className="grid grid-cols-1 gap-3">
        {OPTION_CHOICES.map((option) => {
          const isPopular = option === 'classic-wand'
          const isSoldOut = soldOut.options.includes(option)
          return (
            <SetCard
              key={option}
              name="option"
              value={option}
              defaultChecked={option === choice.option}
              data-sold={isSoldOut ? option : undefined}
              well={isVol1 ? 'bg-well-stone' : 'bg-well-midnight'}
              picture={<OptionPicture option={option} isVol1={isVol1} wands={wands} />}
              badge={isPopular ? <Badge tone="gold">{BADGES.popular}</Badge> : null}
              title={OPTION_TITLES[option]}
              words={
                <>
                  {OPTION_TEXTS[option]}
                  {isPopular && saving ? (
                    <span className="block font-semibold text-verdigris">
                      {' '}
                      Save {formatMoney(saving)} vs buying separately
                    </span>
                  ) : null}
                </>
              }
              price={
                <>
                  {isSoldOut ? <SoldOutLine /> : null}
                  <ConditionalPrices
                    prices={pricesOfOption(product, option, market)}
                    hasEnvelope={false}
                    look="card"
                  />
                </>
              }
            />
          )
        })}
        <WandSelector wands={wands} chosen={choice.wand} soldOut={soldOut.wands} problem={wandProblem} />
      </div>
      {problem}
    </Step>
  )
}

const CHOSEN = 'mb-4 grid max-w-none grid-cols-thumb items-center gap-4 text-sm max-2xs:grid-cols-1'
const WELL = 'relative h-18 overflow-hidden rounded-board bg-well-linen'

function ChosenWand({ wands }: { wands: readonly WandStyle[] }) {
  return (
    <div aria-live="polite">
      <p className={cn(CHOSEN, 'not-wand-none:hidden')}>
        <span className={WELL}>
          <img
            {...DRAWINGS['lock-plate']}
            alt=""
            loading="lazy"
            className="absolute inset-0 m-auto h-12 w-auto"
          />
        </span>
        <span>{CHOOSE_WAND.text}</span>
      </p>
      {wands.map((wand) => (
        <p key={wand} className={cn(CHOSEN, shownFor({ wand: wandSlug(wand) }))}>
          <span className={WELL}>
            {/* The grip distinguishes the wands. */}
            <Picture
              name={wandPicture(wand)}
              sizes="3rem"
              alt=""
              className="absolute -bottom-4 left-1.5 h-44 w-auto max-w-none origin-bottom rotate-24"
            />
          </span>
          <span>
            Your wand: <b className="text-gilt-bright">{wand}</b>
            <span className="block text-quiet">{WAND_TEXTS[wand].line}</span>
          </span>
        </p>
      ))}
    </div>
  )
}

/** The premium wands of a box, shown while the premium set is chosen. */
function WandSelector({
  wands,
  chosen,
  soldOut,
  problem,
}: {
  wands: readonly WandStyle[]
  chosen: WandStyle | null
  soldOut: readonly WandStyle[]
  /** Error message, if none is chosen. */
  problem: ReactNode
}) {
  const id = useId()
  return (
    <div
      data-theme="dark"
      className="-mt-1 rounded-board p-4 bg-well-soot not-option-premium-wand:hidden"
      role="radiogroup"
      aria-labelledby={id}
      {...missingChoice(problem)}
    >
      <p className="mb-2.5 text-sm font-semibold" id={id}>
        {CHOOSE_WAND.title}
      </p>
      <ChosenWand wands={wands} />
      {problem}
      <div className={cn(WAND_GRID, problem && 'mt-4')}>
        {wands.map((wand) => (
          <WandRadio
            key={wand}
            wand={wand}
            defaultChecked={wand === chosen}
            isSoldOut={soldOut.includes(wand)}
            className="px-2 pt-2.5 pb-3 hover:bg-plate hover:bg-none"
          />
        ))}
      </div>
    </div>
  )
}

const COLOURS: Record<Edition, string> = {
  Ashborn: 'border-ashborn',
  Sunfire: 'border-sunfire',
  Ember: 'border-ember',
}

function EditionCard({
  edition,
  soldOut,
  facts,
  ...input
}: ComponentProps<'input'> & { edition: Edition; soldOut: readonly OptionChoice[]; facts: PageFacts }) {
  const id = useId()
  return (
    <ChoiceCard className={cn('block p-1.5 pb-3 md:p-2.5 md:pb-4', PLATE_CARD)}>
      {/* Above the picture, which is positioned too. */}
      <ChoiceInput
        {...input}
        type="radio"
        className="z-1"
        name="edition"
        value={editionSlug(edition)}
        data-sold={soldOut.join(' ') || undefined}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-more`}
      />
      <span className="relative block aspect-square overflow-hidden rounded-hair bg-well-stone max-2xs:hidden">
        <Picture
          name={editionPicture(edition)}
          sizes="(max-width: 48rem) 30vw, 10rem"
          alt=""
          className="absolute inset-1/30 size-14/15 object-contain"
        />
      </span>
      <b
        className="mt-3 flex items-center gap-2 font-display text-base leading-heading font-normal max-2xs:pr-7 md:text-lg"
        id={`${id}-name`}
      >
        <ChoiceDot className="absolute top-3 right-3 md:static" />
        {edition}
      </b>
      <span className="mt-1 block text-xs text-quiet max-2xs:pr-7" id={`${id}-more`}>
        {editionCopy(edition, facts).copies} copies
        {soldOut.map((option) => (
          <span key={option} className={cn('block font-bold text-wax', shownFor({ option }))}>
            Sold out
          </span>
        ))}
      </span>
    </ChoiceCard>
  )
}

/** Step 2 of Vol. I in the UK store: the edition, described while it is chosen. There is no default. */
export function EditionStep({
  chosen,
  soldOut,
  problem,
}: {
  chosen: Edition | null
  soldOut: SoldOut
  problem: ReactNode
}) {
  const facts = usePageFacts()
  return (
    <Step title={STEPS.edition} id="edition" role="radiogroup" {...missingChoice(problem)}>
      <div className="grid grid-cols-3 gap-2 max-2xs:grid-cols-1 md:gap-3">
        {EDITIONS.map((edition) => (
          <EditionCard
            key={edition}
            edition={edition}
            defaultChecked={edition === chosen}
            soldOut={soldOut.editions[edition]}
            facts={facts}
          />
        ))}
      </div>
      {problem ?? (
        <Note icon="alert" className="mt-3 not-edition-none:hidden">
          {CHOOSE_EDITION}
        </Note>
      )}
      <div aria-live="polite">
        {EDITIONS.map((edition) => {
          const { line, features } = editionCopy(edition, facts)
          return (
            <div
              key={edition}
              className={cn(
                'mt-3 rounded-board border-l-8 bg-plate px-5 py-4',
                COLOURS[edition],
                shownFor({ edition: editionSlug(edition) }),
              )}
            >
              <h3 className="text-h4">{edition}</h3>
              <p className="mt-1 text-sm text-quiet">{line}</p>
              <Ticks lines={features} className="mt-2 gap-1.5 leading-snug" />
              {soldOut.editions[edition].map((option) => (
                <p
                  className={cn(
                    'mt-3 flex items-start gap-2 text-sm font-semibold text-wax',
                    shownFor({ option }),
                  )}
                  key={option}
                >
                  <Icon name="alert" />
                  {EDITION_SOLD_OUT}
                </p>
              ))}
            </div>
          )
        })}
      </div>
    </Step>
  )
}

const CARDS: Readonly<Record<Wrapping, { readonly picture: PictureName; readonly isWorthMoney: boolean }>> = {
  'gift-edition': { picture: 'gift-envelope', isWorthMoney: true },
  'printable-only': { picture: 'gift-2-letter', isWorthMoney: false },
  'no-wrapping': { picture: 'box-vol2-closed', isWorthMoney: false },
}

/** Step 2 of Vol. II: the gift wrapping. */
export function WrappingStep({ chosen }: { chosen: Wrapping }) {
  const facts = usePageFacts()
  return (
    <Step title={STEPS.wrapping}>
      <div className="grid grid-cols-1 gap-3">
        {WRAPPINGS.map((wrapping) => (
          <SetCard
            key={wrapping}
            name="wrapping"
            value={wrapping}
            defaultChecked={wrapping === chosen}
            well="bg-bottle"
            picture={
              <Picture
                name={CARDS[wrapping].picture}
                sizes="4.5rem"
                alt=""
                className="absolute inset-1/12 size-5/6 object-contain"
              />
            }
            title={WRAPPING_TITLES[wrapping]}
            words={WRAPPING_TEXTS[wrapping]}
            price={
              <>
                {CARDS[wrapping].isWorthMoney ? (
                  <s>
                    <span className="sr-only">Worth </span>
                    {facts.envelopeValue}
                  </s>
                ) : null}
                {wrapping === 'no-wrapping' ? null : <b>FREE</b>}
              </>
            }
          />
        ))}
      </div>
      <div aria-live="polite" className="mt-3 grid gap-3">
        {WRAPPINGS.map((wrapping) => (
          <Note icon="truck" key={wrapping} data-wrapping={wrapping} className={shownFor({ wrapping })}>
            {shippingNote(facts, wrapping)}
          </Note>
        ))}
        <p className="max-w-none text-xs text-quiet not-wrapping-gift-edition:hidden">{worthNote(facts)}</p>
        <p className="text-sm text-quiet wrapping-no-wrapping:hidden">{WRAPPING_NOTE}</p>
      </div>
    </Step>
  )
}
