import { type FormEvent, useState } from 'react'
import { choiceRefused, type Notice } from '../../models/messages.ts'
import { chooseVariant, type ProductChoice } from '../../models/option-choice.ts'
import type { Product } from '../../models/product.ts'
import { useShop } from '../layout/use-shop.ts'
import { useAddToCartForm } from './use-submit-add.ts'

export type ChoiceProblem = {
  readonly error: 'edition-required' | 'option-required'
  readonly notice: Notice
}

/** Brings a message into view that has just been put on the page. */
function scrollToProblem(): void {
  requestAnimationFrame(() => {
    document.querySelector('.page-product form .notice.error')?.scrollIntoView({ block: 'center' })
  })
}

/** Sends a volume's form, unless the choice is unfinished: then it says what is missing, where it is missing. */
export function useBuyForm(product: Product, choice: ProductChoice) {
  const { market } = useShop()
  const [problem, setProblem] = useState<ChoiceProblem | null>(null)
  const add = useAddToCartForm()

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const chosen = chooseVariant(product, choice, market)
    if (chosen.ok) return add.onSubmit(event)
    event.preventDefault()
    setProblem({ error: chosen.error, notice: choiceRefused(chosen.error) })
    scrollToProblem()
  }
  return { problem, clearProblem: () => setProblem(null), onSubmit, isBusy: add.isBusy }
}
