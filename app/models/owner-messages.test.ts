import { expect, test } from 'vitest'
import { describeAuditAction } from './owner-messages.ts'

test.each([
  ['order.too-many-gifts', 'Took an order with more gifts than were given'],
  ['nobody-knows.it-yet', 'nobody-knows.it-yet'],
  ['constructor', 'constructor'],
])('the audit action "%s" is described as "%s"', (action, words) => {
  expect(describeAuditAction(action)).toBe(words)
})
