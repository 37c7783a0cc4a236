import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { openPage, submitBeforeHydration } from './hydrated.ts'
import { test } from './visitor.ts'

async function signUp(place: Locator, name: string, email: string) {
  await place.getByLabel('Name').fill(name)
  await place.getByLabel('Email').fill(email)
  await place.getByRole('button', { name: 'Subscribe' }).click()
}

const LONG_NAME = 'Maximiliana-Bartholomea Featherstonehaugh-Cholmondeley von Hohenzollern-Sigmaringen'
const LONG_EMAIL = 'maximiliana.bartholomea.featherstonehaugh-cholmondeley+news@a-very-long-domain.example'

const hasSubscribed = (page: Page) => page.evaluate(() => localStorage.getItem('hasSubscribed'))

/** The plate in place of a form is its only message, and has the focus. */
async function expectPlate(page: Page, title: string, form: Locator) {
  await expect(form.getByRole('heading', { name: title })).toBeFocused()
  await expect(form.getByRole('button', { name: /^(Subscribe|Join the Waitlist)$/ })).toBeHidden()
  await expect(page.getByText(title)).toHaveCount(1)
  // Looked at once, as a toast goes by itself.
  expect(await page.locator('[data-toast]').allTextContents()).toEqual([])
}

test('the waitlist: an error, a look at the policy, then a plate', async ({ page }) => {
  await openPage(page, '/uk/waitlist')
  const form = page.getByRole('form', { name: 'Join the waitlist' })
  const join = form.getByRole('button', { name: 'Join the Waitlist' })
  await form.getByLabel('Name').fill(' ')
  await form.getByLabel('Email').fill(LONG_EMAIL)
  await join.click()
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Please enter your name')
  await expectAccessible(page, 'waitlist errors')
  await form.getByLabel('Name').fill(LONG_NAME)
  await form.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL('/uk/privacy-policy')
  await page.goBack()
  await expect(form.getByLabel('Name')).toHaveValue(LONG_NAME)
  await expect(form.getByLabel('Email')).toHaveValue(LONG_EMAIL)
  await join.click()
  await expect(form.getByText(`We will write to ${LONG_EMAIL}.`)).toBeVisible()
  await expectPlate(page, "You're on the list!", form)
  await expectAccessible(page, 'on the waitlist')
})

test('subscribing: errors in our words, then a plate', async ({ page }) => {
  await openPage(page, '/us/subscribe')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Subscribe' }).click()
  await expect(main.getByLabel('Name')).toBeFocused()
  await expect(main.getByLabel('Name')).toHaveAccessibleDescription('Please enter your name')
  await expect(main.getByLabel('Email')).toHaveAccessibleDescription('Please enter your email')
  await main.getByLabel('Name').fill(LONG_NAME)
  await expect(main.getByText('Please enter your name', { exact: true })).toBeHidden()
  await main.getByLabel('Email').fill(LONG_EMAIL)
  await main.getByRole('button', { name: 'Subscribe' }).click()
  await expect(main.getByText(`Our emails now go to ${LONG_EMAIL}.`)).toBeVisible()
  await expectPlate(page, 'Welcome! ✨', main)
  expect(await hasSubscribed(page)).toBe('true')
})

test('the response to a second submission replaces the first, which was a document', async ({ page }) => {
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

test('an unsubscription moves the focus to the heading', async ({ page }) => {
  await openPage(page, `/us/unsubscribe?token=${'0'.repeat(44)}`)
  await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter')
  await expect(page.getByText('You have left the list.')).toBeVisible()
  // Its button is gone.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
