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
  toggleWand,
} from '../../models/bundle.ts'
import { choiceRefused } from '../../models/messages.ts'
import { parseWandStyle, wandSlug } from '../../models/option-choice.ts'
import { ok } from '../../models/result.ts'
import { showNotice } from '../layout/notice-store.ts'

const FIELDS = ['size', 'wands'] as const

/** Checks the boxes and buttons that a selection means, and no others. */
function writeForm(form: HTMLFormElement, { size, wands }: BundleSelection): void {
  const slugs = wands.map(wandSlug)
  for (const radio of form.querySelectorAll<HTMLInputElement>('input[name="size"]'))
    radio.checked = radio.value === String(size)
  for (const box of form.querySelectorAll<HTMLInputElement>('input[name="wands"]'))
    box.checked = slugs.includes(box.value)
}

/** What is checked, word for word: six without wands is not yet all six here. */
function readForm(form: HTMLFormElement): BundleSelection {
  const fields = new FormData(form)
  const { size, wands } = parseBundle(fields)
  return { size, wands: fields.has('wands') ? wands : [] }
}

function searchOf(current: URLSearchParams, selection: BundleSelection): string {
  const next = new URLSearchParams(current)
  for (const name of FIELDS) next.delete(name)
  for (const [name, value] of new URLSearchParams(formatBundle(selection))) next.append(name, value)
  return next.toString()
}

/**
 * The bundle in the making. The form's own radio buttons and boxes hold it; this keeps them to the rules, and the
 * address equal to them. Spec: 4 Bundle flow
 */
export function useBundle() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const address = params.toString()
  const [selection, setSelection] = useState(() => parseBundleQuery(params))
  const isFirst = useRef(true)
  /** The address that the last change asked for, until it is there. */
  const asked = useRef<string | null>(null)

  function take(next: BundleSelection) {
    // Another page may be shown by the time a bundle is in the cart: its address is its own.
    if (!form.current) return
    setSelection(next)
    writeForm(form.current, next)
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
    const inForm = readForm(form.current)
    const inAddress = parseBundleQuery(new URLSearchParams(search))
    if (formatBundle(inForm) === formatBundle(inAddress)) return
    // What was picked before the page was hydrated counts; later the address is changed only by others: back, a link.
    if (wasFirst) return take(inForm)
    writeForm(form.current, inAddress)
    setSelection(inAddress)
  })
  useEffect(() => onAddress(address), [address])

  function onChange({ target }: FormEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement) || !form.current) return
    const size = target.name === 'size' ? parseBundleSize(target.value) : null
    if (size !== null) return take(chooseBundleSize(size))
    const wand = target.name === 'wands' ? parseWandStyle(target.value) : null
    if (wand === null) return
    // What is checked counts: what was rendered may be a step behind it, above all while the page is taken over.
    const inForm = readForm(form.current)
    const others = { ...inForm, wands: inForm.wands.filter((other) => other !== wand) }
    const toggled = target.checked ? toggleWand(others, wand) : ok(inForm)
    if (toggled.ok) return take(inForm)
    target.checked = false
    showNotice(choiceRefused(toggled.error, inForm.size))
  }
  return { form, selection, onChange, startOver: () => take(EMPTY_BUNDLE) }
}
