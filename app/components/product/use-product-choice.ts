import { INCOMPLETE } from '../../models/incomplete-choice.ts'
import {
  DEFAULT_WRAPPING,
  fieldsOfChoice,
  formatProductChoice,
  type ProductChoice,
  parseProductChoice,
} from '../../models/option-choice.ts'
import { type ChoiceOfForm, useChoiceInQuery } from './use-choice-in-query.ts'

/** The default wrapping is left out of the URL, and so of comparisons with it. */
function withoutDefaultWrapping(choice: ProductChoice): ProductChoice {
  return choice.wrapping === DEFAULT_WRAPPING ? { ...choice, wrapping: null } : choice
}

function readForm(form: HTMLFormElement): ProductChoice {
  return withoutDefaultWrapping(parseProductChoice(new FormData(form)))
}

/** Checks exactly the radio buttons of a choice. */
function checkRadios(form: HTMLFormElement, choice: ProductChoice): void {
  const checked = fieldsOfChoice({ ...choice, wrapping: choice.wrapping ?? DEFAULT_WRAPPING })
  for (const [name, value] of Object.entries(checked))
    for (const radio of form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`))
      radio.checked = radio.value === value
}

const PRODUCT_CHOICE: ChoiceOfForm<ProductChoice> = {
  read: readForm,
  write: checkRadios,
  parse: (query) => withoutDefaultWrapping(parseProductChoice(query)),
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
