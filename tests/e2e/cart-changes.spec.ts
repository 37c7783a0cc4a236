import { expect } from '@playwright/test'
import { cartLink, drawerOf, fillCart, openDrawer, openWithWand, saved } from './carts.ts'
import { holdRequests } from './held.ts'
import { openPage, waitForHydration } from './hydrated.ts'
import { translate } from './translator.ts'
import { test } from './visitor.ts'

/** What is shown of a change at once, in other tabs, and when the cookie is lost. */
test.describe('changes of the cart', () => {
  test('a change is shown before the server has responded, and ten quick clicks are ten items', async ({
    page,
  }) => {
    await openWithWand(page)
    await openDrawer(page)
    const answer = await holdRequests(page, '**/us/cart/changes')
    await drawerOf(page).getByRole('button', { name: 'One more' }).click()
    await expect(drawerOf(page).getByText('2 items', { exact: true })).toBeVisible()
    await expect(drawerOf(page).getByText('$70.00', { exact: true }).last()).toBeVisible()
    await drawerOf(page).getByRole('spinbutton').fill('3')
    await drawerOf(page).getByRole('spinbutton').blur()
    await expect(drawerOf(page).getByText('$105.00', { exact: true }).last()).toBeVisible()
    const three = saved(page, 3)
    answer()
    await three
    await page.unroute('**/us/cart/changes')

    const more = drawerOf(page).getByRole('button', { name: 'One more' })
    const thirteen = saved(page, 13)
    await more.evaluate((button) => {
      for (let press = 0; press < 10; press++) (button as HTMLElement).click()
    })
    await expect(drawerOf(page).getByText('13 items', { exact: true })).toBeVisible()
    await thirteen
    await page.reload()
    await expect(page.getByRole('link', { name: 'Cart, 13 items' })).toBeVisible()

    await openDrawer(page)
    const quantity = drawerOf(page).getByRole('spinbutton')
    await quantity.fill('')
    await quantity.blur()
    await expect(quantity, 'an emptied field').toHaveValue('13')
  })

  test('in a page translated by the browser the figures follow the cart', async ({ page }) => {
    await openWithWand(page)
    await openDrawer(page)
    await page.evaluate(translate)
    await drawerOf(page).getByRole('button', { name: 'One more' }).click()
    await expect(drawerOf(page).getByText('2 items', { exact: true })).toBeVisible()
    await expect(drawerOf(page)).not.toContainText(/\$3[45](?!\d)|1 item/)
    await expect(drawerOf(page).getByText('$70.00', { exact: true }).last()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart, 2 items', includeHidden: true })).toBeAttached()
    await page.evaluate(translate)
    const three = saved(page, 3)
    await drawerOf(page).getByRole('button', { name: 'One more' }).click()
    await expect(drawerOf(page)).toContainText('This order ships free.')
    await expect(drawerOf(page)).not.toContainText('more for free shipping')
    await three
    await openPage(page, '/us/cart')
    await page.evaluate(translate)
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'One fewer' }).click()
    await expect(main.getByText('$70.00', { exact: true })).toHaveCount(3)
    await expect(main).not.toContainText(/\$105|3 items/)
  })

  test('two tabs show the same cart, and a change of store, which they warn of, empties it', async ({
    page,
    context,
  }) => {
    await openWithWand(page)
    const other = await context.newPage()
    await other.goto('/us/faq')
    await openDrawer(page)
    await drawerOf(page).getByRole('button', { name: 'One more' }).click()
    await expect(other.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
    await openDrawer(other)
    await drawerOf(other).getByRole('button', { name: 'One more' }).click()
    await expect(drawerOf(page).getByText('3 items', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await other.keyboard.press('Escape')
    const warning = other.locator('header').getByText('Changing store empties this one.')
    await expect(warning).not.toHaveCount(0)
    await other.getByRole('banner').getByText('United States, USD').click()
    await other
      .getByRole('button', { name: /^United Kingdom/ })
      .first()
      .click()
    await expect(other).toHaveURL(/\/uk$/)
    await expect(warning).toHaveCount(0)
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items')
  })

  test('a slow addition does not change the next page', async ({ page }) => {
    await page.goto(
      '/us/product/magic-wand-collectors-set?size=3&wands=dragon-oak&wands=dragon-yew&wands=phoenix-elm',
    )
    await waitForHydration(page)
    const answer = await holdRequests(page, '**/cart/changes')
    await page.getByRole('button', { name: 'Add Bundle' }).first().click()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Magic Wand', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Magic Wand' })).toBeVisible()
    const address = page.url()
    answer()
    await expect(page.getByText('Custom Bundle Added!')).toBeVisible()
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
    await expect(drawerOf(page)).toBeHidden()
    expect(page.url()).toBe(address)
  })

  test('a cart whose cookie was lost is restored from the mirror', async ({ page, context }) => {
    await openWithWand(page)
    await openDrawer(page)
    const mirror = await page.evaluate(() => JSON.parse(localStorage.getItem('wizard-box-cart') ?? '{}'))
    await context.clearCookies()
    await page.goto('/us/faq')
    await expect(page.getByText('We kept your cart from last time.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
    const lost = { ...mirror, items: [...mirror.items, { ...mirror.items[0], variantId: '1', key: '1' }] }
    await context.clearCookies()
    await page.evaluate((kept) => localStorage.setItem('wizard-box-cart', kept), JSON.stringify(lost))
    await page.goto('/us/about')
    await expect(page.getByText('but for what can’t be had any more.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  })

  test('a restored page adopts the newer cart of other tabs', async ({ page }) => {
    await openWithWand(page)
    await page.goto('/us/faq')
    await openDrawer(page)
    const two = saved(page, 2)
    await drawerOf(page).getByRole('button', { name: 'One more' }).click()
    await two
    await page.goBack()
    await expect(page).toHaveURL(/\/us\/about$/)
    await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  })

  test('a cart that was emptied before the checkout is shown as empty', async ({ page }) => {
    await openWithWand(page)
    await openDrawer(page)
    // Another tab has switched to the other store meanwhile.
    await fillCart(page, 'uk')
    await drawerOf(page).getByRole('button', { name: 'Checkout' }).click()
    await expect(drawerOf(page).getByText('Nothing here yet. The shelf is that way.')).toBeVisible()
    await expect(drawerOf(page).getByText('0 items', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart, 0 items', includeHidden: true })).toBeAttached()
    await expect(page.getByText('so your cart of the United States store was emptied.')).toBeVisible()
  })
})
