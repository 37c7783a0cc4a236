import { type ReactNode, useId } from 'react'
import { editionCopy } from '#app/content/box-words.ts'
import { CHOOSE_WAND, WAND_TEXTS } from '#app/content/choices.ts'
import type { PageFacts } from '#app/content/page-facts.ts'
import { classicSetSaving, type OptionOffer } from '#app/models/box-offers.ts'
import { formatMoney } from '#app/models/money.ts'
import {
  type BoxChoiceError,
  EDITIONS,
  type Edition,
  editionPicture,
  editionSlug,
  OPTION_TITLES,
  type OptionChoice,
  type ProductChoice,
  wandSlug,
} from '#app/models/option-choice.ts'
import type { Product, Variants } from '#app/models/product.ts'
import { PREMIUM_COUNT, type WandStyle, wandPicture } from '#app/models/wands.ts'
import { BADGES, Badge } from '../page/badge.tsx'
import { ChoiceCard, ChoiceDot, ChoiceInput } from '../ui/choice.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Lines } from '../ui/list.tsx'
import { Note } from '../ui/note.tsx'
import { Drawing, Picture } from '../ui/picture.tsx'
import { OptionPicture } from './box-pictures.tsx'
import {
  missingChoice,
  OptionCard,
  PLATE_CARD,
  SoldOutLine,
  Step,
  shownFor,
  WAND_GRID,
  WandRadio,
} from './choices.tsx'

/** A volume on its page, as far as the steps of its form need it. */
export type Box = {
  readonly product: Product
  /** To calculate what a set saves. */
  readonly singleWands: Variants | null
  readonly facts: PageFacts
  readonly isVol1: boolean
  /** The premium wands on offer. */
  readonly wands: readonly WandStyle[]
  readonly choice: ProductChoice
  readonly offers: readonly OptionOffer[]
  /** The error message of a step, if any. */
  readonly problem: (error: BoxChoiceError) => ReactNode
}

const OPTION_TEXTS: Readonly<Record<OptionChoice, string>> = {
  'box-only': 'For people who own a wand already.',
  'classic-wand': 'The box and the Dragon & Elder wand.',
  'premium-wand': `The box and one of ${PREMIUM_COUNT} premium wands.`,
}

export function OptionStep({ box }: { box: Box }) {
  const { product, isVol1, wands, choice, offers, facts } = box
  const saving = classicSetSaving(product, box.singleWands, choice.edition, facts.market)
  return (
    <Step title="1. Choose Your Option">
      <div className="grid grid-cols-1 gap-3">
        {offers.map(({ option, prices, isSoldOut }) => {
          const isPopular = option === 'classic-wand'
          return (
            <OptionCard
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
                  {prices.map(({ when, price }) => (
                    <span key={JSON.stringify(when)} className={shownFor(when)}>
                      <b>{formatMoney(price)}</b>
                    </span>
                  ))}
                </>
              }
            />
          )
        })}
        <WandChoice box={box} />
      </div>
      {box.problem('option-required')}
    </Step>
  )
}

/** The premium wands of a box, shown while the premium set is chosen. */
function WandChoice({ box: { wands, choice, offers, problem } }: { box: Box }) {
  const id = useId()
  const message = problem('wand-required')
  return (
    <div
      data-theme="dark"
      className="-mt-1 rounded-board p-4 bg-well-soot for-option-premium-wand"
      role="radiogroup"
      aria-labelledby={id}
      {...missingChoice(message)}
    >
      <p className="mb-2.5 text-sm font-semibold" id={id}>
        Choose your wand
      </p>
      <div aria-live="polite">
        {[null, ...wands].map((wand) => (
          <p
            key={wand}
            className={cn(
              'mb-4 grid max-w-none grid-cols-thumb items-center gap-4 text-sm max-2xs:grid-cols-1',
              shownFor({ wand: wand ? wandSlug(wand) : 'none' }),
            )}
          >
            <span className="relative h-18 overflow-hidden rounded-board bg-well-linen">
              {wand ? (
                // The grip distinguishes the wands.
                <Picture
                  name={wandPicture(wand)}
                  sizes="3rem"
                  className="absolute -bottom-4 left-1.5 h-44 w-auto max-w-none origin-bottom rotate-24"
                />
              ) : (
                <Drawing name="lock-plate" className="absolute inset-0 m-auto h-12 w-auto" />
              )}
            </span>
            {wand ? (
              <span>
                Your wand: <b className="text-gilt-bright">{wand}</b>
                <span className="block text-quiet">{WAND_TEXTS[wand].line}</span>
              </span>
            ) : (
              <span>{CHOOSE_WAND}</span>
            )}
          </p>
        ))}
      </div>
      {message}
      <div className={cn(WAND_GRID, message && 'mt-4')}>
        {wands.map((wand) => (
          <WandRadio
            key={wand}
            wand={wand}
            defaultChecked={wand === choice.wand}
            isSoldOut={offers.some(({ soldOut }) => soldOut.includes(wandSlug(wand)))}
            className="px-2.5 py-2.5 hover:bg-plate hover:bg-none"
          />
        ))}
      </div>
    </div>
  )
}

