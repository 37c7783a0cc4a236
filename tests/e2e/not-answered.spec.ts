import { expect, type Page } from '@playwright/test'
import { holdRequests } from './held.ts'
import { openPage } from './hydrated.ts'
import { enterAdmin } from './owner.ts'
import { test } from './visitor.ts'

const NOT_SENT = 'This was not sent, because the connection is gone.'

const pressIn = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name }).first().press('Enter')

test('an answer in the owner’s room is still shown after a form that is not sent', async ({ page }) => {
  await enterAdmin(page, '/admin/security')
  const main = page.getByRole('main')
  const loseNext = async () => {
    // The answer is shown before the page's data is there.
    await expect(main.locator('[aria-busy]')).toHaveCount(0)
    await page.route('**/admin/*.data*', (route) => route.abort(), { times: 1 })
  }

  await pressIn(page, 'Set up')
  const key = await main.locator('code').first().textContent()
  await main.getByRole('textbox', { name: /code/ }).fill('123456')
  await loseNext()
  await pressIn(page, 'Continue')
  await expect(page.getByText(NOT_SENT)).toBeVisible()
  await expect(main.locator('code').first()).toHaveText(key ?? '')
  await expect(main.getByRole('textbox', { name: /code/ })).toHaveValue('123456')

  for (const [path, button, answer] of [
    ['/admin/products', 'Duplicate products', 'Nothing to do'],
    ['/admin/check-up', 'Check', /^The shop cannot open yet/],
  ] as const) {
    await openPage(page, path)
    await pressIn(page, button)
    const shown = main.getByText(answer).first()
    await expect(shown).toBeVisible()
    await loseNext()
    await pressIn(page, button)
    await expect(page.getByText(NOT_SENT), path).toBeVisible()
    await expect(shown).toBeVisible()
  }
})

test('in the owner’s room, what says that a form was not sent stays until the next page', async ({
  page,
}) => {
  await page.clock.install()
  await enterAdmin(page, '/admin/products')
  await page.route('**/admin/products.data*', (route) => route.abort())
  await pressIn(page, 'Duplicate products')
  const said = page.getByText(NOT_SENT)
  await expect(said).toBeVisible()
  await page.clock.runFor(20_000)
  await expect(said).toBeVisible()
  await page.getByRole('link', { name: 'Mail' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible()
  await expect(said).toHaveCount(0)
})

test('a form that the shop refuses keeps its input, and says why', async ({ page }) => {
  await openPage(page, '/us/contact?subject=Other')
  const form = page.getByRole('main')
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await form.getByRole('textbox', { name: 'Message' }).fill('It opens on the third try.')
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
    await pressIn(page, 'Send Message')
    await expect(page.getByText(said)).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('It opens on the third try.')
  }
})

test('a second press on Sign out sends nothing more', async ({ page }) => {
  await enterAdmin(page)
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  const release = await holdRequests(page, '**/admin/sign-out.data*')
  const button = page.getByRole('button', { name: 'Sign out' })
  await button.press('Enter')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await button.press('Enter')
  release()
  await expect(page.getByText('You are signed out. Good night.')).toBeVisible()
  expect(posts).toBe(1)
})
