import { describe, expect, test } from 'vitest'
import { COMPANY_MESSAGES, companyForm } from '#supabase/functions/_shared/forms/company.ts'
import { COMPANY_FACTS, isFigure } from '#supabase/functions/_shared/forms/company-facts.ts'
import { COMPANY, companyWith } from './company.ts'
import { COMPANY_FORM, companyOfTexts, companyTexts, missingCompanyLabels } from './company-form.ts'

/** The first message about typed texts, by field. */
function errorsOf(fields: Record<string, string>) {
  const issues = companyForm.safeParse(fields).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))
}

const saved = (fields: Record<string, string>) => companyOfTexts(companyForm.parse(fields))

test('every fact has its fields, once, whose labels say no word twice, also where they go on with the store', () => {
  const fields = COMPANY_FORM.flatMap((part) => part.fields)
  const labels = fields.map(({ label }) => label)
  expect(labels.filter((label) => /\b(\w+) \1\b|\b(?:from|until) in the\b/.test(label))).toEqual([])
  const names = fields.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(names.map((name) => name.replace(/-uk$/, '')))).toEqual(new Set(COMPANY_FACTS))
})

test('a text is one line for both stores, unless the UK and EU store has another', () => {
  const company = saved({
    legalEntity: ' Keyhole\u202e\r\n Ltd \u200b',
    vatNumber: 'US 1',
    'vatNumber-uk': 'GB 2',
    'euResponsiblePerson-uk': 'Ada, Paris',
  })
  expect(company.legalEntity).toEqual({ us: 'Keyhole Ltd', uk: 'Keyhole Ltd' })
  expect(company.vatNumber).toEqual({ us: 'US 1', uk: 'GB 2' })
  expect(company.euResponsiblePerson).toEqual({ us: '', uk: 'Ada, Paris' })
  expect(company.pressEmail).toEqual({ us: '', uk: '' })
})

test('what is shown of what was saved is saved as the same', () => {
  const texts = { legalEntity: 'Keyhole Ltd', vatNumber: 'US 1', 'vatNumber-uk': 'GB 2' }
  const company = companyWith(saved(texts))
  const shown = companyTexts(company)
  expect(shown).toMatchObject({ ...texts, 'legalEntity-uk': '', contactEmail: '', earlierBrandUrl: '' })
  expect(companyWith(saved(shown))).toEqual(company)
})

test('figures are for both stores, those without a second field too, and those of the start where they are empty', () => {
  const company = companyWith(
    saved({
      vol1Copies: '250',
      wandDispatchDays: '1 to 4',
      'farDeliveryDays-uk': '3 - 6',
      'deliveryDays-uk': '4',
    }),
  )
  expect(company).toMatchObject({
    vol1Copies: { us: '250', uk: '250' },
    wandDispatchDays: { us: '1–4', uk: '1–4' },
    farDeliveryDays: { uk: '3–6' },
    deliveryDays: { us: '2–5', uk: '4' },
    returnDays: { us: '14', uk: '14' },
  })
})

test('every start of a figure may be saved', () => {
  const company = companyWith(saved(companyTexts(COMPANY)))
  for (const fact of COMPANY_FACTS.filter(isFigure)) expect(company[fact], fact).toEqual(COMPANY[fact])
})

describe('what cannot be saved', () => {
  test.each([
    ['legalEntity', 'x'.repeat(301), COMPANY_MESSAGES.tooLong],
    ['legalEntity', 'Us [here](javascript:alert(1))', COMPANY_MESSAGES.marks],
    ['legalAddress', '<b>London</b>', COMPANY_MESSAGES.marks],
    ['bannerText', 'x'.repeat(111), COMPANY_MESSAGES.bannerTooLong],
    ['contactEmail', 'hello at keyhole', COMPANY_MESSAGES.email],
    ['contactEmail', 'hello@keyhole.test?bcc=x@y.test', COMPANY_MESSAGES.email],
    ['pressEmail', 'press@wizardbox.example', COMPANY_MESSAGES.example],
    ['earlierBrandUrl', 'javascript:alert(1)', COMPANY_MESSAGES.url],
    ['earlierBrandUrl', 'https://earlier.test/a b', COMPANY_MESSAGES.url],
    ['earlierBrandUrl', 'https://earlier.example/path', COMPANY_MESSAGES.example],
    ['vol1Date-uk', '2027-02-29', COMPANY_MESSAGES.date],
    ['envelopesFrom', '14.3.2027', COMPANY_MESSAGES.date],
    ['envelopesFrom-uk', '0027-03-04', COMPANY_MESSAGES.date],
    ['vol2Month', 'March 2027', COMPANY_MESSAGES.month],
    ['vol2Month', '2027-00', COMPANY_MESSAGES.month],
    ['vol1Copies', '1', COMPANY_MESSAGES.number(2, 99_999)],
    ['emberCopies', '80.5', COMPANY_MESSAGES.number(2, 99_999)],
    ['giftDays', '2-3', COMPANY_MESSAGES.number(2, 365)],
    ['giftDays-uk', '٣٠', COMPANY_MESSAGES.number(2, 365)],
    ['returnDays-uk', '13', COMPANY_MESSAGES.number(14, 365)],
    ['wandDispatchDays', '3-2', COMPANY_MESSAGES.days(60)],
    ['wandDispatchDays', '1', COMPANY_MESSAGES.days(60)],
    ['farDeliveryDays-uk', '5-61', COMPANY_MESSAGES.days(60)],
  ])('%s: %s', (field, text, message) => {
    expect(errorsOf({ [field]: text })).toMatchObject({ [field]: message })
  })

  const days = (envelopesFrom: string, envelopesUntil: string) => ({ envelopesFrom, envelopesUntil })
  test.each([
    [days('2028-02-29', '2028-02-29'), null],
    [days('2027-03-02', '2027-03-01'), 'envelopesUntil'],
    // The last day is that of the start.
    [days('2027-03-02', ''), 'envelopesUntil'],
    [{ ...days('2027-03-02', '2027-03-10'), 'envelopesFrom-uk': '2027-03-11' }, 'envelopesUntil-uk'],
  ])('days of envelopes that end before they begin, in any store: %j', (texts, field) => {
    expect(errorsOf(texts)).toEqual(field === null ? {} : { [field]: COMPANY_MESSAGES.endsEarly })
  })
})

test('missing facts are listed, including example addresses, until they are given', () => {
  expect(missingCompanyLabels(COMPANY)).toContain('Email for shoppers')
  const half = companyWith({ legalEntity: { uk: 'Keyhole Ltd' }, euResponsiblePerson: { uk: 'Ada, Paris' } })
  expect(missingCompanyLabels(half)).toContain('Name of the company')
  expect(missingCompanyLabels(half)).not.toContain('Responsible person in the EU')
  const all = companyWith(
    Object.fromEntries(Object.keys(COMPANY).map((fact) => [fact, { us: 'Given', uk: 'Given' }] as const)),
  )
  expect(missingCompanyLabels(all)).toEqual([])
})
