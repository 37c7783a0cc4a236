import { useRef, useState } from 'react'
import type { CartChangeInput } from '../../models/cart-change.ts'
import type { CartLineView } from '../../models/cart-view-types.ts'
import { addFailed } from '../../models/messages.ts'
import { showNotice } from '../layout/notice-store.ts'
import { cartStore } from './cart-client.ts'
import { openDrawer } from './drawer-state.ts'

/** Converts a product form to a change: `wands` is a list, all other fields are single values. */
function changeOf(fields: FormData): CartChangeInput {
  const { wands: _, ...single } = Object.fromEntries(fields)
  return { ...single, intent: 'add', wands: fields.getAll('wands') } as unknown as CartChangeInput
}

const linesNow = (): readonly CartLineView[] => cartStore.getState().view?.lines ?? []

/** Key of the line that is new in the cart, or has more pieces than before; null where there is none. */
function grownLine(before: readonly CartLineView[]): string | null {
  const had = new Map(before.map(({ key, quantity }) => [key, quantity]))
  return linesNow().findLast(({ key, quantity }) => quantity > (had.get(key) ?? 0))?.key ?? null
}

/**
 * Submits a product form, shows its notices, and opens the drawer on success, unless the page has changed by then.
 * `submit` resolves to true on success. While `busy`, further submissions are ignored.
 */
export function useAddToCart() {
  const [busy, setBusy] = useState(false)
  const isBusy = useRef(false)

  async function submit(source: HTMLFormElement | FormData): Promise<boolean> {
    if (isBusy.current) return false
    isBusy.current = true
    setBusy(true)
    const { pathname } = location
    const before = linesNow()
    const fields = source instanceof FormData ? source : new FormData(source)
    const { ok, notices } = await cartStore.change(changeOf(fields), { quiet: true })
    isBusy.current = false
    setBusy(false)
    if (ok && location.pathname === pathname) await openDrawer(grownLine(before))
    for (const notice of notices.length > 0 || ok ? notices : [addFailed()]) showNotice(notice)
    return ok
  }

  return { submit, busy }
}
