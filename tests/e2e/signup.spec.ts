import { expect, type Locator, type Page } from '@playwright/test'
import { submitBeforeHydration, waitForHydration } from './hydrated.ts'
import { test } from './visitor.ts'

async function signUp(place: Locator, name: string, email: string) {
  await place.getByLabel('Name').fill(name)
  await place.getByLabel('Email').fill(email)
  await place.getByRole('button', { name: 'Subscribe' }).click()
}

const PLACES = [
  {
    where: 'the home page',
    path: '/uk',
    find: (page: Page) => page.getByRole('main'),
  },
  {
    where: 'the footer',
    path: '/us/faq',
    find: (page: Page) => page.getByRole('contentinfo'),
  },
]

for (const { where, path, find } of PLACES) {
  test(`a signup on ${where} @js`, async ({ page }) => {
    await page.goto(path)
    await signUp(find(page), 'Ada', `signup${path.replaceAll('/', '-')}@example.com`)
    await Promise.all([
      expect(page.getByText('Welcome to the magic! ✨', { exact: true })).toBeVisible(),
      expect(page.getByText("You've been added to our mailing list.")).toBeVisible(),
    ])
    await expect(page).toHaveURL(path)
    await expect(find(page).getByLabel('Name')).toHaveValue('')
    await expect(find(page).getByLabel('Email')).toHaveValue('')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('hasSubscribed'))).toBe('true')
  })
}

test('the waitlist @js', async ({ page }) => {
  await page.goto('/uk/waitlist')
  const form = page.getByRole('form', { name: 'Join the waitlist' })
  const join = form.getByRole('button', { name: 'Join the Waitlist' })
  await form.getByLabel('Name').fill(' ')
  await form.getByLabel('Email').fill('ada@example.com')
  await join.click()
  await expect(form.getByText('Please enter your name')).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Please enter your name')
  await expect(form.getByLabel('Email')).toHaveValue('ada@example.com')
  await form.getByLabel('Name').fill('Ada Lovelace')
  await form.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL('/uk/privacy-policy')
  await page.goBack()
  await expect(form.getByLabel('Name')).toHaveValue('Ada Lovelace')
  await expect(form.getByLabel('Email')).toHaveValue('ada@example.com')
  await join.click()
  await expect(page.getByText("You're on the list!")).toBeVisible()
  await expect(form.getByLabel('Email')).toHaveValue('')
})

test('the response to a second submission replaces the first, which was a document @js', async ({ page }) => {
  const main = page.getByRole('main')
  await submitBeforeHydration(page, '/us/subscribe', () =>
    main.getByRole('button', { name: 'Subscribe' }).click(),
  )
  const refusal = main.getByText('Please enter your name and email')
  await expect(refusal).toBeVisible()
  await signUp(main, 'Eve', 'early@example.com')
  await expect(main.getByText('Our emails now go to early@example.com.')).toBeVisible()
  await expect(refusal).toBeHidden()
  await main.getByRole('button', { name: 'Add another address' }).click()
  await expect(main.getByText('Our emails now go to')).toBeHidden()
  await expect(main.getByLabel('Name')).toBeFocused()
})

test('the plate in place of a form is its only message, and has the focus @js', async ({ page }) => {
  for (const [path, button, title] of [
    ['/us/subscribe', 'Subscribe', 'Welcome! ✨'],
    ['/us/waitlist', 'Join the Waitlist', "You're on the list!"],
  ] as const) {
    await page.goto(path)
    await waitForHydration(page)
    const main = page.getByRole('main')
    await main.getByLabel('Name').fill('Ada')
    await main.getByLabel('Email').fill('sealed@example.com')
    await main.getByRole('button', { name: button }).click()
    await expect(main.getByRole('heading', { name: title })).toBeFocused()
    await expect(main.getByRole('button', { name: button })).toBeHidden()
    await expect(page.getByText(title)).toHaveCount(1)
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    if (button === 'Subscribe')
      expect(await page.evaluate(() => localStorage.getItem('hasSubscribed'))).toBe('true')
  }
})

test('what the browser finds wrong is said in our words at the field @js', async ({ page }) => {
  await page.goto('/us/waitlist')
  await waitForHydration(page)
  const form = page.getByRole('form', { name: 'Join the waitlist' })
  await form.getByRole('button', { name: 'Join the Waitlist' }).click()
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Please enter your name')
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Please enter your email')
  const footer = page.getByRole('contentinfo')
  await signUp(footer, 'Ada', 'ada@')
  await expect(footer.getByLabel('Email')).toBeFocused()
  await expect(footer.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address')
  await footer.getByLabel('Email').fill('ada@example.com')
  await expect(footer.getByText('Invalid email address')).toBeHidden()
})

test('a signup whose code a newer deployment has replaced succeeds on its page @js', async ({ page }) => {
  await page.goto('/us/faq')
  await waitForHydration(page)
  await page.route('**/assets/subscribe-*.js', (route) => route.fulfill({ status: 404 }))
  const footer = page.getByRole('contentinfo')
  await signUp(footer, 'Ada', 'newer-shop@example.com')
  await expect(page.getByText('Welcome to the magic! ✨')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
})

test('offline, a signup stays in its fields, and submitting twice says so once, until it succeeds @js', async ({
  page,
  context,
}) => {
  await page.goto('/us/faq')
  await waitForHydration(page)
  const footer = page.getByRole('contentinfo')
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
  await footer.getByLabel('Name').fill('Ada')
  await footer.getByLabel('Email').fill('offline-twice@example.com')
  await context.setOffline(true)
  // Not by clicks: the first message may cover the button.
  await footer.getByLabel('Email').press('Enter')
  await footer.getByLabel('Email').press('Enter')
  await expect(toasts.first()).toContainText('This was not sent')
  expect(await toasts.count()).toBe(1)
  await expect(footer.getByLabel('Email')).toHaveValue('offline-twice@example.com')
  await context.setOffline(false)
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByRole('heading', { name: 'Welcome to the magic!' })).toBeVisible()
  // At once, not when its time is over.
  expect(await toasts.filter({ hasText: 'This was not sent' }).count()).toBe(0)
})

test('offline, unsubscribing says so, works later, and moves the focus to the heading @js', async ({
  page,
  context,
}) => {
  await page.goto(`/us/unsubscribe?token=${'0'.repeat(44)}`)
  await waitForHydration(page)
  const button = page.getByRole('button', { name: 'Unsubscribe' })
  await context.setOffline(true)
  await button.click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('the connection is gone')
  await context.setOffline(false)
  await button.press('Enter')
  await expect(page.getByText('You have left the list.')).toBeVisible()
  // Its button is gone.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
