import { act, type ReactNode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyCart } from '#app/models/cart.ts'
import { buildCartView } from '#app/models/cart-view.ts'
import { idOf, line, variants, vol1 } from '#app/models/catalogue.fixture.ts'
import type { Market } from '#app/models/market.ts'
import type { Toast } from '#app/models/messages.ts'
import { CANADA_NOT_SERVED, otherStoreToast, SWITCH_EMPTIES } from '#app/models/page-messages.ts'
import { cart } from '../cart/client/queue.ts'
import { dismissToasts, useToasts } from '../page/stores.ts'
import { SharedShop, useLoadedShop } from '../page/use-shop.ts'
import { Bar } from './bar.tsx'
import EmailPopup from './email-popup.tsx'
import { MarketLine } from './market-line.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
let root: Root
let told: readonly Toast[]
afterEach(async () => {
  await act(async () => root.unmount())
  dismissToasts()
})

function Page({ children }: { children: ReactNode }) {
  told = useToasts().toasts.map(({ toast }) => toast)
  return <SharedShop value={useLoadedShop()}>{children}</SharedShop>
}

async function openPage(path: string, part: ReactNode) {
  const element = <Page>{part}</Page>
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<RouterProvider router={router} />))
}

test('menus close on Escape and outside of them, all where a browser lets several be open', async () => {
  await openPage('/us/faq', <Bar />)
  const menus = [...document.querySelectorAll('details')]
  const open = () => menus.filter((menu) => menu.open)
  const openAll = () => {
    for (const menu of menus) menu.open = true
    expect(open().length).toBeGreaterThan(2)
  }
  openAll()
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  expect(open()).toEqual([])
  openAll()
  menus[1]?.querySelector('a')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(open()).toEqual([menus[1]])
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(open()).toEqual([])
})

test('menus that are hydrated late are those of the server, and then follow the cart', async () => {
  const pageOf = () => {
    const routes = [{ path: '*', element: <Page>{<Bar />}</Page> }]
    return <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/uk/faq'] })} />
  }
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(pageOf())
  const lines = [line(idOf(vol1, 'Dragon & Oak'))]
  cart.seed('uk', buildCartView({ ...emptyCart('uk'), lines }, variants, null))
  const errors: unknown[] = []
  await act(async () => {
    root = hydrateRoot(container, pageOf(), { onRecoverableError: (error) => errors.push(error) })
  })
  expect(errors).toEqual([])
  expect(container.textContent).toContain(SWITCH_EMPTIES)
})

describe('the popup', () => {
  beforeEach(async () => {
    localStorage.clear()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    await openPage('/us/faq', <EmailPopup />)
  })
  afterEach(() => {
    history.replaceState(null, '', '/us/faq')
    document.body.replaceChildren()
    vi.useRealTimers()
  })

  /** Lets time pass, and what is requested then arrive. */
  const pass = (seconds: number) =>
    act(async () => {
      vi.advanceTimersByTime(1_000 * seconds)
      await vi.dynamicImportSettled()
    })

  const isShown = () => document.querySelector('[aria-labelledby=email-popup-title]') !== null

  test.each([
    ['a menu is open', '<header><details open></details></header>'],
    ['a dialog is open', '<dialog open></dialog>'],
    ['a message is shown', '<li data-toast="info"></li>'],
    ['a form says that it was sent', '<section data-form-success></section>'],
    ['a button shows its progress', '<button aria-busy="true"></button>'],
    ['a form is being filled in', '<textarea>Half a sentence</textarea>'],
  ])('it waits while %s, and is tried again every three seconds', async (_, html) => {
    const busy = document.body.appendChild(document.createElement('div'))
    busy.innerHTML = html
    await pass(60)
    expect(isShown()).toBe(false)
    busy.remove()
    await pass(3)
    expect(isShown()).toBe(true)
  })

  test.each([
    ['another tab has stored a signup', () => localStorage.setItem('hasSubscribed', '1')],
    ['another tab has closed it', () => localStorage.setItem('emailPopupClosedTime', String(Date.now()))],
    ['a gift is being redeemed', () => history.replaceState(null, '', '/us/redeem/review')],
    ['the cart is looked at', () => history.replaceState(null, '', '/uk/cart')],
  ])('it does not open when %s meanwhile', async (_, act) => {
    act()
    await pass(60)
    expect(isShown()).toBe(false)
  })
})

describe('a visitor whose store is not known', () => {
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
  afterEach(() => vi.unstubAllGlobals())

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
  ])('%s is told where that matters, and the store is theirs', async (_, path, answer, store, toasts) => {
    vi.stubGlobal('fetch', answer)
    await openPage(path, <MarketLine />)
    await act(() => new Promise((answered) => setTimeout(answered)))
    expect(kept).toBe(store)
    expect(told).toEqual(toasts)
  })
})
