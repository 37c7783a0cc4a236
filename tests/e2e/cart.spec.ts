import { expect, type Page } from '@playwright/test'
import { addWand, drawerOf, fillCart, openDrawer, openWithWand } from './carts.ts'
import { countAnnouncements, recordAnnouncements } from './heard.ts'
import { hasScripts, submitBeforeHydration, waitForPageScripts } from './hydrated.ts'
import { test } from './visitor.ts'

/** The cart after an addition: the drawer with scripts, the page without. */
function cartOf(page: Page) {
  return hasScripts() ? drawerOf(page) : page.getByRole('main')
}

test('a wand is added, counted, changed and removed', async ({ page }) => {
  await addWand(page, 'us', 'Dragon & Oak')
  const cart = cartOf(page)
  await expect(cart.getByText('1 item', { exact: true })).toBeVisible()
  await expect(page.getByText('Added to cart!')).toBeVisible()
  await expect(cart.getByText('Add $55 more for free shipping')).toBeVisible()
  await cart.getByRole('button', { name: 'One more' }).click()
  await expect(cart.getByText('2 items', { exact: true })).toBeVisible()
  const quantity = cart.getByRole('spinbutton', { name: 'Quantity of Magic Wand' })
  await quantity.fill('3')
  await quantity.press('Enter')
  await expect(cart.getByText('3 items', { exact: true })).toBeVisible()
  if (hasScripts()) await expect(quantity).toBeFocused()
  await expect(cart.getByText('$105.00').last()).toBeVisible()
  await expect(cart.getByText('This order ships free.')).toBeVisible()
  await cart.getByRole('button', { name: 'Remove Magic Wand' }).click()
  await expect(page.getByText('Magic Wand, Dragon & Oak removed.').first()).toBeVisible()
  await expect(cart.getByText('0 items', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Undo: Magic Wand, Dragon & Oak removed/ }).click()
  await expect(cart.getByText('3 items', { exact: true })).toBeVisible()
})

test('lines of one product are distinguished by their options @js', async ({ page }) => {
  const oak = 'Magic Wand, Dragon & Oak'
  await fillCart(page, 'uk', ['dragon-oak', 'phoenix-elm', 'dragon-elder'])
  await page.goto('/uk/faq')
  await openDrawer(page)
  const cart = drawerOf(page)
  await expect(cart.getByRole('group', { name: `Quantity of ${oak}`, exact: true })).toHaveCount(1)
  await expect(cart.getByRole('spinbutton', { name: `Quantity of ${oak}`, exact: true })).toHaveCount(1)
  await expect(cart.getByRole('button', { name: `One fewer: ${oak}`, exact: true })).toHaveCount(1)
  await cart.getByRole('button', { name: `One more: ${oak}`, exact: true }).click()
  await expect(cart.getByText('4 items', { exact: true })).toBeVisible()
  await cart.getByRole('button', { name: `Remove ${oak}`, exact: true }).click()
  await expect(page.getByText(`${oak} removed.`).first()).toBeVisible()
  await expect(cart.getByRole('button', { name: `Undo: ${oak} removed` })).toBeFocused()
})

test('a quantity above the limit is set to the limit, with a message @js', async ({ page }) => {
  await openWithWand(page, '/us/faq')
  await openDrawer(page)
  const cart = drawerOf(page)
  const quantity = cart.getByRole('spinbutton', { name: 'Quantity of Magic Wand' })
  for (const tooMany of ['25', '30']) {
    await quantity.fill(tooMany)
    await quantity.press('Enter')
    await expect(cart.getByText('20 items', { exact: true })).toBeVisible()
    await expect(quantity).toHaveValue('20')
    await expect(page.getByText('20 of one thing is our limit per order.').first()).toBeVisible()
  }
})

test('magic words lower the total and can be removed again @js', async ({ page }) => {
  await openWithWand(page, '/uk/faq')
  await openDrawer(page)
  const cart = drawerOf(page)
  await cart.getByLabel('Magic Words').fill('OWL10')
  await cart.getByRole('button', { name: 'Apply' }).click()
  await expect(cart.getByText('OWL10 applied.')).toBeVisible()
  await expect(cart.getByText('£31.50').last()).toBeVisible()
  await expect(cart.getByText('Discount', { exact: true })).toBeVisible()
  await expect(cart.getByText('−£3.50', { exact: true })).toBeVisible()
  await expect(cart.getByText('1 item. Discount −£3.50. Total £31.50')).toBeAttached()
  await expect(cart.getByLabel('Magic Words')).toHaveValue('')
  await cart.getByRole('button', { name: 'Remove OWL10' }).press('Enter')
  await expect(cart.getByText('£35.00').last()).toBeVisible()
  await expect(cart.getByText('Discount', { exact: true })).toHaveCount(0)
  await expect(cart.getByLabel('Magic Words')).toBeFocused()
  await cart.getByLabel('Magic Words').fill('copper fern riddle')
  await cart.getByRole('button', { name: 'Apply' }).click()
  await expect(cart.getByText('Those look like the magic words of a gift.')).toBeVisible()
  const link = cart.getByRole('link', { name: 'Redeem a gift', exact: true })
  await expect(link).toHaveAttribute('href', '/uk/redeem')
})

