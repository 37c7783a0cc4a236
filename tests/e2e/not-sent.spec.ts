import { expect, type Locator, type Page } from '@playwright/test'
import { openWithWand } from './carts.ts'
import { holdRequests } from './held.ts'
import { waitForHydration } from './hydrated.ts'
import { enterAdmin } from './owner.ts'
import { post } from './post.ts'
import { test } from './visitor.ts'

const NOT_SENT = 'This was not sent, because the connection is gone. What you wrote is still here.'
const FAILED = 'That did not work just now. Please try again in a moment.'
const NOT_SENT_YET = 'Not sent yet. What you wrote is still here.'

type Form = {
  readonly open: (page: Page) => Promise<unknown>
  readonly place?: (page: Page) => Locator
  /** What is typed, by label. */
  readonly typed?: Readonly<Record<string, string>>
  readonly checked?: RegExp
  readonly button: string
  /** Where a failure is shown; none where a toast announces it. */
  readonly failure?: string
  /** Shown at the form until it is sent. */
  readonly kept?: string
  /** Its own words in place of `FAILED`. */
  readonly failed?: string
  /** Shown once it was sent. */
  readonly done: string
}

const mainOf = (page: Page) => page.getByRole('main')
const at = (path: string) => (page: Page) => page.goto(path)

async function openReview(page: Page) {
  await post(page, '/us/redeem', { words: 'amber lantern owl' })
  await page.goto('/us/redeem/review')
}

const FORMS: Readonly<Record<string, Form>> = {
  'a message': {
    open: at('/us/contact?subject=Press+Inquiry'),
    typed: { Name: 'Ada', Email: 'ada@example.com', Message: 'It opens on the third try.' },
    button: 'Send Message',
    kept: NOT_SENT_YET,
    failed: 'Error: Failed to send message. Please try again.',
    done: 'Message sent!',
  },
  'a signup in the footer': {
    open: at('/us/faq'),
    place: (page) => page.getByRole('contentinfo'),
    typed: { Name: 'Ada', Email: 'not-sent-footer@example.com' },
    button: 'Subscribe',
    kept: NOT_SENT_YET,
    failed: 'Failed to subscribe. Please try again.',
    done: 'Welcome to the magic!',
  },
  'the waitlist, on a page of products': {
    open: at('/us/products'),
    typed: { Name: 'Ada', Email: 'not-sent-waitlist@example.com' },
    button: 'Join the Waitlist',
    kept: NOT_SENT_YET,
    failed: 'Something went wrong. Please try again.',
    done: "You're on the list!",
  },
  'magic words': {
    open: at('/us/redeem'),
    typed: { 'Magic words': 'amber lantern owl' },
    button: 'Redeem My Gift',
    // What describes the field once the toast has gone: redeem.spec.ts.
    failure: '#magic-words-error',
    failed: 'Error validating magic words',
    done: 'Magic words accepted!',
  },
  'a gift and its upgrade': {
    open: openReview,
    checked: /Add the Classic Wand/,
    button: 'Add Gift to Cart',
    failure: '[role=alert]',
    failed: 'Error processing redemption',
    done: 'Added to cart!',
  },
  'an unsubscription': {
    open: at(`/us/unsubscribe?token=${'0'.repeat(44)}`),
    button: 'Unsubscribe',
    failure: '[role=alert]',
    done: 'You have left the list.',
  },
  'the owner’s sign-in': {
    open: at('/admin/sign-in'),
    typed: { Email: 'owner@wizardbox.example', Password: 'correct horse battery' },
    button: 'Sign in',
    done: 'The owner’s room',
  },
  'the owner’s sign-out': {
    open: (page) => enterAdmin(page, '/admin/outbox'),
    place: (page) => page.getByRole('banner'),
    button: 'Sign out',
    done: 'You are signed out. Good night.',
  },
}

/** What comes between the form and the shop, and what is said. The browser does not know of the last two. */
const FAILURES = [
  {
    message: NOT_SENT,
    start: (page: Page) => page.context().setOffline(true),
    end: (page: Page) => page.context().setOffline(false),
  },
  {
    message: null,
    start: (page: Page) =>
      page.route('**/*.data*', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '' })),
    end: (page: Page) => page.unroute('**/*.data*'),
  },
  {
    message: NOT_SENT,
    start: (page: Page) => page.route('**/*.data*', (route) => route.abort()),
    end: (page: Page) => page.unroute('**/*.data*'),
  },
]

