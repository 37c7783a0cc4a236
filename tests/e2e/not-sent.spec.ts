import { expect, type Page, type Route } from '@playwright/test'
import { openWithWand } from './carts.ts'
import { openPage, waitForHydration } from './hydrated.ts'
import { post } from './post.ts'
import { test } from './visitor.ts'

const NOT_SENT = 'This was not sent, because the connection is gone. What you wrote is still here.'
const NOT_SENT_YET = 'Not sent yet. What you wrote is still here.'

type Form = {
  /** The page of the form, in whose main part it is; before it, what leads there. */
  readonly page: string
  readonly before?: (page: Page) => Promise<unknown>
  /** What is typed, by label. */
  readonly typed?: Readonly<Record<string, string>>
  readonly checked?: RegExp
  readonly button: string
  /** Says at the form that it was not sent, until it is. */
  readonly isTold?: boolean
  readonly failed: string
  /** Shown once it was sent. */
  readonly done: string
}

const FORMS: Readonly<Record<string, Form>> = {
  'a message': {
    page: '/us/contact?subject=Press+Inquiry',
    typed: { Name: 'Ada', Email: 'ada@example.com', Message: 'It opens on the third try.' },
    button: 'Send Message',
    isTold: true,
    failed: 'Error: Failed to send message. Please try again.',
    done: 'Message sent!',
  },
  'a gift and its upgrade': {
    before: (page) => post(page, '/us/redeem', { words: 'amber lantern owl' }),
    page: '/us/redeem/review',
    checked: /Add the Classic Wand/,
    button: 'Add Gift to Cart',
    failed: 'Error processing redemption',
    done: 'Added to cart!',
  },
}

for (const [name, form] of Object.entries(FORMS))
  test(`${name}: each time it is not sent the form says so and keeps its input, until it is`, async ({
    page,
  }) => {
    const { typed = {}, checked, button, failed } = form
    await form.before?.(page)
    await openPage(page, form.page)
    const place = page.getByRole('main')
    const field = (label: string) => place.getByLabel(label, { exact: true })
    for (const [label, text] of Object.entries(typed)) await field(label).fill(text)
    // By its key: the bar with the button may cover it.
    if (checked) await place.getByRole('radio', { name: checked }).press('Space')
    const submitButton = place.getByRole('button', { name: button, exact: true })
    // Not by a click: the message before may cover it. It may be shown before the button is no longer busy.
    async function submit() {
      await expect(submitButton).toBeEnabled()
      await submitButton.press('Enter')
    }
    const shown = (words: string) => page.getByText(words).filter({ visible: true })
    let before = 'nothing yet'
    // What comes between the form and the shop, and what is said. The browser knows of neither.
    for (const [message, fail] of [
      [failed, (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '' })],
      [NOT_SENT, (route: Route) => route.abort()],
    ] as const) {
      await page.route('**/*.data*', fail)
      await submit()
      await expect(shown(message)).not.toHaveCount(0)
      await expect(shown(before), 'in place of the message before').toHaveCount(0)
      before = message
      for (const [label, text] of Object.entries(typed)) await expect(field(label)).toHaveValue(text)
      if (checked) await expect(place.getByRole('radio', { name: checked })).toBeChecked()
      await expect(page).toHaveURL(form.page)
      await page.unroute('**/*.data*')
    }
    if (form.isTold) await expect(place.getByText(NOT_SENT_YET)).toBeVisible()
    await submit()
    await expect(page.getByText(form.done).first()).toBeVisible()
    // At once, not when their time is over.
    for (const gone of [NOT_SENT, failed, NOT_SENT_YET])
      expect(await page.getByText(gone).count(), gone).toBe(0)
  })

test('offline, choosing a store and signing in or out keep page, text and cart, and work later', async ({
  page,
  context,
}) => {
  /** Does it offline, where `message` is said, and again online. */
  async function doTwice(act: () => Promise<void>, message: string) {
    await context.setOffline(true)
    await act()
    await expect(page.getByText(message)).toBeVisible()
    await context.setOffline(false)
    await act()
  }
  await openWithWand(page, '/uk/faq')
  await waitForHydration(page)
  await page.locator('summary').filter({ hasText: 'Choose your store' }).click()
  await doTwice(async () => {
    await expect(page).toHaveURL('/uk/faq')
    expect(await page.evaluate(() => localStorage.getItem('wizard-box-cart'))).toContain('Dragon & Oak')
    await page.getByRole('button', { name: /^United States/ }).click()
  }, 'You are offline')
  await expect(page).toHaveURL('/us')

  await openPage(page, '/admin/sign-in')
  await page.getByLabel('Email').fill('owner@wizardbox.example')
  await page.getByLabel('Password').fill('correct horse battery')
  await doTwice(() => page.getByLabel('Password').press('Enter'), NOT_SENT)
  const out = page.getByRole('button', { name: 'Sign out' })
  await expect(out).toBeVisible()
  await doTwice(() => out.press('Enter'), 'You are offline')
  await expect(page.getByText('You are signed out. Good night.')).toBeVisible()
})

test('a form that the shop refuses keeps its input, and says why', async ({ page }) => {
  await openPage(page, '/us/contact?subject=Other')
  const form = page.getByRole('main')
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email', { exact: true }).fill('ada@example.com')
  const message = form.getByRole('textbox', { name: 'Message' })
  await message.fill('It opens on the third try.')
  const tooLong = (route: Route) => route.continue({ postData: 'x'.repeat(1_000_000) })
  await page.route('**/us/forms.data*', tooLong, { times: 1 })
  await form.getByRole('button', { name: 'Send Message' }).press('Enter')
  await expect(page.getByText('That is more than this form can hold.')).toBeVisible()
  await expect(message).toHaveValue('It opens on the third try.')
})
