import { type FormEvent, useState } from 'react'
import { choiceRefused, type Notice } from '../../models/messages.ts'
import { chooseVariant, type ProductChoice } from '../../models/option-choice.ts'
import type { Product } from '../../models/product.ts'
import { useShop } from '../layout/use-shop.ts'
import { useAddToCartForm } from './use-add-to-cart-form.ts'

export type ChoiceProblem = {
  readonly error: 'edition-required' | 'option-required'
  readonly notice: Notice
}

/** Scrolls to the message once it has been rendered. */
function scrollToProblem(): void {
  requestAnimationFrame(() => {
    document.querySelector('.page-product form .notice.error')?.scrollIntoView({ block: 'center' })
  })
}

/** Submits a volume's form; if the choice is incomplete, shows a message at the step that is missing instead. */
export function useBuyForm(product: Product, choice: ProductChoice) {
  const { market } = useShop()
  const [problem, setProblem] = useState<ChoiceProblem | null>(null)
  const add = useAddToCartForm()

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const result = chooseVariant(product, choice, market)
    if (result.ok) return add.onSubmit(event)
    event.preventDefault()
    setProblem({ error: result.error, notice: choiceRefused(result.error) })
    scrollToProblem()
  }
  return { problem, clearProblem: () => setProblem(null), onSubmit, isBusy: add.isBusy }
}
