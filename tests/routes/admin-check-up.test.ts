import { expect, test } from 'vitest'
import { openOwnersRoom } from '../support/owner.ts'

/** “Is everything all right?” in the owner's room. `tests/hosted` has what it says of real services. */

const { owner } = openOwnersRoom()

test('nothing is checked until the owner asks for it', async () => {
  const page = await owner.visit('/admin/check-up')
  expect(page.status).toBe(200)
  expect(page.texts('h1')).toEqual(['Is everything all right?'])
  expect(page.document.querySelector('nav [aria-current="page"]')?.textContent).toBe('All right?')
  expect(page.document.querySelector('table')).toBeNull()
})
