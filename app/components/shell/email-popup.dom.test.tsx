import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SharedShop, useLoadedShop } from '../page/use-shop.ts'
import EmailPopup from './email-popup.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
let root: Root

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
})
afterEach(async () => {
  await act(async () => root.unmount())
  history.replaceState(null, '', '/us/faq')
  document.body.replaceChildren()
  vi.useRealTimers()
})

function Page() {
  return (
    <SharedShop value={useLoadedShop()}>
      <EmailPopup />
    </SharedShop>
  )
}

async function openPage(path = '/us/faq') {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [path] })
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<RouterProvider router={router} />))
}

/** Lets time pass, and what is requested then arrive. */
const pass = (seconds: number) =>
  act(async () => {
    vi.advanceTimersByTime(1_000 * seconds)
    await vi.dynamicImportSettled()
  })

const isShown = () => document.querySelector('[aria-labelledby=email-popup-title]') !== null

/** Inserts what makes the visitor busy. */
function insert(html: string): HTMLElement {
  const busy = document.body.appendChild(document.createElement('div'))
  busy.innerHTML = html
  return busy
}

test.each([
  ['a menu is open', '<header><details open></details></header>'],
  ['a dialog is open', '<dialog open></dialog>'],
  ['a message is shown', '<li data-toast="info"></li>'],
  ['a form says that it was sent', '<section data-form-success></section>'],
  ['a button shows its progress', '<button aria-busy="true"></button>'],
  ['a form is being filled in', '<textarea>Half a sentence</textarea>'],
])('it waits while %s, and is tried again every three seconds', async (_, html) => {
  await openPage()
  const busy = insert(html)
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
  await openPage()
  act()
  await pass(60)
  expect(isShown()).toBe(false)
})
