import { expect, type Page, type Route } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { holdRequests } from './hold-requests.ts'
import { openPage } from './hydrated.ts'
import { test } from './visitor.ts'

/** Forms with scripts: errors, plates and what was typed. Values and their messages are in `forms.test.ts` of the schemas. */

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
    summary: form.getByRole('alert'),
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
  await expect(form.summary).toContainText('Please check 3 fields. What you wrote is still here.')
  await expect(form.name).toBeFocused()
  await expect(form.email).toHaveAccessibleDescription('Invalid email address')
  expect(await violationsOf(page, { within: 'main' }), 'errors').toEqual([])
  await form.name.fill('דנה')
  // By its mark a text is laid out in the direction of its letters.
  await expect(form.name).toHaveCSS('direction', 'rtl')
  await expect(form.summary).toContainText('Please check 2 fields.')
  await form.summary.getByRole('link', { name: 'Subject' }).click()
  await form.subject.selectOption('Press Inquiry')
  await form.email.fill(LONG_EMAIL)
  await form.subscribe.uncheck()
  await expect(form.summary).toBeHidden()
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  const release = await holdRequests(page, '**/uk/forms.data*')
  await form.send().click()
  await form.send('Sending...').click({ force: true })
  await form.email.press('Enter')
  release()
  // By its mark the popup waits for it.
  const plate = page.locator('[data-form-success]')
  await expect(plate.getByText(`The answer goes to ${LONG_EMAIL}.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Message sent!' })).toBeFocused()
  expect([posts, await hasSubscribed(page)]).toEqual([1, null])
  // The plate is the only message.
  await expect(page.locator('[data-toast]')).toHaveCount(0)
  expect(await violationsOf(page, { within: 'main' }), 'the plate').toEqual([])
  await page.getByRole('button', { name: 'Write another message' }).click()
  await expect(form.name).toBeFocused()
  for (const field of [form.name, form.message, form.subject]) await expect(field).toHaveValue('')
  await expect(form.subscribe).not.toBeChecked()
  await fillContact(page)
  await form.send().click()
  await expect(page.getByText('Message sent!')).toBeVisible()
  expect(await hasSubscribed(page)).toBe('true')
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
  await openPage(page, '/us/contact')
  const form = await fillContact(page)
  // Not by a click: the message before may cover it. It may be shown before the button is no longer busy.
  async function submit() {
    await expect(form.send()).toBeEnabled()
    await form.send().press('Enter')
  }
  const shown = (words: string) => page.getByText(words).filter({ visible: true })
  let before = 'nothing yet'
  for (const [message, fail] of FAILURES) {
    await page.route('**/*.data*', fail)
    await submit()
    await expect(shown(message)).not.toHaveCount(0)
    await expect(shown(before), 'in place of the message before').toHaveCount(0)
    before = message
    await expect(form.name).toHaveValue('Ada Fairweather')
    await expect(form.message).toHaveValue(/third try/)
    await page.unroute('**/*.data*')
  }
  await expect(shown(NOT_SENT_YET)).toBeVisible()
  await submit()
  await expect(page.getByText('Message sent!').first()).toBeVisible()
  // At once, not when their time is over.
  for (const gone of [NOT_SENT, FAILED, NOT_SENT_YET])
    expect(await page.getByText(gone).count(), gone).toBe(0)
})
