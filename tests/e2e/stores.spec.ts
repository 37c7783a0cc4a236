import { expect, type Page } from '@playwright/test'
import { addWand } from './carts.ts'
import { test } from './visitor.ts'

const cartLink = (page: Page, words: string) =>
  page.getByRole('link', { name: `Cart, ${words}`, exact: true })

test('pages work where the browser denies cookies and storage to scripts', async ({ page }) => {
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const store of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, store, { get: deny })
    Object.defineProperty(Document.prototype, 'cookie', { get: deny, set: deny })
  })
  await addWand(page, 'us', 'Dragon & Yew')
  await expect(page.getByText('Added to cart!')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
  await expect(cartLink(page, '1 item')).toBeVisible()
})
