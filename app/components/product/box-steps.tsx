import { useId } from 'react'
import { BADGES } from '#app/components/page/badge.tsx'
import { editionCopy } from '#app/content/box-words.ts'
import { type BoxOffers, classicSetSaving } from '#app/models/box-offers.ts'
import { MARKETS } from '#app/models/market.ts'
import { formatMoney } from '#app/models/money.ts'
import {
  EDITIONS,
  type Edition,
  editionPicture,
  editionSlug,
  OPTION_CHOICES,
  OPTION_TITLES,
  type OptionChoice,
  WRAPPINGS,
  type Wrapping,
} from '#app/models/option-choice.ts'
import type { PictureName } from '#app/models/pictures.ts'
import { shippingNote } from '#app/models/shipping-dates.ts'
import { PREMIUM_COUNT } from '#app/models/wands.ts'
import { Badge } from '../page/badge.tsx'
import { cn } from '../ui/cn.ts'
import { ChoiceCard, ChoiceDot, ChoiceInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Ticks } from '../ui/list.tsx'
import { Note } from '../ui/note.tsx'
import { Picture } from '../ui/picture.tsx'
import { type Box, ConditionalPrices, OptionPicture, WandSelector } from './box-parts.tsx'
import { missingChoice, OptionCard, PLATE_CARD, SoldOutLine, Step, shownFor } from './choices.tsx'

const OPTION_TEXTS: Readonly<Record<OptionChoice, string>> = {
  'box-only': 'For people who own a wand already.',
  'classic-wand': 'The box and the Dragon & Elder wand.',
  'premium-wand': `The box and one of ${PREMIUM_COUNT} premium wands.`,
}

/** Step 1: the box alone, or with a wand. */
export function OptionStep({ box }: { box: Box }) {
  const { product, isVol1, wands, choice, offers, facts } = box
  const { market } = facts
  const saving = classicSetSaving(product, box.singleWands, choice.edition, MARKETS[market].currencyCode)
  return (
    <Step title="1. Choose Your Option">
      <div className="grid grid-cols-1 gap-3">
        {OPTION_CHOICES.map((option) => {
          const isPopular = option === 'classic-wand'
          const isSoldOut = offers.soldOutOptions.includes(option)
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
                  <ConditionalPrices
                    prices={offers.prices.filter(({ when }) => when.option === option)}
                    look="card"
                  />
                </>
              }
            />
          )
        })}
        <WandSelector box={box} />
      </div>
      {box.problem('option-required')}
    </Step>
  )
}

const COLOURS: Record<Edition, string> = {
  Ashborn: 'border-ashborn',
  Sunfire: 'border-sunfire',
  Ember: 'border-ember',
}

/** The options with which an edition is sold out. */
function soldOutOptionsOf(edition: Edition, { soldOut }: BoxOffers): OptionChoice[] {
  return soldOut.filter((gone) => gone.edition === edition).map(({ option }) => option)
}

function EditionCard({ edition, box: { choice, offers, facts } }: { edition: Edition; box: Box }) {
  const id = useId()
  const gone = soldOutOptionsOf(edition, offers)
  return (
    <ChoiceCard className={cn('block p-1.5 pb-3 md:p-2.5 md:pb-4', PLATE_CARD)}>
      {/* Above the picture, which is positioned too. */}
      <ChoiceInput
        type="radio"
        className="z-1"
        name="edition"
        value={editionSlug(edition)}
        defaultChecked={edition === choice.edition}
        data-sold={gone.join(' ') || undefined}
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
        {gone.map((option) => (
          <span key={option} className={cn('block font-bold text-wax', shownFor({ option }))}>
            Sold out
          </span>
        ))}
      </span>
    </ChoiceCard>
  )
}

