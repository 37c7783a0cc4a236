import { expect, type Route } from '@playwright/test'
import { openPage } from './hydrated.ts'
import { test } from './visitor.ts'

const FAILED = 'Error: Failed to send message. Please try again.'
const NOT_SENT = 'This was not sent, because the connection is gone. What you wrote is still here.'
const NOT_SENT_YET = 'Not sent yet. What you wrote is still here.'

/** What comes between the form and the shop, and what is said. */
const FAILURES = [
  [
    'That is more than this form can hold.',
    (route: Route) => route.continue({ postData: 'x'.repeat(1_000_000) }),
  ],
  [FAILED, (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '' })],
  [NOT_SENT, (route: Route) => route.abort()],
] as const

test('each time a message is not sent the form says so and keeps its input, until it is', async ({
  page,
}) => {
  await openPage(page, '/us/contact?subject=Press+Inquiry')
  const main = page.getByRole('main')
  const typed = { Name: 'Ada', Email: 'ada@example.com', Message: 'It opens on the third try.' }
  for (const [label, text] of Object.entries(typed)) await main.getByLabel(label, { exact: true }).fill(text)
  const button = main.getByRole('button', { name: 'Send Message' })
  // Not by a click: the message before may cover it. It may be shown before the button is no longer busy.
  async function submit() {
    await expect(button).toBeEnabled()
    await button.press('Enter')
  }
  const shown = (words: string) => page.getByText(words).filter({ visible: true })
  let before = 'nothing yet'
  for (const [message, fail] of FAILURES) {
    await page.route('**/*.data*', fail)
    await submit()
    await expect(shown(message)).not.toHaveCount(0)
    await expect(shown(before), 'in place of the message before').toHaveCount(0)
    before = message
    for (const [label, text] of Object.entries(typed))
      await expect(main.getByLabel(label, { exact: true })).toHaveValue(text)
    await page.unroute('**/*.data*')
  }
  await expect(main.getByText(NOT_SENT_YET)).toBeVisible()
  await submit()
  await expect(page.getByText('Message sent!').first()).toBeVisible()
  // At once, not when their time is over.
  for (const gone of [NOT_SENT, FAILED, NOT_SENT_YET])
    expect(await page.getByText(gone).count(), gone).toBe(0)
})
