import { expect, test } from 'vitest'
import { injectFault } from '../support/backend-rows.ts'
import { openOwnersRoom } from '../support/owner.ts'

const { shop, owner } = openOwnersRoom()

test('while the function that copies products is unavailable, it is said, and the form can be sent again', async () => {
  injectFault(shop, { match: /functions\/v1\/duplicate/, kind: 'status', status: 500 })
  const page = await owner.submit(await owner.visit('/admin'), 'Duplicate products')
  expect([page.path, page.status]).toEqual(['/admin/products', 503])
  expect(page.main).toContain('Failed to duplicate products')
  shop.embedded.backend?.faults.clear()
  const done = await owner.submit(page, 'Duplicate products')
  expect(done.main).toMatch(/Products duplicated successfully!\s*Created 0 UK products/)
  expect(JSON.parse(done.texts('pre').join()).skipped.length).toBeGreaterThan(0)
})
