import { expect, test } from 'vitest'
import { COMPANY, companyOf, euPersonOf, isSellerGiven, makerOf, sellerOf } from './company.ts'

const none = companyOf(COMPANY, 'uk')
const given = {
  ...none,
  legalEntity: 'Keyhole Ltd',
  legalAddress: '1 Lock Lane, London',
  makerName: 'Keyhole Works',
  makerAddress: '2 Lock Lane',
  makerEmail: 'works@keyhole.test',
}

test('facts that are given are used, others omitted', () => {
  expect([sellerOf(none), isSellerGiven(none)]).toEqual(['Wizard Box', false])
  expect(makerOf(none)).toBe('Wizard Box, hello@wizardbox.example')
  expect(euPersonOf(none)).toBe('Ask us at hello@wizardbox.example')
  expect([sellerOf(given), isSellerGiven(given)]).toEqual(['Keyhole Ltd, 1 Lock Lane, London', true])
  expect(makerOf(given)).toBe('Keyhole Works, 2 Lock Lane, works@keyhole.test')
})

test('no default is a placeholder', () => {
  for (const text of Object.values(COMPANY).flatMap((texts) => Object.values(texts)))
    expect(text).not.toMatch(/[[\]{}]/)
})
