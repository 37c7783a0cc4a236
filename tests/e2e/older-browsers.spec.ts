import { expect, test } from '@playwright/test'
import { addWand } from './add-wand.ts'
import { waitForHydration } from './hydrated.ts'

/**
 * Browsers from the beginning of 2023 (Safari 16.4, Chrome 111) are hydrated: the scripts use nothing that came later,
 * or do without it. Older ones have the pages without scripts.
 */

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
    const remove = (from: object, ...names: string[]) => {
      for (const name of names) Reflect.deleteProperty(from, name)
    }
    const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))
    remove(iterator, 'drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take')
    remove(iterator, 'toArray')
    remove(Array, 'fromAsync')
    remove(Object, 'groupBy')
    remove(Map, 'groupBy')
    remove(Promise, 'try', 'withResolvers')
    remove(RegExp, 'escape')
    remove(Set.prototype, 'difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf')
    remove(Set.prototype, 'symmetricDifference', 'union')
    remove(String.prototype, 'isWellFormed', 'toWellFormed')
    remove(URL, 'canParse', 'parse')
    remove(AbortSignal, 'any')
    remove(Document.prototype, 'startViewTransition')
    remove(Element.prototype, 'checkVisibility', 'moveBefore')
    remove(HTMLDialogElement.prototype, 'closedBy', 'requestClose')
    remove(HTMLElement.prototype, 'hidePopover', 'popover', 'showPopover', 'togglePopover')
    remove(HTMLScriptElement, 'supports')
    remove(Navigator.prototype, 'connection', 'deviceMemory', 'userActivation', 'userAgentData')
    remove(window, 'cancelIdleCallback', 'requestIdleCallback', 'scheduler', 'navigation', 'CloseWatcher')
  })
})

const PAGES = [
  '/us',
  '/us/products',
  '/us/product/vol-ii-magical-you-pre-order',
  '/uk/product/vol-i-phoenix-edition',
  '/us/product/magic-wand',
  '/us/product/magic-wand-collectors-set',
  '/us/product/keyhole-tote',
  '/us/cart',
  '/us/redeem',
  '/us/gift',
  '/us/faq',
  '/us/contact',
  '/admin/sign-in',
] as const

for (const path of PAGES)
  test(`${path} works in an older browser @js`, async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.goto(path)
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    await waitForHydration(page)
    // Offscreen sections are rendered, and the router is started.
    await page.waitForFunction(() => window.__reactRouterDataRouter)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    expect(errors).toEqual([])
    expect(await page.evaluate(() => history.state?.isPlain ?? false)).toBe(false)
  })

test('an older browser shows the next page, and fills and empties the cart @js', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto('/us/products')
  await waitForHydration(page)
  await page.getByRole('main').locator('a[href*="/product/vol-ii"]').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vol. II: Magical You')
  await addWand(page, 'us', 'Dragon & Elder')
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart' })
  await drawer.getByRole('button', { name: 'One more' }).click()
  await expect(drawer.getByText('2 items', { exact: true })).toBeVisible()
  await drawer.getByRole('button', { name: 'Remove' }).click()
  await drawer.getByRole('button', { name: 'Undo' }).click()
  await expect(drawer.getByRole('heading', { name: 'Magic Wand' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  expect(errors).toEqual([])
})
