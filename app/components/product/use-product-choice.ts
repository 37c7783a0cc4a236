import { INCOMPLETE } from '#app/models/incomplete-choice.ts'
import {
  fieldsOfChoice,
  formatProductChoice,
  type ProductChoice,
  parseProductChoice,
} from '#app/models/option-choice.ts'
import { type ChoiceOfForm, useChoiceInQuery } from './use-choice-in-query.ts'

function readForm(form: HTMLFormElement): ProductChoice {
  return parseProductChoice(new FormData(form))
}

/** Checks exactly the radio buttons of a choice. */
function checkRadios(form: HTMLFormElement, choice: ProductChoice): void {
  for (const [name, value] of Object.entries(fieldsOfChoice(choice)))
    for (const radio of form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`))
      radio.checked = radio.value === value
}

const PRODUCT_CHOICE: ChoiceOfForm<ProductChoice> = {
  read: readForm,
  write: checkRadios,
  parse: parseProductChoice,
  format: formatProductChoice,
  parameters: ['option', 'wand', 'edition', 'wrapping', INCOMPLETE],
}

/** The choice of a volume in its form and in the URL. */
export function useProductChoice() {
  const { form, choice, apply } = useChoiceInQuery(PRODUCT_CHOICE)
  function onChange() {
    if (form.current) apply(readForm(form.current))
  }
  return { form, choice, onChange }
}
