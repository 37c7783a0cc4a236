import { expect, type Page } from '@playwright/test'
import { hasScripts, waitForPageScripts } from './hydrated.ts'
import { test } from './visitor.ts'

/** Purchases: from the product list to a placed order, by the shop's own links and buttons. */

/** A visitor who has chosen a store before. */
test.beforeEach(async ({ context }, info) => {
  const store = info.title.includes('UK') ? 'uk' : 'us'
  await context.addCookies([{ name: 'selected_market', value: store, url: info.project.use.baseURL ?? '' }])
})

/** Opens the cart as a shopper would: the drawer, or the page. */
async function openCart(page: Page) {
  if (!hasScripts()) {
    await expect(page).toHaveURL(/\/cart$/)
    return page.getByRole('main')
  }
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(drawer).toBeVisible()
  return drawer
}

/** Goes to the checkout, which opens in a new tab, and completes the order. */
async function checkOut(page: Page, expected: readonly (string | RegExp)[]) {
  const cart = await openCart(page)
  const [checkout] = await Promise.all([
    page.context().waitForEvent('page'),
    cart.getByRole('button', { name: 'Checkout' }).click(),
  ])
  await expect(checkout).toHaveURL(/\/embedded\/checkout\//)
  for (const text of expected) await expect(checkout.locator('body')).toContainText(text)
  await checkout.getByLabel('Email').fill('shopper@example.com')
  await checkout.getByRole('button', { name: 'Complete order' }).click()
  await expect(checkout.locator('body')).toContainText(/Thank you|Order complete|Order #/i)
  return checkout
}

test('buy Vol. II in the US, starting from the product list', async ({ page }) => {
  // As most shoppers see it.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/us')
  await page.getByRole('link', { name: 'PURCHASE' }).click()
  await expect(page).toHaveURL(/\/us\/products$/)
  await expect(page.getByRole('main')).not.toContainText('Phoenix Edition')
  const card = page.getByRole('listitem').filter({ hasText: 'Vol. II: Magical You' })
  await card
    .getByRole('link', { name: /Select Options/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/us\/product\/vol-ii-magical-you-pre-order/)
  await waitForPageScripts(page)
  await page.getByRole('radio', { name: 'Complete Set (inc. Classic Wand)' }).check({ force: true })
  await page.getByRole('main').getByRole('button', { name: 'Order Now' }).first().click()
  const cart = await openCart(page)
  await expect(cart).toContainText('1 item')
  await expect(cart).toContainText('$88')
  await checkOut(page, ['Vol. II: Magical You', '$88', 'Gift Edition Envelope'])
})

test('buy Vol. I Ember in the UK, after an error that asks for an edition', async ({ page }) => {
  await page.goto('/uk/product/vol-i-phoenix-edition')
  await waitForPageScripts(page)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByText('Please select a Phoenix Edition')).toBeInViewport()
  await page.getByRole('radio', { name: /Ember/ }).check({ force: true })
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  const cart = await openCart(page)
  await expect(cart).toContainText('Ember')
  await expect(cart).toContainText('£88')
  await checkOut(page, ['Vol. I: The Phoenix Edition', 'Ember', '£88'])
})

test('build a bundle of four in the US', async ({ page }) => {
  await page.goto('/us/product/magic-wand-collectors-set')
  await waitForPageScripts(page)
  for (const wand of ['Dragon & Elder', 'Dragon & Oak', 'Unicorn & Cherry', 'Dragon & Yew'])
    await page.getByRole('checkbox', { name: new RegExp(wand) }).check({ force: true })
  await page
    .getByRole('button', { name: /Add Bundle|Select \d More/ })
    .first()
    .click()
  const cart = await openCart(page)
  await expect(cart).toContainText('$119')
  await expect(cart).toContainText('Unicorn & Cherry')
  await checkOut(page, ['4 Wands', '$119', 'Dragon & Yew'])
})
