import { expect, test } from 'vitest'
import { COMPANY, companyOf } from '#supabase/functions/_shared/forms/company-facts.ts'
import { euPersonOf, isSellerGiven, makerOf, sellerOf } from './company-words.ts'

test('facts that are not given are omitted, and those that are given are used', () => {
  const none = companyOf(COMPANY, 'uk')
  expect([sellerOf(none), isSellerGiven(none)]).toEqual(['Wizard Box', false])
  expect(makerOf(none)).toBe('Wizard Box, hello@wizardbox.example')
  expect(euPersonOf(none)).toBe('Ask us at hello@wizardbox.example')
  const seller = { legalEntity: 'Keyhole Ltd', legalAddress: '1 Lock Lane, London' }
  const maker = { makerName: 'Keyhole Works', makerAddress: '2 Lock Lane', makerEmail: 'works@keyhole.test' }
  const given = { ...none, ...seller, ...maker }
  expect([sellerOf(given), isSellerGiven(given)]).toEqual(['Keyhole Ltd, 1 Lock Lane, London', true])
  expect(makerOf(given)).toBe('Keyhole Works, 2 Lock Lane, works@keyhole.test')
})
