import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { INCOMPLETE, PROBLEM_ID } from '#app/models/incomplete-choice.ts'
import { choiceRefused, type Toast } from '#app/models/messages.ts'
import { type BoxChoiceError, chooseVariant, type ProductChoice } from '#app/models/option-choice.ts'
import type { Product } from '#app/models/product.ts'
import { useAddToCartForm } from '../cart/client/hooks.tsx'
import { useShop } from '../page/use-shop.ts'

export type ChoiceProblem = {
  readonly error: BoxChoiceError
  readonly toast: Toast
}

/** Moves the focus to the group that lacks a choice once its message has been rendered: it describes the group. */
function focusProblem(): void {
  requestAnimationFrame(() => {
    const message = document.getElementById(PROBLEM_ID)
    const group = message?.closest<HTMLElement>('[aria-invalid]') ?? message
    group?.focus({ preventScroll: true })
    message?.scrollIntoView({ block: 'center' })
  })
}

/**
 * Submits a volume's form; if the choice is incomplete, shows a message at the step that is missing instead. Without
 * JavaScript, the server redirects to the page with that message.
 */
export function useBuyForm(product: Product, choice: ProductChoice) {
  const { market } = useShop()
  const [params] = useSearchParams()
  const add = useAddToCartForm()
  const [problem, setProblem] = useState(() => (params.has(INCOMPLETE) ? findProblem() : null))

  function findProblem(): ChoiceProblem | null {
    const chosen = chooseVariant(product, choice, market)
    return chosen.ok ? null : { error: chosen.error, toast: choiceRefused(chosen.error) }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const found = findProblem()
    if (!found) return add.onSubmit(event)
    event.preventDefault()
    setProblem(found)
    focusProblem()
  }
  return { problem, clearProblem: () => setProblem(null), onSubmit, isBusy: add.isBusy }
}
