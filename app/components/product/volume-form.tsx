import type { FormEventHandler, ReactNode, Ref } from 'react'
import type { PageFacts } from '../../content/page-facts.ts'
import { PROBLEM_ID } from '../../models/incomplete-choice.ts'
import { MARKETS, marketPath } from '../../models/market.ts'
import {
  DEFAULT_WRAPPING,
  needsEdition,
  needsWrapping,
  type ProductChoice,
  wandChoices,
} from '../../models/option-choice.ts'
import { classicSetSaving } from '../../models/option-price.ts'
import { kindOf, type Product } from '../../models/product.ts'
import { NoticeBox } from '../ui/notice.tsx'
import { EditionStep } from './edition-step.tsx'
import { pricesOfOption, type SoldOut } from './offers.ts'
import { OptionStep } from './option-step.tsx'
import type { ChoiceProblem } from './use-buy-form.ts'
import { WandSelector } from './wand-selector.tsx'
import { WrappingStep } from './wrapping-step.tsx'

/** The form of a volume: option and wand, then edition or wrapping. */
export function VolumeForm({
  id,
  formRef,
  product,
  wands,
  choice,
  soldOut,
  facts,
  problem,
  onChange,
  onSubmit,
}: {
  id: string
  formRef: Ref<HTMLFormElement>
  product: Product
  /** The single wands, to calculate what a set saves. */
  wands: Pick<Product, 'variants'> | null
  choice: ProductChoice
  soldOut: SoldOut
  facts: PageFacts
  problem: ChoiceProblem | null
  onChange: FormEventHandler<HTMLFormElement>
  onSubmit: FormEventHandler<HTMLFormElement>
}) {
  const { market } = facts
  const styles = wandChoices(product, market).map(({ wand }) => wand)
  const saving = classicSetSaving(product, wands, choice.edition, MARKETS[market].currencyCode)
  const problemOf = (...errors: readonly ChoiceProblem['error'][]): ReactNode =>
    problem && errors.includes(problem.error) ? (
      // In the middle of the window, between the step that it is about and the next.
      <div id={PROBLEM_ID} className="mt-3 scroll-my-[40vh]">
        <NoticeBox notice={problem.notice} />
      </div>
    ) : null
  return (
    <form
      id={id}
      className="mt-2.5 grid grid-cols-1 gap-6"
      ref={formRef}
      method="post"
      action={marketPath(market, '/cart')}
      onChange={onChange}
      onSubmit={onSubmit}
    >
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="handle" value={product.handle} />
      <OptionStep
        chosen={choice.option}
        pricesOf={(option) => pricesOfOption(product, option, market)}
        soldOut={soldOut}
        isVol1={kindOf(product) === 'vol-1'}
        wands={styles}
        saving={saving}
        problem={problemOf('option-required', 'wand-required')}
      >
        <WandSelector wands={styles} chosen={choice.wand} soldOut={soldOut.wands} />
      </OptionStep>
      {needsEdition(product, market) ? (
        <EditionStep
          chosen={choice.edition}
          soldOut={soldOut}
          facts={facts}
          problem={problemOf('edition-required')}
        />
      ) : null}
      {needsWrapping(product) ? (
        <WrappingStep chosen={choice.wrapping ?? DEFAULT_WRAPPING} facts={facts} />
      ) : null}
    </form>
  )
}