test('a rejected code stays in its field, with its error @js', async ({ page }) => {
  await openWithWand(page, '/uk/cart')
  await waitForPageScripts(page)
  const cart = page.getByRole('main')
  const field = cart.getByLabel('Magic Words')
  async function apply(code: string) {
    await field.fill(code)
    await cart.getByRole('button', { name: 'Apply' }).click()
  }
  async function expectRefused(code: string, why: string) {
    await expect(field).toHaveAccessibleDescription(new RegExp(why))
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveValue(code)
  }
  await expect(field).not.toHaveAttribute('aria-invalid')
  await apply('WIZARD-2O26-FRIEND')
  await expectRefused('WIZARD-2O26-FRIEND', 'We do not know WIZARD-2O26-FRIEND. Please check the spelling.')
  await apply('OWL10')
  await expect(cart.getByText('OWL10 applied.')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(field).not.toHaveAttribute('aria-invalid')
  await expect(field).toHaveAccessibleDescription('')
  await apply('OWL11')
  await expectRefused('OWL11', 'We do not know OWL11. Please check the spelling.')
  await expect(cart.getByText('OWL10 applied.')).toBeVisible()
  await apply('copper fern riddle')
  await expectRefused('copper fern riddle', 'Those look like the magic words of a gift.')
  await cart.getByRole('button', { name: 'Remove OWL10' }).click()
  await expect(cart.getByText('OWL10 applied.')).toHaveCount(0)
  await apply('OWL12')
  await expectRefused('OWL12', 'We do not know OWL12.')
  await page.goto('/uk/cart')
  const kept = page.getByRole('main').getByLabel('Magic Words')
  await expect(kept).toHaveValue('OWL12')
  await expect(kept).toHaveAccessibleDescription(/We do not know OWL12/)
  await waitForPageScripts(page)
  await page.getByRole('button', { name: 'Remove OWL12' }).click()
  await expect(kept).toHaveValue('')
  await expect(kept).not.toHaveAttribute('aria-invalid')
})

test('the result of a code is announced once @js', async ({ page }) => {
  await openWithWand(page, '/uk/faq')
  await openDrawer(page)
  const drawer = drawerOf(page)
  for (const cart of [drawer, page.getByRole('main')]) {
    if (cart !== drawer) await page.goto('/uk/cart')
    await waitForPageScripts(page)
    const said = await recordAnnouncements(page)
    for (const [code, words] of [
      ['OWL11', 'We do not know OWL11.'],
      ['OWL10', 'OWL10 applied.'],
      // In the drawer a valid code replaces its field.
      ...(cart === drawer ? [] : [['OWL12', 'We do not know OWL12.'] as const]),
    ] as const) {
      await cart.getByLabel('Magic Words').fill(code)
      await cart.getByRole('button', { name: 'Apply' }).click()
      await expect(cart.getByText(words)).toBeVisible()
      const { heard, lost } = await said()
      expect(countAnnouncements(heard, words), words).toBe(1)
      expect(countAnnouncements(lost, words), words).toBe(0)
    }
    // The request of a window that is closed before is completed, with a cookie for the next visitor.
    const removed = page.waitForResponse((response) => response.request().method() === 'POST')
    await cart.getByRole('button', { name: 'Remove OWL10' }).click()
    await expect(cart.getByText('OWL10 applied.')).toHaveCount(0)
    await removed
  }
})

test('the result of a code replaces that of an earlier one @js', async ({ page }) => {
  await fillCart(page, 'uk')
  const main = page.getByRole('main')
  await submitBeforeHydration(page, '/uk/cart', async () => {
    await main.getByLabel('Magic Words').fill('OWL11')
    await main.getByRole('button', { name: 'Apply' }).click()
  })
  const unknown = page.getByText('We do not know OWL11.')
  await expect(unknown.first()).toBeVisible()
  await main.getByLabel('Magic Words').fill('OWL10')
  await main.getByRole('button', { name: 'Apply' }).click()
  await expect(main.getByText('OWL10 applied.')).toBeVisible()
  await expect(unknown).toHaveCount(0)
})

test('the checkout opens in a new tab, and the cart is empty after the order', async ({ page, context }) => {
  await addWand(page, 'uk', 'Dragon & Elder')
  const cart = cartOf(page)
  await cart.getByLabel('Ship to').focus()
  await cart.getByLabel('Ship to').selectOption('FR')
  if (!hasScripts()) await cart.getByRole('button', { name: 'Ship there' }).click()
  await expect(cart.getByText('Customs duties may be due on arrival')).toBeVisible()
  if (hasScripts()) await expect(cart.getByLabel('Ship to')).toBeFocused()
  const opened = context.waitForEvent('page')
  await cart.getByRole('button', { name: 'Checkout' }).click()
  const checkout = await opened
  await expect(checkout.getByRole('heading', { name: 'Complete your order' })).toBeVisible()
  await expect(checkout.getByText('France')).toBeVisible()
  if (hasScripts()) await expect(cart).toBeHidden()
  await checkout.getByRole('button', { name: 'Complete order' }).click()
  await expect(checkout.getByRole('heading', { name: 'Order complete' })).toBeVisible()
  await page.goto('/uk/cart')
  await expect(page.getByText('Your order is placed, so the cart is empty again. Thank you.')).toBeVisible()
  await expect(page.getByText('0 items', { exact: true })).toBeVisible()
})
