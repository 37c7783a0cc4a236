import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeDrawer, openDrawer } from '../page/stores.ts'
import { SharedShop, useLoadedShop } from '../page/use-shop.ts'
import { EmailPopup } from './email-popup.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
let root: Root

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
})
afterEach(async () => {
  await act(async () => root.unmount())
  closeDrawer()
  history.replaceState(null, '', '/us/faq')
  document.body.replaceChildren()
  vi.restoreAllMocks()
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

test('it waits while a field has the focus, and while the cart drawer is being loaded', async () => {
  await openPage()
  const field = insert('<input>').querySelector('input')
  field?.focus()
  await pass(40)
  void openDrawer()
  field?.blur()
  await pass(40)
  expect(isShown()).toBe(false)
  closeDrawer()
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

const WEEK_MS = 7 * 86_400_000

test.each([
  ['little less than seven days ago', () => Date.now() - WEEK_MS + 70_000, false],
  ['seven days ago', () => Date.now() - WEEK_MS, true],
  ['in the future of a clock that was wrong', () => Date.now() + WEEK_MS, true],
  ['at a time that is none', () => 'junk', true],
])('after it was closed %s', async (_, closedAt, isOpen) => {
  localStorage.setItem('emailPopupClosedTime', String(closedAt()))
  await openPage()
  await pass(60)
  expect(isShown()).toBe(isOpen)
})

/** A page of which 2000 px can be scrolled. */
function scrollTo(top: number) {
  const page = document.documentElement
  vi.spyOn(page, 'scrollHeight', 'get').mockReturnValue(3_000)
  vi.spyOn(page, 'clientHeight', 'get').mockReturnValue(1_000)
  vi.spyOn(page, 'scrollTop', 'get').mockReturnValue(top)
  dispatchEvent(new Event('scroll'))
}

test('it opens soon after more than 40 percent of the page were scrolled, also before its scripts had come', async () => {
  scrollTo(800)
  await openPage()
  await pass(1)
  expect(isShown()).toBe(false)
  scrollTo(801)
  await pass(1)
  expect(isShown()).toBe(true)
  await act(async () => root.unmount())
  await openPage()
  await pass(1)
  expect(isShown()).toBe(true)
})