for (const [
  name,
  { open, place = mainOf, typed = {}, checked, button, failed = FAILED, ...said },
] of Object.entries(FORMS)) {
  test(`${name}: each time it is not sent the form says so and keeps its input, until it is`, async ({
    page,
  }) => {
    await open(page)
    await waitForHydration(page)
    const url = page.url()
    const form = place(page)
    for (const [label, text] of Object.entries(typed))
      await form.getByLabel(label, { exact: true }).fill(text)
    if (checked) await form.getByRole('radio', { name: checked }).check({ force: true })
    const submitButton = form.getByRole('button', { name: button, exact: true })
    // Not by a click: the message before may cover it. It may be shown before the button is no longer busy.
    async function submit() {
      await expect(submitButton).toBeEnabled()
      await submitButton.press('Enter')
    }
    const failure = said.failure
      ? form.locator(said.failure)
      : page.getByRole('region', { name: 'Notifications' })
    let before = 'nothing yet'
    for (const { message, start, end } of FAILURES) {
      await start(page)
      await submit()
      await expect(failure.getByText(message ?? failed)).toBeVisible()
      await expect(failure.getByText(before), 'in place of the message before').toHaveCount(0)
      before = message ?? failed
      for (const [label, text] of Object.entries(typed))
        await expect(form.getByLabel(label, { exact: true })).toHaveValue(text)
      if (checked) await expect(form.getByRole('radio', { name: checked })).toBeChecked()
      expect(page.url()).toBe(url)
      await end(page)
    }
    if (said.kept) await expect(form.getByText(said.kept)).toBeVisible()
    await submit()
    await expect(page.getByText(said.done).first()).toBeVisible()
    // At once, not when their time is over.
    for (const gone of [NOT_SENT, failed, NOT_SENT_YET])
      expect(await page.getByText(gone).count(), gone).toBe(0)
  })
}

for (const name of ['a signup in the footer', 'the waitlist, on a page of products'])
  test(`${name}: a line that is cut at the press keeps page and text, and another press sends it`, async ({
    page,
  }) => {
    const { open, place = mainOf, typed = {}, button, done } = FORMS[name] as Form
    await open(page)
    await waitForHydration(page)
    const form = place(page)
    for (const [label, text] of Object.entries(typed))
      await form.getByLabel(label, { exact: true }).fill(text)
    // The browser believes that it is online: code that is not loaded would not come either.
    await page.route('**/*', (route) => route.abort())
    await form.getByRole('button', { name: button, exact: true }).press('Enter')
    await expect(page.getByText(NOT_SENT)).toBeVisible()
    await expect(form.getByText(NOT_SENT_YET)).toBeVisible()
    for (const [label, text] of Object.entries(typed))
      await expect(form.getByLabel(label, { exact: true })).toHaveValue(text)
    await page.unroute('**/*')
    await form.getByRole('button', { name: button, exact: true }).press('Enter')
    await expect(page.getByText(done).first()).toBeVisible()
  })

test('offline, choosing a store keeps page and cart, and works later', async ({ page, context }) => {
  await openWithWand(page, '/uk/faq')
  await waitForHydration(page)
  const savedCart = () => page.evaluate(() => localStorage.getItem('wizard-box-cart'))
  await context.setOffline(true)
  await page.locator('summary').filter({ hasText: 'Choose your store' }).click()
  const choice = page.getByRole('button', { name: /^United States/ })
  await choice.click()
  await expect(page.getByText('You are offline')).toBeVisible()
  await expect(page).toHaveURL('/uk/faq')
  expect(await savedCart()).toContain('Dragon & Oak')
  await context.setOffline(false)
  await choice.click()
  await expect(page).toHaveURL('/us')
})

test('offline, a search in the owner’s room keeps what was typed, and works later', async ({
  page,
  context,
}) => {
  await enterAdmin(page, '/admin/outbox')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('ada')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('You are offline')).toBeVisible()
  await expect(search).toHaveValue('ada')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL('/admin/outbox?q=ada')
})

test('who leaves the owner’s room’s page while its form is being sent hears of no failure', async ({
  page,
}) => {
  await enterAdmin(page, '/admin/products')
  const release = await holdRequests(page, '**/admin/products.data*')
  await page.getByRole('button', { name: 'Duplicate products' }).click()
  await page.getByRole('link', { name: 'Mail' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible()
  release()
  expect(await page.getByText(FAILED).count()).toBe(0)
})
