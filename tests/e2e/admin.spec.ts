import { expect } from '@playwright/test'
import { countAnnouncements, recordAnnouncements } from './announcements.ts'
import { enterAdmin, post } from './post.ts'
import { test } from './visitor.ts'

test('a result is visible and announced, each time, and the keyboard focus continues above it', async ({
  page,
}) => {
  const names = ['Tess Twice', 'Tom Twice']
  for (const fullName of names) {
    const email = `${fullName.replace(' ', '.').toLowerCase()}@example.com`
    await post(page, '/us/contact', { fullName, email, subject: 'Other', message: 'Hello' })
  }
  await page.setViewportSize({ width: 390, height: 600 })
  await enterAdmin(page, '/admin/messages?state=waiting&q=twice')
  const said = await recordAnnouncements(page)
  for (const name of names) {
    const row = page.getByRole('row').filter({ hasText: name })
    const button = row.getByRole('button', { name: 'Mark as answered' })
    await expect(button).toHaveAccessibleDescription(new RegExp(name))
    await button.press('Enter')
    await expect(row).toHaveCount(0)
    await expect(page.getByText('Marked as answered')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  const { heard } = await said()
  expect(countAnnouncements(heard, 'Marked as answered')).toBe(2)
  expect(await page.locator('[aria-live] [role=status], [aria-live] [role=alert]').count()).toBe(0)
})
