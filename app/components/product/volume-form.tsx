import type { FormEventHandler, ReactNode, Ref } from 'react'
import { PROBLEM_ID } from '../../models/incomplete-choice.ts'
import { marketPath } from '../../models/market.ts'
import {
  DEFAULT_WRAPPING,
  needsEdition,
  needsWrapping,
  type ProductChoice,
} from '../../models/option-choice.ts'
import type { Product } from '../../models/product.ts'
import { useShop } from '../page/use-shop.ts'
import { NoticeBox } from '../ui/notice.tsx'
import { EditionStep } from './edition-step.tsx'
import type { SoldOut } from './offers.ts'
import { OptionStep } from './option-step.tsx'
import type { ChoiceProblem } from './use-buy-form.ts'
import { WrappingStep } from './wrapping-step.tsx'

/** The form of a volume: option and wand, then edition or wrapping. */
export function VolumeForm({
  id,
  formRef,
  product,
  wands,
  choice,
  soldOut,
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
  problem: ChoiceProblem | null
  onChange: FormEventHandler<HTMLFormElement>
  onSubmit: FormEventHandler<HTMLFormElement>
}) {
  const { market } = useShop()
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
        product={product}
        singleWands={wands}
        choice={choice}
        soldOut={soldOut}
        problem={problemOf('option-required', 'wand-required')}
      />
      {needsEdition(product, market) ? (
        <EditionStep chosen={choice.edition} soldOut={soldOut} problem={problemOf('edition-required')} />
      ) : null}
      {needsWrapping(product) ? <WrappingStep chosen={choice.wrapping ?? DEFAULT_WRAPPING} /> : null}
    </form>
  )
}
