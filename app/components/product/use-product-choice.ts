import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  DEFAULT_WRAPPING,
  fieldsOfChoice,
  formatProductChoice,
  type ProductChoice,
  parseProductChoice,
} from '../../models/option-choice.ts'

/** The default wrapping goes without saying, in the address as in the comparison. */
function plainChoice(choice: ProductChoice): ProductChoice {
  return choice.wrapping === DEFAULT_WRAPPING ? { ...choice, wrapping: null } : choice
}

function choiceOfForm(form: HTMLFormElement): ProductChoice {
  return plainChoice(parseProductChoice(new FormData(form)))
}

/** The name of each group of radio buttons, with the value of the one that a choice checks; null for none. */
export function checkedRadios(choice: ProductChoice) {
  return Object.entries(fieldsOfChoice({ ...choice, wrapping: choice.wrapping ?? DEFAULT_WRAPPING }))
}

/** Checks the radio buttons that a choice means, and no others. */
function checkRadios(form: HTMLFormElement, choice: ProductChoice): void {
  for (const [name, value] of checkedRadios(choice))
    for (const radio of form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`))
      radio.checked = radio.value === value
}

/** The address of a choice; what else the address says stays. */
function searchOf(current: URLSearchParams, choice: ProductChoice): string {
  const next = new URLSearchParams(current)
  for (const name of Object.keys(fieldsOfChoice(choice))) next.delete(name)
  for (const [name, value] of new URLSearchParams(formatProductChoice(choice))) next.set(name, value)
  return next.toString()
}

/**
 * Keeps the radio buttons of a product form and the address equal, so that link, refresh and back keep the choice.
 * The buttons lead: they work before and without this, and the page's styles follow them.
 */
export function useProductChoice() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const address = params.toString()
  const [choice, setChoice] = useState(() => plainChoice(parseProductChoice(params)))
  const isFirst = useRef(true)
  /** The address that the last change asked for, until it is there. */
  const asked = useRef<string | null>(null)

  function take(next: ProductChoice) {
    setChoice(next)
    const search = searchOf(params, next)
    if (search === address) return
    asked.current = search
    void navigate({ search }, { replace: true, preventScrollReset: true })
  }

  const onAddress = useEffectEvent((search: string) => {
    const wasFirst = isFirst.current
    isFirst.current = false
    if (asked.current !== null) {
      if (asked.current === search) asked.current = null
      return
    }
    if (!form.current) return
    const inForm = choiceOfForm(form.current)
    const inAddress = plainChoice(parseProductChoice(new URLSearchParams(search)))
    if (formatProductChoice(inForm) === formatProductChoice(inAddress)) return
    // What was chosen before the page was hydrated counts; later the address is changed only by others: back, a link.
    if (wasFirst) return take(inForm)
    checkRadios(form.current, inAddress)
    setChoice(inAddress)
  })
  useEffect(() => onAddress(address), [address])

  function onChange() {
    if (form.current) take(choiceOfForm(form.current))
  }
  return { form, choice, onChange }
}
