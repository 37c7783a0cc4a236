import { expect, test } from 'vitest'
import { rowsIn } from '../support/backend-rows.ts'
import { OWNER_PASSWORD, openOwnersRoom } from '../support/owner.ts'

/** “Is everything all right?” in the owner's room. `tests/hosted` has what it says of real services. */

const { shop, owner } = openOwnersRoom()

const checks = () => rowsIn(shop, 'audit_trail', 'action', 'shop.examined')

test('nothing is checked until the owner asks for it', async () => {
  const before = await checks()
  const page = await owner.visit('/admin/check-up')
  expect(page.status).toBe(200)
  expect(page.texts('h1')).toEqual(['Is everything all right?'])
  expect(page.document.querySelector('nav [aria-current="page"]')?.textContent).toBe('All right?')
  expect(page.document.querySelector('table')).toBeNull()
  expect(await checks()).toEqual(before)
})

test('a form without JavaScript checks every service, and is written down', async () => {
  const before = await checks()
  const page = await owner.submit(await owner.visit('/admin/check-up'), 'Check now')
  expect(page.status).toBe(200)
  expect(page.texts('h2')).toEqual([
    expect.stringMatching(/^The shop cannot open yet: \d+ things to mend\.$/),
  ])
  const rows = [...page.document.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '')
  expect(rows.join('\n')).toMatch(/The backend is embedded: good for trying the shop, not for selling/)
  const results = page.texts('td[data-l="Result"]')
  const order = ['To mend', 'To look at', 'All right']
  expect(results).toEqual([...results].sort((a, b) => order.indexOf(a) - order.indexOf(b)))
  expect(page.main).not.toContain(OWNER_PASSWORD)
  expect(await checks()).toHaveLength(before.length + 1)
  expect(page.headers.get('Cache-Control')).toBe('private, no-store')
})

test('without the trail nothing is checked', async () => {
  const page = await owner.visit('/admin/check-up')
  shop.embedded.backend?.faults.inject({ match: /POST .*audit_trail/, kind: 'status', status: 503 })
  const refused = await owner.submit(page, 'Check now')
  expect(refused.texts('h2')).toEqual(['Not checked'])
  expect(refused.document.querySelector('table')).toBeNull()
})
