import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { openWithWand } from './carts.ts'
import { holdRequests } from './hold-requests.ts'
import { openPage, waitForHydration } from './hydrated.ts'
import { enterAdmin } from './owner.ts'
import { post } from './post.ts'
import { test } from './visitor.ts'

const NOT_SENT = 'This was not sent, because the connection is gone. What you wrote is still here.'
const FAILED = 'That did not work just now. Please try again in a moment.'
const NOT_SENT_YET = 'Not sent yet. What you wrote is still here.'
/** Requests of a form by script. */
const OWN = '**/*.data*'

type Form = {
  readonly open: (page: Page) => Promise<unknown>
  readonly place?: (page: Page) => Locator
  /** What is typed, by label. */
  readonly typed?: Readonly<Record<string, string>>
  readonly checked?: RegExp
  readonly button: string
  /** The requests that are lost with the line, where not its own alone: code that is not loaded would not come either. */
  readonly lost?: string
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

/** Ends once the form works by script, and the code is there that it needs to be sent: it comes with the first touch. */
async function openFooter(page: Page) {
  const code = page.waitForResponse(/\/assets\/forms-[^/]+\.js$/)
  await page.goto('/us/faq')
  const footer = page.getByRole('contentinfo')
  await expect(footer.locator('[name=idempotencyKey]')).not.toHaveValue('')
  await footer.getByLabel('Name').focus()
  await (await code).finished()
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
    open: openFooter,
    place: (page) => page.getByRole('contentinfo'),
    typed: { Name: 'Ada', Email: 'not-sent-footer@example.com' },
    button: 'Subscribe',
    lost: '**/*',
    kept: NOT_SENT_YET,
    failed: 'Failed to subscribe. Please try again.',
    done: 'Welcome to the magic!',
  },
  'magic words': {
    open: at('/us/redeem'),
    typed: { 'Magic words': 'amber lantern owl' },
    button: 'Redeem My Gift',
    failed: 'Error validating magic words',
    done: 'Magic words accepted!',
  },
  'a gift and its upgrade': {
    open: openReview,
    checked: /Add the Classic Wand/,
    button: 'Add Gift to Cart',
    failed: 'Error processing redemption',
    done: 'Added to cart!',
  },
  'an unsubscription': {
    open: at(`/us/unsubscribe?token=${'0'.repeat(44)}`),
    button: 'Unsubscribe',
    done: 'You have left the list.',
  },
}

/** What comes between the form and the shop, and what is said. The browser knows of neither. */
const FAILURES = [
  {
    message: null,
    fail: (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '' }),
  },
  {
    message: NOT_SENT,
    fail: (route: Route) => route.abort(),
  },
]

for (const [
  name,
  { open, place = mainOf, typed = {}, checked, button, lost = OWN, failed = FAILED, ...said },
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
    // By its key: the bar with the button may cover it.
    if (checked) await form.getByRole('radio', { name: checked }).press('Space')
    const submitButton = form.getByRole('button', { name: button, exact: true })
    // Not by a click: the message before may cover it. It may be shown before the button is no longer busy.
    async function submit() {
      await expect(submitButton).toBeEnabled()
      await submitButton.press('Enter')
    }
    const shown = (words: string) => page.getByText(words).filter({ visible: true })
    let before = 'nothing yet'
    for (const { message, fail } of FAILURES) {
      const cut = message === NOT_SENT ? lost : OWN
      await page.route(cut, fail)
      await submit()
      await expect(shown(message ?? failed)).not.toHaveCount(0)
      await expect(shown(before), 'in place of the message before').toHaveCount(0)
      before = message ?? failed
      for (const [label, text] of Object.entries(typed))
        await expect(form.getByLabel(label, { exact: true })).toHaveValue(text)
      if (checked) await expect(form.getByRole('radio', { name: checked })).toBeChecked()
      expect(page.url()).toBe(url)
      await page.unroute(cut)
    }
    if (said.kept) await expect(form.getByText(said.kept)).toBeVisible()
    await submit()
    await expect(page.getByText(said.done).first()).toBeVisible()
    // At once, not when their time is over.
    for (const gone of [NOT_SENT, failed, NOT_SENT_YET])
      expect(await page.getByText(gone).count(), gone).toBe(0)
  })
}