const COLOURS: Record<Edition, string> = {
  Ashborn: '#3a4044',
  Sunfire: '#8a5410',
  Ember: '#7e1d16',
}

/** Step 2 of Vol. I in the UK store: the edition, described while it is chosen. There is no default. */
export function EditionStep({ box: { choice, offers, facts, problem } }: { box: Box }) {
  const id = useId()
  const message = problem('edition-required')
  const editions = EDITIONS.map((edition) => {
    const slug = editionSlug(edition)
    /** The options with which it is sold out. */
    const gone = offers.flatMap(({ option, soldOut }) => (soldOut.includes(slug) ? option : []))
    return { edition, slug, gone, ...editionCopy(edition, facts) }
  })
  return (
    <Step title="2. Choose your Phoenix Edition" id="edition" role="radiogroup" {...missingChoice(message)}>
      <div className="grid grid-cols-3 gap-2 max-2xs:grid-cols-1 md:gap-3">
        {editions.map(({ edition, slug, copies, gone }) => (
          <ChoiceCard key={slug} className={cn('block p-1.5 pb-3 md:p-2.5 md:pb-4', PLATE_CARD)}>
            {/* Above the picture, which is positioned too. */}
            <ChoiceInput
              type="radio"
              className="z-1"
              name="edition"
              value={slug}
              defaultChecked={edition === choice.edition}
              data-sold={gone.join(' ') || undefined}
              aria-labelledby={`${id}-${slug}`}
              aria-describedby={`${id}-${slug}-more`}
            />
            <span className="relative block aspect-square overflow-hidden rounded-hair bg-well-stone max-2xs:hidden">
              <Picture
                name={editionPicture(edition)}
                sizes="(max-width: 48rem) 30vw, 10rem"
                className="absolute inset-1/30 size-14/15 object-contain"
              />
            </span>
            <b
              className="mt-3 flex items-center gap-2 font-display text-base leading-heading font-normal max-2xs:pr-7 md:text-lg md:leading-heading"
              id={`${id}-${slug}`}
            >
              <ChoiceDot className="absolute top-3 right-3 md:static" />
              {edition}
            </b>
            <span className="mt-1 block text-xs text-quiet max-2xs:pr-7" id={`${id}-${slug}-more`}>
              {copies} copies
              {gone.map((option) => (
                <span key={option} className={cn('block font-bold text-wax', shownFor({ option }))}>
                  Sold out
                </span>
              ))}
            </span>
          </ChoiceCard>
        ))}
      </div>
      {message ?? (
        <Note icon="alert" className="mt-3 for-edition-none">
          Select an edition to see it.
        </Note>
      )}
      <div aria-live="polite">
        {editions.map(({ edition, slug, line, features, gone }) => (
          <div
            key={slug}
            className={cn('mt-3 rounded-board bg-plate px-5 py-4', shownFor({ edition: slug }))}
            style={{ borderLeft: `8px solid ${COLOURS[edition]}` }}
          >
            <h3 className="text-h4">{edition}</h3>
            <p className="mt-1 text-sm text-quiet">{line}</p>
            <Lines look="ticks" lines={features} className="mt-2 gap-1.5 leading-snug" />
            {gone.map((option) => (
              <p
                key={option}
                className={cn(
                  'mt-3 flex items-start gap-2 text-sm font-semibold text-wax',
                  shownFor({ option }),
                )}
              >
                <Icon name="alert" />
                Sold out with this option. Try another edition or another set.
              </p>
            ))}
          </div>
        ))}
      </div>
    </Step>
  )
}
