import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

/** How a choice is read and written; must not change between renderings. */
export type ChoiceOfForm<T> = {
  readonly read: (form: FormData) => T
  /** The radio buttons and boxes of a choice that are checked, by name and value. */
  readonly fields: (choice: T) => Iterable<readonly [name: string, value: string | null]>
  /** What the rules allow of a choice that was made before there were scripts to enforce them; without it, all. */
  readonly settle?: (form: FormData) => T
  readonly parse: (query: URLSearchParams) => T
  /** The query of a choice; equal for equal choices. */
  readonly format: (choice: T) => string
}

const INPUTS = '[type="radio"], [type="checkbox"]'

/** Checks exactly the given radio buttons and boxes. */
function check(form: HTMLFormElement, fields: Iterable<readonly [string, string | null]>): void {
  const checked = [...fields]
  for (const input of form.querySelectorAll<HTMLInputElement>(INPUTS))
    input.checked = checked.some(([name, value]) => name === input.name && value === input.value)
}

/**
 * Mirrors the radio buttons and boxes of a product form in the URL, so that links, reloads and the back button preserve
 * the choice. The form is the source of truth: it works before hydration and without JavaScript, and the CSS depends on
 * it.
 */
export function useChoiceInQuery<T>({ read, fields, settle, parse, format }: ChoiceOfForm<T>) {
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
    check(form.current, fields(next))
    const target = new URLSearchParams(query)
    for (const { name } of form.current.querySelectorAll<HTMLInputElement>(INPUTS)) target.delete(name)
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
    const inForm = read(new FormData(form.current))
    const inUrl = parse(new URLSearchParams(search))
    if (format(inForm) === format(inUrl)) return
    // A choice made before hydration wins. Later, the URL differs only after a link or the back button.
    if (wasFirstRun) return apply(settle ? settle(new FormData(form.current)) : inForm)
    check(form.current, fields(inUrl))
    setChoice(inUrl)
  })
  useEffect(() => onSearchChange(currentSearch), [currentSearch])

  return { form, choice, apply }
}
