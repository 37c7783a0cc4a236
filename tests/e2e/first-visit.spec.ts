import { expect, test } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { boxOf, windowsOf } from './boxes.ts'
import { openPage } from './hydrated.ts'

/** How splash and popup fit, and are used by keyboard; when they come is in `tests/journeys/entry` and `components/shell/shell.dom.test.tsx`. */

test('the splash fits low windows, covers all, and closes on any key', async ({ page }) => {
  // The store of an unknown country, so that no other page is opened.
  await page.goto('/uk')
  const splash = page.getByRole('button', { name: 'Tap Your Wand to Enter' })
  await expect(splash).toBeVisible()
  for await (const { height, size } of windowsOf(page, '844x390 320x256')) {
    const parts = ['#splash img', '#splash :text("Tap Your Wand")', '#splash :text("Click anywhere")']
    const boxes = await Promise.all(parts.map((part) => boxOf(page, part)))
    for (const { top, bottom } of boxes) {
      expect(top, size).toBeGreaterThanOrEqual(0)
      expect(bottom, size).toBeLessThanOrEqual(height)
    }
  }
  await page.keyboard.press('Control+c')
  await expect(page.locator('html')).toHaveAttribute('data-splash', 'idle')
  // Nothing behind it can be reached.
  await expect(page.locator('#splash:modal')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(splash).toBeHidden()
  await expect(page.locator(':modal')).toHaveCount(0)
})

test('the popup waits for the cookie notice on a phone, takes the focus, and fits low windows with its messages', async ({
  page,
}) => {
  await page.clock.install({ time: '2025-12-01T12:00:00Z' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/us/product/vol-ii-magical-you-pre-order')
  await page.clock.fastForward(36_000)
  const popup = page.getByRole('dialog', { name: 'Stay Connected' })
  await expect(popup).toBeHidden()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.clock.fastForward(5_000)
  // Not the first field, which would open the keyboard of a phone over the text.
  await expect(popup.getByRole('heading')).toBeFocused()
  // What was typed is kept.
  await expect(popup.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('target', '_blank')
  const button = popup.getByRole('button', { name: 'Subscribe' })
  const later = popup.getByRole('button', { name: 'Not now' })
  await button.click()
  await expect(popup.getByLabel('Name')).toBeFocused()
  await expect(popup.getByRole('region', { name: 'Notifications' })).toContainText('Missing information')
  const missing = popup.getByText('Please enter your email', { exact: true })
  for (const part of [popup.getByLabel('Email'), missing, button, later])
    await expect(part).toBeInViewport({ ratio: 1 })
  expect(await violationsOf(page, { within: 'dialog[open]' })).toEqual([])
  // At 400 % the text scrolls, while the frame and the close button stay.
  await page.setViewportSize({ width: 320, height: 256 })
  await popup.evaluate((box) => box.querySelector('h2')?.scrollIntoView())
  const close = popup.getByRole('button', { name: 'Close' })
  const before = await close.boundingBox()
  await later.focus()
  await expect(later).toBeInViewport({ ratio: 1 })
  expect(await close.boundingBox()).toEqual(before)
})