function EditionFeatures({ edition, box: { offers, facts } }: { edition: Edition; box: Box }) {
  const { line, features } = editionCopy(edition, facts)
  return (
    <div
      className={cn(
        'mt-3 rounded-board border-l-8 bg-plate px-5 py-4',
        COLOURS[edition],
        shownFor({ edition: editionSlug(edition) }),
      )}
    >
      <h3 className="text-h4">{edition}</h3>
      <p className="mt-1 text-sm text-quiet">{line}</p>
      <Ticks lines={features} className="mt-2 gap-1.5 leading-snug" />
      {soldOutOptionsOf(edition, offers).map((option) => (
        <p
          className={cn('mt-3 flex items-start gap-2 text-sm font-semibold text-wax', shownFor({ option }))}
          key={option}
        >
          <Icon name="alert" />
          Sold out with this option. Try another edition or another set.
        </p>
      ))}
    </div>
  )
}

/** Step 2 of Vol. I in the UK store: the edition, described while it is chosen. There is no default. */
export function EditionStep({ box }: { box: Box }) {
  const message = box.problem('edition-required')
  return (
    <Step title="2. Choose your Phoenix Edition" id="edition" role="radiogroup" {...missingChoice(message)}>
      <div className="grid grid-cols-3 gap-2 max-2xs:grid-cols-1 md:gap-3">
        {EDITIONS.map((edition) => (
          <EditionCard key={edition} edition={edition} box={box} />
        ))}
      </div>
      {message ?? (
        <Note icon="alert" className="mt-3 not-edition-none:hidden">
          Select an edition to see it.
        </Note>
      )}
      <div aria-live="polite">
        {EDITIONS.map((edition) => (
          <EditionFeatures key={edition} edition={edition} box={box} />
        ))}
      </div>
    </Step>
  )
}

type WrappingCard = readonly [picture: PictureName, title: string, words: string]

const WRAPPING_CARDS: Readonly<Record<Wrapping, WrappingCard>> = {
  'gift-edition': [
    'gift-envelope',
    'Gift Edition Envelope',
    'Seven pieces in one envelope, sent to you ahead of the box.',
  ],
  'printable-only': [
    'gift-2-letter',
    'Printable letter only',
    'A PDF to print at home. The magic words come by email.',
  ],
  'no-wrapping': [
    'box-vol2-closed',
    'No wrapping, it is for me',
    'No magic words. The box ships with this order, to your own address.',
  ],
}

/** Step 2 of Vol. II: the gift wrapping. */
export function WrappingStep({ box: { choice, facts } }: { box: Box }) {
  return (
    <Step title="2. Choose the wrapping">
      <div className="grid grid-cols-1 gap-3">
        {WRAPPINGS.map((wrapping) => {
          const [picture, title, words] = WRAPPING_CARDS[wrapping]
          return (
            <OptionCard
              key={wrapping}
              name="wrapping"
              value={wrapping}
              defaultChecked={wrapping === choice.wrapping}
              well="bg-bottle"
              picture={
                <Picture
                  name={picture}
                  sizes="4.5rem"
                  alt=""
                  className="absolute inset-1/12 size-5/6 object-contain"
                />
              }
              title={title}
              words={words}
              price={
                <>
                  {wrapping === 'gift-edition' ? (
                    <s>
                      <span className="sr-only">Worth </span>
                      {facts.envelopeValue}
                    </s>
                  ) : null}
                  {wrapping === 'no-wrapping' ? null : <b>FREE</b>}
                </>
              }
            />
          )
        })}
      </div>
      <div aria-live="polite" className="mt-3 grid gap-3">
        {WRAPPINGS.map((wrapping) => (
          <Note icon="truck" key={wrapping} data-wrapping={wrapping} className={shownFor({ wrapping })}>
            {shippingNote(facts, wrapping)}
          </Note>
        ))}
        <p className="max-w-none text-xs text-quiet not-wrapping-gift-edition:hidden">
          {`The struck-through figure is the price plus the envelope’s value of ${facts.envelopeValue}. It is not an earlier price.`}
        </p>
        <p className="text-sm text-quiet wrapping-no-wrapping:hidden">
          Giving it away? The magic words work only in the store where you buy them. Choose the store that
          ships to the person you are giving to.
        </p>
      </div>
    </Step>
  )
}
