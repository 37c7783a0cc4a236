import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { holdRequests } from './held.ts'
import { openPage } from './hydrated.ts'
import { enterAdmin } from './owner.ts'
import { test } from './visitor.ts'

function contactForm(page: Page) {
  const form = page.getByRole('form', { name: 'Send a message' })
  return {
    name: form.getByLabel('Name'),
    email: form.getByLabel('Email'),
    subject: form.getByLabel('Subject'),
    message: form.getByLabel('Message'),
    subscribe: form.getByLabel('Subscribe to our Mailing List'),
    summary: form.getByRole('alert'),
    error: (text: string) => form.getByText(text, { exact: true }),
    send: (label = 'Send Message') => form.getByRole('button', { name: label }),
  }
}

async function fill(page: Page, email = 'ada@example.com') {
  const form = contactForm(page)
  await form.name.fill('Ada Fairweather')
  await form.email.fill(email)
  await form.subject.selectOption('Product Question')
  await form.message.fill('It opens on the third try.\nShould it be the first?')
  return form
}

const LONG_EMAIL = 'maximiliana.bartholomea.featherstonehaugh-cholmondeley+news@a-very-long-domain.example'
const LONG_MESSAGE = `Hello.\n${'supercalifragilistic'.repeat(20)}`

test('right-to-left input is laid out from right to left @plain', async ({ page }) => {
  const { name, message, subject } = contactForm(page)
  await openPage(page, '/uk/contact')
  for (const field of [name, message]) {
    await expect(field).toHaveCSS('direction', 'ltr')
    await field.fill('שלום, איך פותחים את הקופסה?')
    await expect(field).toHaveCSS('direction', 'rtl')
    await field.fill('How does it open?')
    await expect(field).toHaveCSS('direction', 'ltr')
  }
  await expect(subject).toHaveCSS('direction', 'ltr')
  const footer = page.getByRole('contentinfo').getByLabel('Name')
  for (const path of ['', '/us/waitlist', '/us/subscribe']) {
    if (path) await page.goto(path)
    const field = path ? page.getByRole('main').getByLabel('Name') : footer
    await field.fill('דנה')
    await expect(field).toHaveCSS('direction', 'rtl')
  }
})

test('a message is corrected and sent, then a second one that subscribes', async ({ page }) => {
  await openPage(page, '/uk/contact')
  const form = contactForm(page)
  const subscribed = () => page.evaluate(() => localStorage.getItem('hasSubscribed'))
  await form.name.fill('x'.repeat(101))
  await form.email.fill('ada@')
  await form.message.fill(LONG_MESSAGE)
  await form.subscribe.check()
  await expect(form.error('Name must be less than 100 characters')).toBeHidden()
  await form.send().click()

  await expect(form.summary).toContainText('Please check 3 fields. What you wrote is still here.')
  await expect(form.error('Name must be less than 100 characters')).toBeVisible()
  await expect(form.name).toBeFocused()
  await expect(form.error('Invalid email address')).toBeVisible()
  await expect(form.email).toHaveAccessibleDescription('Invalid email address')
  await expect(form.error('Please select a subject')).toBeVisible()
  await expect(form.name).toHaveValue('x'.repeat(101))
  await expect(form.message).toHaveValue(LONG_MESSAGE)
  await expect(form.subscribe).toBeChecked()
  await expectAccessible(page, 'errors')

  await test.step('errors update with every change', async () => {
    await form.name.fill('Ada Fairweather')
    await expect(form.error('Name must be less than 100 characters')).toBeHidden()
    await expect(form.summary).toContainText('Please check 2 fields.')
    await form.name.fill(' ')
    await expect(form.error('Name is required')).toBeVisible()
    await form.message.fill('y'.repeat(2001))
    await expect(form.error('Message must be less than 2000 characters')).toBeVisible()
  })
  await form.name.fill('Ada Fairweather')
  await form.message.fill(LONG_MESSAGE)
  await form.summary.getByRole('link', { name: 'Subject' }).click()
  await form.subject.selectOption('Press Inquiry')
  await form.email.fill(LONG_EMAIL)
  await form.subscribe.uncheck()
  await expect(form.summary).toBeHidden()
  await form.send().click()
  await Promise.all([
    expect(page.getByText('Message sent!')).toBeVisible(),
    expect(page.getByText("We'll get back to you as soon as possible.")).toBeVisible(),
  ])
  // By its mark the popup waits for it.
  await expect(page.locator('[data-sealed]').getByText(`The answer goes to ${LONG_EMAIL}.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Message sent!' })).toBeFocused()
  await expectAccessible(page, 'sent')
  expect(await subscribed()).toBe(null)

  await page.getByRole('button', { name: 'Write another message' }).click()
  await expect(form.name).toBeFocused()
  for (const field of [form.name, form.message, form.subject]) await expect(field).toHaveValue('')
  await expect(form.subscribe).not.toBeChecked()
  await fill(page)
  await form.subscribe.check()
  await form.send().click()
  await expect(page.getByText('Message sent!')).toBeVisible()
  expect(await subscribed()).toBe('true')
})

test('a visitor who leaves the page and comes back finds the message as they left it', async ({ page }) => {
  await openPage(page, '/us/contact')
  const form = await fill(page)
  await form.subscribe.check()
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/us/faq')
  await page.goBack()
  await expect(form.name).toHaveValue('Ada Fairweather')
  await expect(form.email).toHaveValue('ada@example.com')
  await expect(form.subject).toHaveValue('Product Question')
  await expect(form.message).toHaveValue('It opens on the third try.\nShould it be the first?')
  await expect(form.subscribe).toBeChecked()
  await form.send().click()
  await expect(page.getByText('Message sent!')).toBeVisible()
  await bar.getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL('/us/faq')
  await page.goBack()
  await expect(form.message).toHaveValue('')
})

test('a second click while a message is being sent sends nothing', async ({ page }) => {
  await openPage(page, '/us/contact')
  const form = await fill(page)
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  const release = await holdRequests(page, '**/us/forms.data*')
  await form.send().click()
  await form.send('Sending...').click({ force: true })
  await form.email.press('Enter')
  release()
  await expect(page.getByText('Message sent!')).toBeVisible()
  expect(posts).toBe(1)
})

test('a message with a filled honeypot is sent for its sender, and held back for the owner', async ({
  page,
}) => {
  const email = 'password-manager@example.com'
  await openPage(page, '/us/contact')
  const form = await fill(page, email)
  const trap = page.getByRole('form', { name: 'Send a message' }).locator('[name=name__confirm]')
  // Neither the Tab key nor a screen reader gets there, only what fills in forms by itself.
  await expect(trap).toBeHidden()
  await trap.evaluate((field: HTMLInputElement) => {
    field.value = 'Ada'
  })
  await form.send().click()
  await expect(page.getByText('Message sent!')).toBeVisible()
  await enterAdmin(page, `/admin/messages?q=${email}`)
  await expect(page.getByText('It opens on the third try.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Held back', exact: true }).click()
  await expect(page.getByRole('cell', { name: email })).toBeVisible()
  await page.getByRole('button', { name: 'It is a real one' }).click()
  await expect(page.getByText('Sent on, as if it had come just now.')).toBeVisible()
  await page.goto(`/admin/messages?q=${email}`)
  await expect(page.getByRole('cell', { name: email })).toBeVisible()
})
