import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { INCOMPLETE } from '../../models/incomplete-choice.ts'
import {
  DEFAULT_WRAPPING,
  fieldsOfChoice,
  formatProductChoice,
  type ProductChoice,
  parseProductChoice,
} from '../../models/option-choice.ts'

/** The default wrapping is left out of the URL, and so of comparisons with it. */
function withoutDefaultWrapping(choice: ProductChoice): ProductChoice {
  return choice.wrapping === DEFAULT_WRAPPING ? { ...choice, wrapping: null } : choice
}

function readForm(form: HTMLFormElement): ProductChoice {
  return withoutDefaultWrapping(parseProductChoice(new FormData(form)))
}

/** Entries of radio group name and the value that a choice checks in it, or null for none. */
function checkedRadios(choice: ProductChoice) {
  return Object.entries(fieldsOfChoice({ ...choice, wrapping: choice.wrapping ?? DEFAULT_WRAPPING }))
}

/** Checks exactly the radio buttons of a choice. */
function checkRadios(form: HTMLFormElement, choice: ProductChoice): void {
  for (const [name, value] of checkedRadios(choice))
    for (const radio of form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`))
      radio.checked = radio.value === value
}

/** Writes a choice to the query, and leaves other parameters as they are. */
function withChoice(current: URLSearchParams, choice: ProductChoice): string {
  const next = new URLSearchParams(current)
  for (const name of [...Object.keys(fieldsOfChoice(choice)), INCOMPLETE]) next.delete(name)
  for (const [name, value] of new URLSearchParams(formatProductChoice(choice))) next.set(name, value)
  return next.toString()
}

/**
 * Mirrors the radio buttons of a product form in the URL, so that links, reloads and the back button preserve the
 * choice. The radio buttons are the source of truth: they work before hydration and without JavaScript, and the CSS
 * depends on them.
 */
export function useProductChoice() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const currentSearch = params.toString()
  const [choice, setChoice] = useState(() => withoutDefaultWrapping(parseProductChoice(params)))
  const isFirstRun = useRef(true)
  /** The query of a navigation started by `applyChoice`, until it has finished. */
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
    // A choice made before hydration wins. Later, the URL differs only after a link or the back button.
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
