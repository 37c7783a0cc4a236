import { expect, test } from 'vitest'
import {
  COMPANY,
  euPersonOf,
  isSellerGiven,
  mailCompanies,
  makerOf,
  missingCompanyFacts,
  sellerOf,
} from './company.ts'
import { factsOf } from './facts.ts'

const given = {
  ...factsOf('uk'),
  legalEntity: 'Keyhole Ltd',
  legalAddress: '1 Lock Lane, London',
  makerName: 'Keyhole Works',
  makerAddress: '2 Lock Lane',
  makerEmail: 'works@keyhole.test',
}

test('facts that are not given are omitted', () => {
  const facts = {
    ...given,
    legalEntity: '',
    legalAddress: '',
    makerName: '',
    makerAddress: '',
    makerEmail: '',
  }
  expect([sellerOf(facts), isSellerGiven(facts)]).toEqual(['Wizard Box', false])
  expect(makerOf(facts)).toBe('Wizard Box, hello@wizardbox.example')
  expect(euPersonOf({ ...facts, euResponsiblePerson: '' })).toBe('Ask us at hello@wizardbox.example')
})

test('facts that are given are used', () => {
  expect([sellerOf(given), isSellerGiven(given)]).toEqual(['Keyhole Ltd, 1 Lock Lane, London', true])
  expect(makerOf(given)).toBe('Keyhole Works, 2 Lock Lane, works@keyhole.test')
})

test('no fact is a placeholder', () => {
  for (const text of Object.values(COMPANY).flat()) expect(text).not.toMatch(/[[\]{}]/)
})

test('missing facts are listed, including example addresses', () => {
  const missing = missingCompanyFacts()
  if (COMPANY.legalEntity[0] === '') expect(missing).toContain('Name of the company')
  if (COMPANY.contactEmail[0].endsWith('.example')) expect(missing).toContain('Email for shoppers')
  expect(missing).not.toContain(null)
})

test('mails have the company of their store, and an example address only if the sender is one too', () => {
  const [us, uk] = COMPANY.contactEmail
  expect(mailCompanies('Wizard Box <hello@wizardbox.example>')).toMatchObject({
    us: { legalEntity: COMPANY.legalEntity[0], contactEmail: us },
    uk: { legalAddress: COMPANY.legalAddress[1], contactEmail: uk },
  })
  const { uk: real } = mailCompanies('Wizard Box <hello@wizardbox.test>')
  expect(real.contactEmail).toBe(uk.endsWith('.example') ? null : uk)
})