test('offline, choosing a store and signing in or out keep page, text and cart, and work later', async ({
  page,
  context,
}) => {
  await openWithWand(page, '/uk/faq')
  await waitForHydration(page)
  await context.setOffline(true)
  await page.locator('summary').filter({ hasText: 'Choose your store' }).click()
  const choice = page.getByRole('button', { name: /^United States/ })
  await choice.click()
  await expect(page.getByText('You are offline')).toBeVisible()
  await expect(page).toHaveURL('/uk/faq')
  expect(await page.evaluate(() => localStorage.getItem('wizard-box-cart'))).toContain('Dragon & Oak')
  await context.setOffline(false)
  await choice.click()
  await expect(page).toHaveURL('/us')

  await openPage(page, '/admin/sign-in')
  await context.setOffline(true)
  await page.getByLabel('Email').fill('owner@wizardbox.example')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByLabel('Password').press('Enter')
  await expect(page.getByText(NOT_SENT)).toBeVisible()
  await context.setOffline(false)
  await page.getByLabel('Password').press('Enter')
  const out = page.getByRole('button', { name: 'Sign out' })
  await expect(out).toBeVisible()
  await context.setOffline(true)
  await out.press('Enter')
  await expect(page.getByText('You are offline')).toBeVisible()
  await context.setOffline(false)
  await out.press('Enter')
  await expect(page.getByText('You are signed out. Good night.')).toBeVisible()
})

test('in the admin an answer is still shown after a form that is not sent, which is said until the next page', async ({
  page,
}) => {
  await page.clock.install()
  await enterAdmin(page, '/admin/products')
  const main = page.getByRole('main')
  const ask = () => main.getByRole('button', { name: 'Duplicate products' }).press('Enter')
  await ask()
  const answer = main.getByText('Created 0 UK products').first()
  await expect(answer).toBeVisible()
  // The answer is shown before the page's data is there.
  await expect(main.locator('[aria-busy]')).toHaveCount(0)
  await page.route('**/admin/*.data*', (route) => route.abort(), { times: 1 })
  await ask()
  const said = page.getByText('This was not sent, because the connection is gone.')
  await expect(said).toBeVisible()
  await expect(answer).toBeVisible()
  await page.clock.runFor(20_000)
  await expect(said).toBeVisible()
  await page.getByRole('link', { name: 'Mail' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible()
  await expect(said).toHaveCount(0)
})

test('who leaves a page of the admin while its form is being sent hears of no failure', async ({ page }) => {
  await enterAdmin(page, '/admin/products')
  const release = await holdRequests(page, '**/admin/products.data*')
  await page.getByRole('button', { name: 'Duplicate products' }).click()
  await page.getByRole('link', { name: 'Mail' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible()
  release()
  expect(await page.getByText(FAILED).count()).toBe(0)
})

test('a form that the shop refuses keeps its input, and says why', async ({ page }) => {
  await openPage(page, '/us/contact?subject=Other')
  const form = page.getByRole('main')
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email', { exact: true }).fill('ada@example.com')
  const message = form.getByRole('textbox', { name: 'Message' })
  await message.fill('It opens on the third try.')
  for (const [type, body, said] of [
    ['application/x-www-form-urlencoded', 'x'.repeat(1_000_000), 'That is more than this form can hold.'],
    ['text/plain', '', 'This door does not open that way.'],
  ] as const) {
    await page.route(
      '**/us/forms.data*',
      (route) => {
        const headers = { ...route.request().headers(), 'content-type': type }
        return route.continue({ headers, postData: body })
      },
      { times: 1 },
    )
    await form.getByRole('button', { name: 'Send Message' }).press('Enter')
    await expect(page.getByText(said)).toBeVisible()
    await expect(message).toHaveValue('It opens on the third try.')
  }
})
