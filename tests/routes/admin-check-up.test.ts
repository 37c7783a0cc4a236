import { expect, test } from 'vitest'
import { OWNER_PASSWORD, openOwnersRoom } from '../support/owner.ts'

/** “Is everything all right?” in the owner's room. `tests/hosted` has what it says of real services. */

const { owner } = openOwnersRoom()

test('nothing is checked until the owner asks for it', async () => {
  const page = await owner.visit('/admin/check-up')
  expect(page.status).toBe(200)
  expect(page.texts('h1')).toEqual(['Is everything all right?'])
  expect(page.document.querySelector('nav [aria-current="page"]')?.textContent).toBe('All right?')
  expect(page.document.querySelector('table')).toBeNull()
})

test('a form without JavaScript checks every service', async () => {
  const page = await owner.submit(await owner.visit('/admin/check-up'), 'Check now')
  expect(page.status).toBe(200)
  expect(page.texts('h2')).toEqual([
    expect.stringMatching(/^The shop cannot open yet: \d+ things to mend\.$/),
  ])
  const rows = [...page.document.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '')
  expect(rows.join('\n')).toMatch(/It is embedded: good for trying the shop, not for selling/)
  const results = page.texts('td[data-l="Result"]')
  const order = ['To mend', 'To look at', 'All right']
  expect(results).toEqual([...results].sort((a, b) => order.indexOf(a) - order.indexOf(b)))
  expect(page.main).not.toContain(OWNER_PASSWORD)
  expect(page.headers.get('Cache-Control')).toBe('private, no-store')
})
