import type { FormEvent } from 'react'
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
  validateBundle,
} from '#app/models/bundle.ts'
import { bundleCleared, choiceRefused } from '#app/models/messages.ts'
import type { WandStyle } from '#app/models/wands.ts'
import { showToast } from '../page/toast-store.ts'
import { type ChoiceOfForm, useChoiceInQuery } from './use-choice-in-query.ts'

/** Reads what is checked. Unlike for `parseBundle`, a size of six does not stand for all six wands. */
function readBundle(fields: FormData): BundleSelection {
  return { size: parseBundleSize(fields.get('size')), wands: parseWands(fields.getAll('wands')) }
}

/** Says so when a choice has cleared the wands that were chosen before. */
function tellCleared(chosen: readonly WandStyle[], { size, wands }: BundleSelection): void {
  if (chosen.length > 0 && wands.length === 0 && size !== null) showToast(bundleCleared(size))
}

const BUNDLE: ChoiceOfForm<BundleSelection> = {
  read: readBundle,
  fields: (selection) => new URLSearchParams(formatBundle(selection)),
  settle(fields) {
    const settled = settleBundle(parseBundle(fields))
    tellCleared(parseWands(fields.getAll('wands')), settled)
    return settled
  },
  parse: parseBundleQuery,
  format: formatBundle,
  parameters: ['size', 'wands'],
}

/**
 * The state of the bundle builder. The form's radio buttons and boxes are the source of truth; this hook enforces the
 * rules on them and mirrors them in the URL. Spec: 4 Bundle flow
 */
export function useBundle() {
  const { form, choice: selection, apply } = useChoiceInQuery(BUNDLE)

  function onChange({ target }: FormEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement) || !form.current) return
    // Read from the form: the rendered state may be a step behind, above all during hydration.
    const chosen = readBundle(new FormData(form.current))
    const size = target.name === 'size' ? parseBundleSize(target.value) : null
    if (size !== null) {
      const next = chooseBundleSize(size)
      apply(next)
      return tellCleared(chosen.wands, next)
    }
    if (target.name !== 'wands') return
    const bundle = validateBundle(chosen)
    // It has the wrong number of wands until it is complete.
    if (!target.checked || bundle.ok || bundle.error === 'wrong-count') return apply(chosen)
    target.checked = false
    showToast(choiceRefused(bundle.error, chosen.size))
  }
  return { form, selection, onChange, startOver: () => apply(EMPTY_BUNDLE) }
}
