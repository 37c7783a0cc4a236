import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Market } from '#app/models/market.ts'
import type { Toast } from '#app/models/messages.ts'
import { CANADA_NOT_SERVED, otherStoreToast } from '#app/models/page-messages.ts'
import { dismissToasts, useToasts } from '../page/stores.ts'
import { SharedShop, useLoadedShop } from '../page/use-shop.ts'
import { MarketLine } from './market-line.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
let root: Root
let told: readonly Toast[]
/** The store that this browser has kept. */
let kept: Market | undefined

beforeEach(() => {
  kept = undefined
  vi.stubGlobal('storedMarket', {
    read: () => kept,
    write: (market: Market) => {
      kept = market
    },
  })
})
afterEach(async () => {
  await act(async () => root.unmount())
  dismissToasts()
  vi.unstubAllGlobals()
})

function Page() {
  told = useToasts().toasts.map(({ toast }) => toast)
  return (
    <SharedShop value={useLoadedShop()}>
      <MarketLine />
    </SharedShop>
  )
}

/** Opens a page of a visitor whose store is not known; `answer` tells their country. */
async function openPage(path: string, answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer)
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [path] })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<RouterProvider router={router} />))
  await act(() => new Promise((answered) => setTimeout(answered)))
}

const choosesFirst = async () => {
  kept = 'us'
  return Response.json({ country: 'GB' })
}
const country = (code: string | null) => async () => Response.json({ country: code })
test.each([
  ['in the store of their country', '/uk/faq', country('GB'), 'uk', []],
  ['in an unknown country', '/uk/faq', country(null), 'uk', []],
  ['who gets no answer', '/us/faq', () => Promise.reject(new TypeError('offline')), 'us', []],
  ['in the store of another country', '/us/faq', country('GB'), 'uk', [otherStoreToast('us', 'uk')]],
  ['from Canada', '/us/faq', country('CA'), 'us', [CANADA_NOT_SERVED]],
  // In another tab meanwhile, which counts more than the country.
  ['who has chosen', '/us/faq', choosesFirst, 'us', []],
])(
  'a visitor %s is told where that matters, and the store is theirs',
  async (_, path, answer, store, toasts) => {
    await openPage(path, answer)
    expect(kept).toBe(store)
    expect(told).toEqual(toasts)
  },
)
