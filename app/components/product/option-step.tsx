import type { ReactNode } from 'react'
import { OPTION_TEXTS } from '../../content/option-words.ts'
import type { Money } from '../../models/money.ts'
import { formatMoney } from '../../models/money.ts'
import { OPTION_CHOICES, OPTION_TITLES, type OptionChoice } from '../../models/option-choice.ts'
import type { PictureName } from '../../models/pictures.ts'
import { Badge } from '../ui/badge.tsx'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import type { ConditionalPrice, SoldOut } from './offers.ts'
import { SetCard, SoldOutLine } from './set-card.tsx'
import { Step } from './step.tsx'
import { ConditionalPrices } from './totals.tsx'

const WAND_PICTURES: Record<OptionChoice, PictureName | null> = {
  'box-only': null,
  'classic-wand': 'wand-dragon-elder',
  'premium-wand': 'wand-dragon-oak',
}

const PICTURE = 'absolute inset-[6%] size-[88%] object-contain'
/** The chosen edition, or Ember before one is chosen. */
const EDITION_PICTURES = [
  ['box-vol1-ashborn', 'hidden edition-ashborn:block'],
  ['box-vol1-sunfire', 'hidden edition-sunfire:block'],
  ['box-vol1-ember', 'hidden edition-ember:block edition-none:block'],
] as const

/** The box on an option's card, moved aside for a wand. */
function BoxPictures({ isVol1, hasWand }: { isVol1: boolean; hasWand: boolean }) {
  const place = cn(PICTURE, hasWand && '-translate-x-[10%]')
  if (!isVol1) return <Picture name="box-vol2-closed" sizes="4.5rem" alt="" className={place} />
  return EDITION_PICTURES.map(([name, shown]) => (
    <Picture key={name} name={name} sizes="4.5rem" alt="" className={cn(place, shown)} />
  ))
}

type CardProps = {
  readonly option: OptionChoice
  readonly prices: readonly ConditionalPrice[]
  readonly isVol1: boolean
  readonly isSoldOut: boolean
  readonly isChecked: boolean
  readonly saving: Money | null
}

function OptionCard({ option, prices, isVol1, isSoldOut, isChecked, saving }: CardProps) {
  const wand = WAND_PICTURES[option]
  return (
    <SetCard
      name="option"
      value={option}
      defaultChecked={isChecked}
      data-sold={isSoldOut ? option : undefined}
      well={isVol1 ? 'well-stone' : 'well-midnight'}
      picture={
        <>
          <BoxPictures isVol1={isVol1} hasWand={wand !== null} />
          {wand ? (
            <Picture
              name={wand}
              sizes="2rem"
              alt=""
              className="absolute inset-[2%_4%_2%_auto] h-[96%] w-[30%] rotate-14 object-contain"
            />
          ) : null}
        </>
      }
      badge={option === 'classic-wand' ? <Badge tone="gold">MOST POPULAR</Badge> : null}
      title={OPTION_TITLES[option]}
      words={
        <>
          {OPTION_TEXTS[option]}
          {option === 'classic-wand' && saving ? (
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
          <ConditionalPrices prices={prices} hasEnvelope={!isVol1} look="card" />
        </>
      }
    />
  )
}

/** Step 1: the box alone, or with a wand. */
export function OptionStep({
  chosen,
  pricesOf,
  soldOut,
  isVol1,
  saving,
  problem,
  children,
}: {
  chosen: OptionChoice
  pricesOf: (option: OptionChoice) => readonly ConditionalPrice[]
  soldOut: SoldOut
  isVol1: boolean
  saving: Money | null
  /** Error message, if any. */
  problem: ReactNode
  /** The wand selector, below the card of the premium set. */
  children: ReactNode
}) {
  return (
    <Step title="1. Choose Your Option">
      <div className="grid grid-cols-1 gap-3">
        {OPTION_CHOICES.map((option) => (
          <OptionCard
            key={option}
            option={option}
            prices={pricesOf(option)}
            isVol1={isVol1}
            isSoldOut={soldOut.options.includes(option)}
            isChecked={option === chosen}
            saving={saving}
          />
        ))}
        {children}
      </div>
      {problem}
    </Step>
  )
}
