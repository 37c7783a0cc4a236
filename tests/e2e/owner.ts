import { expect, type Page } from '@playwright/test'
import { openPage } from './hydrated.ts'
import { post } from './post.ts'

/** Opens a page as the signed-in owner. */
export async function enterAdmin(page: Page, path = '/admin') {
  const form = { step: 'password', email: 'owner@wizardbox.example', password: 'correct horse battery' }
  await post(page, '/admin/sign-in', form, { maxRedirects: 0 })
  await openPage(page, path)
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
}
