import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  type BundleSelection,
  chooseBundleSize,
  EMPTY_BUNDLE,
  formatBundle,
  parseBundle,
  parseBundleQuery,
  parseBundleSize,
  parseWands,
  settleBundle,
  toggleWand,
} from '../../models/bundle.ts'
import { bundleCleared, choiceRefused } from '../../models/messages.ts'
import { parseWandStyle, type WandStyle, wandSlug } from '../../models/option-choice.ts'
import { ok } from '../../models/result.ts'
import { showNotice } from '../page/notice-store.ts'

const FIELDS = ['size', 'wands'] as const

/** Checks exactly the radio button and the boxes of a selection. */
function writeForm(form: HTMLFormElement, { size, wands }: BundleSelection): void {
  const slugs = wands.map(wandSlug)
  for (const radio of form.querySelectorAll<HTMLInputElement>('input[name="size"]'))
    radio.checked = radio.value === String(size)
  for (const box of form.querySelectorAll<HTMLInputElement>('input[name="wands"]'))
    box.checked = slugs.includes(box.value)
}

/** Reads what is checked. Unlike for `parseBundle`, a size of six does not stand for all six wands. */
function readForm(form: HTMLFormElement): BundleSelection {
  const fields = new FormData(form)
  return { size: parseBundleSize(fields.get('size')), wands: parseWands(fields) }
}

/** Writes a selection to the query, and leaves other parameters as they are. */
function withSelection(current: URLSearchParams, selection: BundleSelection): string {
  const next = new URLSearchParams(current)
  for (const name of FIELDS) next.delete(name)
  for (const [name, value] of new URLSearchParams(formatBundle(selection))) next.append(name, value)
  return next.toString()
}

/**
 * The state of the bundle builder. The form's radio buttons and boxes are the source of truth; this hook enforces the
 * rules on them and mirrors them in the URL. Spec: 4 Bundle flow
 */
export function useBundle() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const currentSearch = params.toString()
  const [selection, setSelection] = useState(() => parseBundleQuery(params))
  const isFirstRun = useRef(true)
  /** The query of a navigation started by `applySelection`, until it has finished. */
  const pendingSearch = useRef<string | null>(null)

  function applySelection(next: BundleSelection) {
    // Another page may be shown by the time the bundle is in the cart: its URL must not change.
    if (!form.current) return
    setSelection(next)
    writeForm(form.current, next)
    const search = withSelection(params, next)
    if (search === currentSearch) return
    pendingSearch.current = search
    void navigate({ search }, { replace: true, preventScrollReset: true })
  }

  /** Applies what a choice leaves of a selection, and says so when it leaves none of the wands that were chosen. */
  function applyRules(chosen: readonly WandStyle[], next: BundleSelection) {
    const settled = settleBundle(next)
    applySelection(settled)
    if (chosen.length > 0 && settled.wands.length === 0 && settled.size !== null)
      showNotice(bundleCleared(settled.size))
  }

  const onSearchChange = useEffectEvent((search: string) => {
    const wasFirstRun = isFirstRun.current
    isFirstRun.current = false
    if (pendingSearch.current !== null) {
      if (pendingSearch.current === search) pendingSearch.current = null
      return
    }
    if (!form.current) return
    const formSelection = readForm(form.current)
    const urlSelection = parseBundleQuery(new URLSearchParams(search))
    if (formatBundle(formSelection) === formatBundle(urlSelection)) return
    // Choices made before hydration win. Later, the URL differs only after a link or the back button.
    if (wasFirstRun) return applyRules(formSelection.wands, parseBundle(new FormData(form.current)))
    writeForm(form.current, urlSelection)
    setSelection(urlSelection)
  })
  useEffect(() => onSearchChange(currentSearch), [currentSearch])

  function onChange({ target }: FormEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement) || !form.current) return
    const size = target.name === 'size' ? parseBundleSize(target.value) : null
    if (size !== null) return applyRules(readForm(form.current).wands, chooseBundleSize(size))
    const wand = target.name === 'wands' ? parseWandStyle(target.value) : null
    if (wand === null) return
    // Read from the form: the rendered state may be a step behind, above all during hydration.
    const formSelection = readForm(form.current)
    const others = { ...formSelection, wands: formSelection.wands.filter((other) => other !== wand) }
    const toggled = target.checked ? toggleWand(others, wand) : ok(formSelection)
    if (toggled.ok) return applySelection(formSelection)
    target.checked = false
    showNotice(choiceRefused(toggled.error, formSelection.size))
  }
  return { form, selection, onChange, startOver: () => applySelection(EMPTY_BUNDLE) }
}
