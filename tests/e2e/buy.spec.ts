import { expect, type Page } from '@playwright/test'
import { hasScripts, waitForPageScripts } from './hydrated.ts'
import { test } from './visitor.ts'

/**
 * Purchases: from the product list to a placed order, by the shop's own links and buttons. What scripts add to the options
 * is in product.spec.ts.
 */

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

const option = (page: Page, name: string | RegExp) => page.getByRole('radio', { name, exact: true })
/** The total above the button; small screens have another one in the bar. */
const total = (page: Page) => page.locator('[data-total]')
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

test('buy Vol. II in the US, starting from the product list @both', async ({ page }) => {
  // As most shoppers see it.
  if (hasScripts()) await page.emulateMedia({ reducedMotion: 'no-preference' })
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

  await test.step('price and picture follow the wand', async () => {
    await expect(total(page)).toContainText('$88')
    await expect(total(page)).toContainText('$113')
    const unseen = page.getByText('Choose a wand to see it.')
    await expect(unseen).toBeHidden()
    await option(page, 'Complete Set (inc. Premium Wand)').check()
    await expect(unseen).toBeVisible()
    await option(page, 'Dragon & Yew').check()
    await expect(unseen).toBeHidden()
    await expect(page.getByText('Your wand: Dragon & Yew')).toBeVisible()
    await expect(total(page)).toContainText('$98')
  })
  await test.step('the shipping note follows the envelope', async () => {
    const ships = page.getByText(/Your envelope ships/)
    const isFree = page.getByText('FREE Gift Envelope Included')
    await expect(ships).toBeVisible()
    await expect(isFree).toBeVisible()
    await option(page, 'Printable letter only').check()
    await expect(ships).toBeHidden()
    await expect(isFree).toBeHidden()
    await expect(page.getByText(/print the letter today/)).toBeVisible()
    await expect(total(page).getByText('$123')).toBeHidden()
    await option(page, 'Gift Edition Envelope').check()
    await expect(ships).toBeVisible()
  })
  await button(page, 'Order Now').click()
  const cart = await openCart(page)
  await expect(cart).toContainText('1 item')
  await expect(cart).toContainText('$98')
  await checkOut(page, ['Vol. II: Magical You', 'Dragon & Yew', '$98', 'Gift Edition Envelope'])
})

test('buy Vol. I Ember in the UK, after an error that asks for an edition @plain', async ({ page }) => {
  await page.goto('/uk/product/vol-i-phoenix-edition')
  const unseen = page.getByText('Select an edition to see it.')
  await expect(unseen).toBeVisible()
  await button(page, 'Add to Cart').click()
  await expect(page.getByText('Please select a Phoenix Edition')).toBeInViewport()

  await test.step('an edition can be sold out with an option', async () => {
    await option(page, 'Sunfire').check()
    await expect(page.getByRole('heading', { name: 'Sunfire' })).toBeVisible()
    await expect(unseen).toBeHidden()
    await option(page, 'Wizard Box Only').check()
    await expect(button(page, 'Sold out')).toBeDisabled()
    await expect(button(page, 'Add to Cart')).toBeHidden()
  })
  await option(page, 'Ember').check()
  await expect(total(page)).toContainText('£59')
  await button(page, 'Add to Cart').click()
  const cart = await openCart(page)
  await expect(cart).toContainText('Ember')
  await expect(cart).toContainText('£59')
  await checkOut(page, ['Vol. I: The Phoenix Edition', 'Ember', '£59'])
})

test('build a bundle of four in the US, seeing how many wands are missing @plain', async ({ page }) => {
  await page.goto('/us/product/magic-wand-collectors-set')
  const wand = (name: string) => page.getByRole('checkbox', { name })
  await expect(button(page, 'Select 4 More')).toBeVisible()
  for (const name of ['Dragon & Elder', 'Unicorn & Chestnut', 'Dragon & Oak']) await wand(name).check()
  await expect(button(page, 'Select 1 More')).toBeVisible()
  await expect(page.getByText('One more to go').locator('visible=true')).toHaveCount(1)
  await wand('Unicorn & Chestnut').uncheck()
  await expect(button(page, 'Select 2 More')).toBeVisible()
  for (const name of ['Unicorn & Cherry', 'Dragon & Yew']) await wand(name).check()
  await expect(page.getByText('That is all 4. A fine choice, and we would say so anyway.')).toBeVisible()
  await button(page, 'Add Bundle').click()
  const cart = await openCart(page)
  await expect(cart).toContainText('$155')
  await expect(cart).toContainText('Unicorn & Cherry')
  await checkOut(page, ['4 Wands', '$155', 'Dragon & Yew'])
})
