import { expect, type Page } from '@playwright/test'
import { parse } from 'node-html-parser'
import { holdRequests } from './hold-requests.ts'
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

test('a message is corrected and sent, then a second one that subscribes', async ({ page }) => {
  await openPage(page, '/uk/contact')
  const form = contactForm(page)
  const subscribed = () => page.evaluate(() => localStorage.getItem('hasSubscribed'))
  await form.name.fill('x'.repeat(101))
  await form.email.fill('ada@')
  await form.message.fill(`Hello.\n${'supercalifragilistic'.repeat(20)}`)
  await form.subscribe.check()
  await form.send().click()
  await expect(form.summary).toContainText('Please check 3 fields. What you wrote is still here.')
  await expect(form.name).toBeFocused()
  await expect(form.email).toHaveAccessibleDescription('Invalid email address')
  await form.name.fill('דנה')
  // By its mark a text is laid out in the direction of its letters.
  await expect(form.name).toHaveCSS('direction', 'rtl')
  await expect(form.summary).toContainText('Please check 2 fields.')
  await form.summary.getByRole('link', { name: 'Subject' }).click()
  await form.subject.selectOption('Press Inquiry')
  await form.email.fill(LONG_EMAIL)
  await form.subscribe.uncheck()
  await expect(form.summary).toBeHidden()
  await form.send().click()
  // By its mark the popup waits for it.
  await expect(
    page.locator('[data-form-success]').getByText(`The answer goes to ${LONG_EMAIL}.`),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Message sent!' })).toBeFocused()
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

const CORRECT = { fullName: 'Ada', email: 'ada@example.com', subject: 'Other', message: 'Hello' }
const SENT = 'Message sent!'
const NAME = 'Name is required'
const LONG = 'Message must be less than 2000 characters'
const addressOf = (length: number) => `${'a'.repeat(length - 12)}@example.com`

/** What is typed in place of what is correct, and the only answers. */
const INPUT: readonly (readonly [typed: Partial<typeof CORRECT>, answers: readonly string[]])[] = [
  [{}, [SENT]],
  [{ fullName: '🦉'.repeat(100), email: addressOf(255), message: 'm'.repeat(2000) }, [SENT]],
  [{ message: `  ${'🦉'.repeat(1998)}\r\n🦉\n ` }, [SENT]],
  [{ fullName: '\u202bדנה\0\ud800', email: ' ADA+News@BÜCHER.example ', message: '\u200f\nשלום' }, [SENT]],
  [{ fullName: 'ﬀ'.repeat(101), message: 'm'.repeat(2001) }, ['Name must be less than 100 characters', LONG]],
  [{ message: `${'🦉'.repeat(1999)}\r\n🦉` }, [LONG]],
  [{ email: addressOf(256) }, ['Email must be less than 255 characters']],
  [{ fullName: ' \t ', message: ' \n\n ' }, [NAME, 'Message is required']],
  [{ fullName: '\0\u202e\u200f', message: '\0' }, [NAME, 'Message is required']],
  [{ fullName: '\u3164' }, [NAME]],
  ...['', 'ada@', 'ada@ex ample.com'].map((email) => [{ email }, ['Invalid email address']] as const),
  [{ subject: '' }, ['Please select a subject']],
]

/** Where a page answers: the messages of fields, and that it was sent. */
const ANSWERS = 'main form [id$="-error"], main h2, main b'
const isAnswer = (text: string) => text === SENT || INPUT.some(([, answers]) => answers.includes(text))

test('strange and long texts get the same answers with and without scripts', async ({ page }) => {
  await openPage(page, '/us/contact')
  const form = page.getByRole('main').locator('form')
  const shown = async () => (await page.locator(ANSWERS).allTextContents()).filter(isAnswer)
  const type = (texts: typeof CORRECT) =>
    form.evaluate((element: HTMLFormElement, texts) => {
      for (const [name, text] of Object.entries(texts)) {
        const field = element.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement
        if (field instanceof HTMLSelectElement) field.add(new Option(text, text))
        field.value = text
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    }, texts)
  // Loads what validates in the browser.
  await contactForm(page).name.focus()
  for (const [typed, answers] of INPUT) {
    const fields = { ...CORRECT, ...typed }
    const what = JSON.stringify(typed).slice(0, 80)
    // Without scripts, as another visitor.
    const headers = { Origin: new URL(page.url()).origin, 'X-Forwarded-For': '10.4.4.4' }
    const plain = await page.request.post('/us/contact', { form: fields, headers })
    const told = parse(await plain.text()).querySelectorAll(ANSWERS.replaceAll('main', 'body'))
    expect(told.map(({ textContent }) => textContent).filter(isAnswer), what).toEqual(answers)
    await type(CORRECT)
    await expect.poll(shown, { message: 'corrected', intervals: [20] }).toEqual([])
    await type(fields)
    await form.evaluate((element: HTMLFormElement) => element.requestSubmit())
    await expect.poll(shown, { message: what, intervals: [20] }).toEqual(answers)
    if (answers[0] === SENT) await page.getByRole('button', { name: 'Write another message' }).click()
  }
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
