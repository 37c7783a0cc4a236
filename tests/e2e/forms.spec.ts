import { expect, type Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { holdRequests } from './hold-requests.ts'
import { openPage } from './hydrated.ts'
import { test } from './visitor.ts'

/** Forms with scripts: errors, toasts and what was typed. Values and their messages are in `forms.test.ts` of the schemas. */

const LONG_NAME = 'Maximiliana-Bartholomea Featherstonehaugh-Cholmondeley von Hohenzollern-Sigmaringen'
const LONG_EMAIL = 'maximiliana.bartholomea.featherstonehaugh-cholmondeley+news@a-very-long-domain.example'

const hasSubscribed = (page: Page) => page.evaluate(() => localStorage.getItem('hasSubscribed'))

function contactForm(page: Page) {
  const form = page.getByRole('form', { name: 'Send a message' })
  return {
    name: form.getByLabel('Name'),
    email: form.getByLabel('Email'),
    subject: form.getByLabel('Subject'),
    message: form.getByLabel('Message'),
    subscribe: form.getByLabel('Subscribe to our Mailing List'),
    send: (label = 'Send Message') => form.getByRole('button', { name: label }),
  }
}

async function fillContact(page: Page) {
  const form = contactForm(page)
  await form.name.fill('Ada Fairweather')
  await form.email.fill('ada@example.com')
  await form.subject.selectOption('Product Question')
  await form.message.fill('It opens on the third try.\nShould it be the first?')
  await form.subscribe.check()
  return form
}

test('a message is corrected and sent once, then a second one that subscribes', async ({ page }) => {
  await openPage(page, '/uk/contact')
  const form = contactForm(page)
  await form.name.fill('x'.repeat(101))
  await form.email.fill('ada@')
  await form.message.fill(`Hello.\n${'supercalifragilistic'.repeat(20)}`)
  await form.subscribe.check()
  await form.send().click()
  await expect(form.name).toBeFocused()
  await expect(form.email).toHaveAccessibleDescription('Invalid email address')
  await form.name.fill('דנה')
  // By its mark a text is laid out in the direction of its letters.
  await expect(form.name).toHaveCSS('direction', 'rtl')
  await form.subject.selectOption('Press Inquiry')
  await form.email.fill(LONG_EMAIL)
  await form.subscribe.uncheck()
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  const release = await holdRequests(page, '**/uk/forms.data*')
  await form.send().click()
  await form.send('Sending...').click({ force: true })
  await form.email.press('Enter')
  release()
  await expect(page.getByText('Message sent!')).toBeVisible()
  await expect(page.getByRole('form', { name: 'Send a message' })).toBeFocused()
  expect([posts, await hasSubscribed(page)]).toEqual([1, null])
  for (const field of [form.name, form.message, form.subject]) await expect(field).toHaveValue('')
  await expect(form.subscribe).not.toBeChecked()
  await fillContact(page)
  await form.send().click()
  await expect.poll(() => hasSubscribed(page)).toBe('true')
})

test('a visitor who leaves the page and comes back finds the message as they left it, until it is sent', async ({
  page,
}) => {
  await openPage(page, '/us/contact')
  const form = await fillContact(page)
  async function leaveAndReturn() {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click()
    await expect(page).toHaveURL('/us/faq')
    await page.goBack()
  }
  await leaveAndReturn()
  await expect(form.name).toHaveValue('Ada Fairweather')
  await expect(form.email).toHaveValue('ada@example.com')
  await expect(form.subject).toHaveValue('Product Question')
  await expect(form.message).toHaveValue('It opens on the third try.\nShould it be the first?')
  await expect(form.subscribe).toBeChecked()
  await form.send().click()
  await expect(page.getByText('Message sent!')).toBeVisible()
  await leaveAndReturn()
  await expect(form.message).toHaveValue('')
})

test('a signup: errors in our words at the fields, then a toast, which is the only message', async ({
  page,
}) => {
  const title = "You're on the list!"
  await openPage(page, '/uk/waitlist')
  const main = page.getByRole('main')
  const send = main.getByRole('button', { name: 'Join the Waitlist' })
  await send.click()
  await expect(main.getByLabel('Name')).toBeFocused()
  await expect(main.getByLabel('Name')).toHaveAccessibleDescription('Please enter your name')
  await expect(main.getByLabel('Email')).toHaveAccessibleDescription('Please enter your email')
  expect(await violationsOf(page, { within: 'main' }), 'errors').toEqual([])
  await main.getByLabel('Name').fill(LONG_NAME)
  await expect(main.getByText('Please enter your name', { exact: true })).toBeHidden()
  await main.getByLabel('Email').fill(LONG_EMAIL)
  await send.click()
  await expect(page.getByText(title)).toHaveCount(1)
  await expect(main.getByLabel('Email')).toHaveValue('')
  expect(await hasSubscribed(page)).toBe('true')
  expect(await violationsOf(page, { within: 'main' }), 'the toast').toEqual([])
})
