import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

/** How a choice is read and written; must not change between renderings. */
export type ChoiceOfForm<T> = {
  readonly read: (form: HTMLFormElement) => T
  /** Checks exactly the radio buttons and boxes of a choice. */
  readonly write: (form: HTMLFormElement, choice: T) => void
  /** What is left, by the rules, of a choice made before there were scripts to enforce them; without it, all. */
  readonly settle?: (form: HTMLFormElement) => T
  readonly parse: (query: URLSearchParams) => T
  /** The query of a choice; equal for equal choices. */
  readonly format: (choice: T) => string
  /** The query parameters that belong to it; all others stay as they are. */
  readonly parameters: readonly string[]
}

/**
 * Mirrors the radio buttons and boxes of a product form in the URL, so that links, reloads and the back button preserve
 * the choice. The form is the source of truth: it works before hydration and without JavaScript, and the CSS depends on
 * it.
 */
export function useChoiceInQuery<T>({ read, write, settle, parse, format, parameters }: ChoiceOfForm<T>) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const currentSearch = query.toString()
  const [choice, setChoice] = useState(() => parse(query))
  const isFirstRun = useRef(true)
  /** The query of a navigation started by `apply`, until it has finished. */
  const pendingSearch = useRef<string | null>(null)

  function apply(next: T) {
    // Another page may be shown by the time a bundle is in the cart: its URL must not change.
    if (!form.current) return
    setChoice(next)
    write(form.current, next)
    const target = new URLSearchParams(query)
    for (const name of parameters) target.delete(name)
    for (const [name, value] of new URLSearchParams(format(next))) target.append(name, value)
    const search = target.toString()
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
    const inForm = read(form.current)
    const inUrl = parse(new URLSearchParams(search))
    if (format(inForm) === format(inUrl)) return
    // A choice made before hydration wins. Later, the URL differs only after a link or the back button.
    if (wasFirstRun) return apply(settle ? settle(form.current) : inForm)
    write(form.current, inUrl)
    setChoice(inUrl)
  })
  useEffect(() => onSearchChange(currentSearch), [currentSearch])

  return { form, choice, apply }
}
