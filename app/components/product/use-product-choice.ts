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
function withoutDefaultWrapping(choice: ProductChoice): ProductChoice {
  return choice.wrapping === DEFAULT_WRAPPING ? { ...choice, wrapping: null } : choice
}

function readForm(form: HTMLFormElement): ProductChoice {
  return withoutDefaultWrapping(parseProductChoice(new FormData(form)))
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
function withChoice(current: URLSearchParams, choice: ProductChoice): string {
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
  const currentSearch = params.toString()
  const [choice, setChoice] = useState(() => withoutDefaultWrapping(parseProductChoice(params)))
  const isFirstRun = useRef(true)
  /** The address that the last change asked for, until it is there. */
  const pendingSearch = useRef<string | null>(null)

  function applyChoice(next: ProductChoice) {
    setChoice(next)
    const search = withChoice(params, next)
    if (search === currentSearch) return
    pendingSearch.current = search
    void navigate({ search }, { replace: true, preventScrollReset: true })
  }

  const onSearchChange = useEffectEvent((search: string) => {
    const wasFirstRun = isFirstRun.current
    isFirstRun.current = false
    if (pendingSearch.current !== null) {
      if (pendingSearch.current === search) pendingSearch.current = null
      return
    }
    if (!form.current) return
    const formChoice = readForm(form.current)
    const urlChoice = withoutDefaultWrapping(parseProductChoice(new URLSearchParams(search)))
    if (formatProductChoice(formChoice) === formatProductChoice(urlChoice)) return
    // What was chosen before the page was hydrated counts; later the address is changed only by others: back, a link.
    if (wasFirstRun) return applyChoice(formChoice)
    checkRadios(form.current, urlChoice)
    setChoice(urlChoice)
  })
  useEffect(() => onSearchChange(currentSearch), [currentSearch])

  function onChange() {
    if (form.current) applyChoice(readForm(form.current))
  }
  return { form, choice, onChange }
}
