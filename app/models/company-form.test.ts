import { expect, test } from 'vitest'
import { COMPANY_MESSAGES, companyForm } from '#supabase/functions/_shared/forms/company.ts'
import { COMPANY, COMPANY_FACTS, companyWith } from '#supabase/functions/_shared/forms/company-facts.ts'
import { companyOfTexts, companyTexts, missingCompanyLabels } from './company-form.ts'

const saved = (fields: Record<string, string>) => companyOfTexts(companyForm.parse(fields))

test('a fact is for both stores, unless the UK and EU store has another; figures have a start where they are empty', () => {
  const company = companyWith(
    saved({
      ...{ legalEntity: 'Keyhole Ltd', vatNumber: 'US 1', 'vatNumber-uk': 'GB 2', vol1Copies: '250' },
      ...{ 'euResponsiblePerson-uk': 'Ada, Paris', legalAddress: ' 1 Lock\u202e Lane,\r\n London \u200b' },
      ...{ wandDispatchDays: '1 to 4', 'farDeliveryDays-uk': '3 - 6', 'deliveryDays-uk': '4' },
    }),
  )
  const both = (text: string) => ({ us: text, uk: text })
  expect(company).toMatchObject({
    legalEntity: both('Keyhole Ltd'),
    legalAddress: both('1 Lock Lane, London'),
    vatNumber: { us: 'US 1', uk: 'GB 2' },
    euResponsiblePerson: { us: '', uk: 'Ada, Paris' },
    vol1Copies: both('250'),
    wandDispatchDays: both('1–4'),
    farDeliveryDays: { uk: '3–6' },
    deliveryDays: { us: '2–5', uk: '4' },
    returnDays: both('14'),
  })
  const shown = companyTexts(company)
  expect(shown).toMatchObject({ 'vatNumber-uk': 'GB 2', 'legalEntity-uk': '', contactEmail: '' })
  expect(companyWith(saved(shown))).toEqual(company)
})

const { number, ...messages } = COMPANY_MESSAGES
const days = (envelopesFrom: string, envelopesUntil: string) => ({ envelopesFrom, envelopesUntil })

test.each<[Record<string, string>, string | null, string?]>([
  [{ legalEntity: 'x'.repeat(301) }, messages.tooLong],
  [{ legalEntity: 'Us [here](javascript:alert(1))' }, messages.marks],
  [{ legalAddress: 'Lock Lane | London' }, messages.marks],
  [{ bannerText: 'x'.repeat(111) }, messages.bannerTooLong],
  [{ contactEmail: 'hello@keyhole.test?bcc=x@y.test' }, messages.email],
  [{ earlierBrandUrl: 'javascript:alert(1)' }, messages.url],
  [{ earlierBrandUrl: 'https://earlier.example/path' }, messages.example],
  [{ 'vol1Date-uk': '2027-02-29' }, messages.date],
  [{ envelopesFrom: '14.3.2027' }, messages.date],
  [{ vol2Month: '2027-00' }, messages.month],
  [{ vol1Copies: '1' }, number(2, 99_999)],
  [{ giftDays: '2-3' }, number(2, 365)],
  [{ 'returnDays-uk': '13' }, number(14, 365)],
  [{ wandDispatchDays: '3-2' }, messages.days(60)],
  [{ 'legalEntity-uk': 'Keyhole Ltd' }, messages.usFirst, 'legalEntity'],
  // Days of envelopes that end before they begin, in any store.
  [days('2028-02-29', '2028-02-29'), null],
  [days('2027-03-02', '2027-03-01'), messages.endsEarly, 'envelopesUntil'],
  // The last day is that of the start.
  [days('2027-03-02', ''), messages.endsEarly, 'envelopesUntil'],
  [
    { ...days('2027-03-02', '2027-03-10'), 'envelopesFrom-uk': '2027-03-11' },
    messages.endsEarly,
    'envelopesUntil-uk',
  ],
])('what cannot be saved is told at its field: %j', (texts, message, at = Object.keys(texts)[0]) => {
  const issues = companyForm.safeParse(texts).error?.issues ?? []
  const said = issues.find(({ path }) => path[0] === at)?.message ?? null
  expect(said).toBe(message)
})

test('missing facts are listed, including example addresses, until they are given', () => {
  expect(missingCompanyLabels(COMPANY)).toContain('Email for shoppers')
  const half = companyWith({ legalEntity: { uk: 'Keyhole Ltd' }, euResponsiblePerson: { uk: 'Ada, Paris' } })
  expect(missingCompanyLabels(half)).toContain('Name of the company')
  expect(missingCompanyLabels(half)).not.toContain('Responsible person in the EU')
  const given = COMPANY_FACTS.map((fact) => [fact, { us: 'Given', uk: 'Given' }])
  expect(missingCompanyLabels(companyWith(Object.fromEntries(given)))).toEqual([])
})
