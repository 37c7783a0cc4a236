import type { ReactNode } from 'react'
import { BADGES } from '#app/content/badge-words.ts'
import { OPTION_TEXTS, STEPS } from '#app/content/choices/option-words.ts'
import { type ConditionalPrice, pricesOfOption, type SoldOut } from '#app/models/box-offers.ts'
import { MARKETS } from '#app/models/market.ts'
import { formatMoney, type Money } from '#app/models/money.ts'
import {
  OPTION_CHOICES,
  OPTION_TITLES,
  type OptionChoice,
  type ProductChoice,
  wandChoices,
} from '#app/models/option-choice.ts'
import { classicSetSaving } from '#app/models/option-price.ts'
import { kindOf, type Product } from '#app/models/product.ts'
import { wandPicture } from '#app/models/style-pictures.ts'
import { CLASSIC_WAND, PREMIUM_WANDS, type WandStyle } from '#app/models/wands.ts'
import { useShop } from '../page/use-shop.ts'
import { Badge } from '../ui/badge.tsx'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import { BoxPicture, PremiumWandPicture } from './choice-art.tsx'
import { SetCard, SoldOutLine, Step } from './choices.tsx'
import { ConditionalPrices } from './totals.tsx'
import { WandSelector } from './wand-selector.tsx'

const WAND = {
  sizes: '2rem',
  alt: '',
  className: 'absolute inset-[2%_4%_2%_auto] h-19/20 w-3/10 rotate-14 object-contain',
}

/** The box on an option's card, moved aside for a wand: the chosen one, or Dragon & Oak before one is chosen. */
function OptionPicture({ option, isVol1, wands }: Pick<CardProps, 'option' | 'isVol1' | 'wands'>) {
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
      {option === 'classic-wand' ? <Picture name={wandPicture(CLASSIC_WAND)} {...WAND} /> : null}
      {option === 'premium-wand' ? (
        <PremiumWandPicture wands={wands} unchosen={PREMIUM_WANDS[0]} {...WAND} />
      ) : null}
    </>
  )
}

type CardProps = {
  readonly option: OptionChoice
  readonly prices: readonly ConditionalPrice[]
  readonly isVol1: boolean
  readonly wands: readonly WandStyle[]
  readonly isSoldOut: boolean
  readonly isChecked: boolean
  readonly saving: Money | null
}

function OptionCard({ option, prices, isVol1, wands, isSoldOut, isChecked, saving }: CardProps) {
  return (
    <SetCard
      name="option"
      value={option}
      defaultChecked={isChecked}
      data-sold={isSoldOut ? option : undefined}
      well={isVol1 ? 'bg-well-stone' : 'bg-well-midnight'}
      picture={<OptionPicture option={option} isVol1={isVol1} wands={wands} />}
      badge={option === 'classic-wand' ? <Badge tone="gold">{BADGES.popular}</Badge> : null}
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
          <ConditionalPrices prices={prices} hasEnvelope={false} look="card" />
        </>
      }
    />
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
  /** The premium wands on offer. */
  const wands = wandChoices(product, market).map(({ wand }) => wand)
  const saving = classicSetSaving(product, singleWands, choice.edition, MARKETS[market].currencyCode)
  return (
    <Step title={STEPS.option}>
      <div className="grid grid-cols-1 gap-3">
        {OPTION_CHOICES.map((option) => (
          <OptionCard
            key={option}
            option={option}
            prices={pricesOfOption(product, option, market)}
            isVol1={kindOf(product) === 'vol-1'}
            wands={wands}
            isSoldOut={soldOut.options.includes(option)}
            isChecked={option === choice.option}
            saving={saving}
          />
        ))}
        <WandSelector wands={wands} chosen={choice.wand} soldOut={soldOut.wands} problem={wandProblem} />
      </div>
      {problem}
    </Step>
  )
}
