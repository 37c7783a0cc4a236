import {
  COMPANY_FACTS,
  type Company,
  type CompanyFact,
  companyFieldName,
  FACTS,
  isGiven,
  storesWith,
} from '#supabase/functions/_shared/forms/company-facts.ts'
import { byMarket, DEFAULT_MARKET, MARKETS } from './market.ts'

/** The facts that are still missing in a store that needs them. */
export function missingCompanyFacts(company: Company): readonly CompanyFact[] {
  return COMPANY_FACTS.filter(
    (fact) => !FACTS[fact].isOptional && !storesWith(fact).every((market) => isGiven(company[fact][market])),
  )
}

/** The fields of a fact: each with the texts of a store. */
function fieldsOf(fact: CompanyFact, label: string, hint: string | null) {
  const stores = storesWith(fact)
  const hasMain = stores.includes(DEFAULT_MARKET)
  return stores.map((market) => {
    const isMain = market === DEFAULT_MARKET || !hasMain
    const store = MARKETS[market].titleName.replace('&', 'and')
    return {
      fact,
      kind: FACTS[fact].kind,
      name: companyFieldName(fact, market),
      /** False for the text of another store beside the one for all. */
      isMain,
      /** Whether it begins a row, with that of another store beside it. */
      startsRow: isMain && stores.length > 1,
      label: isMain ? label : `${label} in the ${store} store, if another`,
      hint: isMain ? hint : null,
    }
  })
}

/** The parts of the form, in the order of the page: each fact with its label, and what the owner should know of it. */
const PARTS: Readonly<
  Record<string, { readonly [fact in CompanyFact]?: string | readonly [string, string] }>
> = {
  'Who you are': {
    legalEntity: 'Name of the company',
    legalAddress: ['Address of the company', 'In one line, as it should stand below mails.'],
    companyNumber: 'Company number',
    vatNumber: 'Tax or VAT number',
    governingLaw: ['Law that governs the terms', 'As in: the law of England and Wales.'],
    foundedYear: 'Year of foundation',
  },
  'Where people write to': {
    contactEmail: 'Email for shoppers',
    pressEmail: 'Email for the press',
    returnAddress: 'Address for returns',
    earlierBrandUrl: 'Website of the earlier company',
  },
  'The maker': {
    makerName: 'Name of the maker',
    makerAddress: 'Address of the maker',
    makerEmail: 'Email of the maker',
  },
  'In the EU': {
    euResponsiblePerson: [
      'Responsible person in the EU',
      'For product safety: name, address and email, in one line.',
    ],
    euRepresentative: [
      'Representative in the EU',
      'For data protection: name and address, only if the law requires one.',
    ],
  },
  'When things ship': {
    vol1Date: ['Vol. I ships from', 'Year, month, day. After it, the shop says the business days below.'],
    vol2Month: [
      'Month in which Vol. II ships',
      'Year and month. It is a pre-order until that month is over; then it ships within the days below.',
    ],
    envelopesFrom: 'First day on which gift envelopes are posted',
    envelopesUntil: [
      'Last day on which gift envelopes are posted',
      'After it, the shop says the days below.',
    ],
  },
  'How many days that takes': {
    vol1DispatchDays: [
      'Business days until Vol. I ships',
      'A number of days, or two, as in 2-3. While a figure is empty, it is the one of the start.',
    ],
    wandDispatchDays: 'Business days until wands ship',
    giftDays: ['Days until a redeemed gift ships', 'From the magic words on.'],
    vol2Days: [
      'Days until Vol. II without a wrapping ships',
      'From the order on, as with envelopes and merch.',
    ],
    envelopeDays: 'Days until a gift envelope is posted',
    merchDays: 'Days until merch ships',
    deliveryDays: 'Days of delivery',
    farDeliveryDays: 'Days of delivery in Europe',
  },
  'Returns and answers': {
    returnDays: ['Days to return most items', 'The terms tell the right to cancel in 14 days apart.'],
    wandReturnDays: 'Days to return wands',
    vol1ReportDays: 'Days to report damage of Vol. I',
    refundDays: ['Days until a refund', 'From receipt on. The law allows at most 14.'],
    replyHours: 'Hours until a reply',
  },
  'How many copies': {
    vol1Copies: ['Copies of Vol. I', 'In banner, pages and emails. The stock is counted by the store.'],
    ashbornCopies: 'Copies of Ashborn',
    sunfireCopies: 'Copies of Sunfire',
    emberCopies: 'Copies of Ember',
  },
  'On every page': {
    bannerText: [
      'Text of the banner',
      'At the top of every page. While it is empty, the offer of the season is there.',
    ],
  },
  'Who works with the data': {
    storefrontHost: [
      'Name of the storefront host',
      'Whom the privacy policy names: Shopify, and its company in your country.',
    ],
    backendHost: 'Name of the backend host',
    mailService: 'Name of the mail service',
    webHost: 'Name of the web host',
    geoService: [
      'Name of the service that finds a visitor’s country',
      'Only if the shop asks one (GEO_API_URL).',
    ],
    privacyMinimumAge: 'Least age of those whose data we keep',
  },
}

/** The parts of the form with their fields. A fact that differs between the stores has two. */
export const COMPANY_FORM = Object.entries(PARTS).map(([title, facts]) => ({
  title,
  fields: Object.entries(facts).flatMap(([fact, said]) => {
    const [label = '', hint = null] = [said].flat()
    return fieldsOf(fact as CompanyFact, label, hint)
  }),
}))

/** The first field of a fact, whose label the owner knows it by. */
export function fieldOf(fact: CompanyFact) {
  const fields = COMPANY_FORM.flatMap(({ fields }) => fields)
  return fields.find((field) => field.fact === fact) ?? { label: fact, name: fact }
}

export function missingCompanyLabels(company: Company): readonly string[] {
  return missingCompanyFacts(company).map((fact) => fieldOf(fact).label)
}

export type CompanyTexts = Readonly<Record<string, string>>

/** The facts of each store of valid texts of the form. */
export function companyOfTexts(texts: CompanyTexts): Company {
  const facts = COMPANY_FACTS.map((fact) => {
    const main = texts[fact] ?? ''
    return [fact, byMarket((_, market) => texts[companyFieldName(fact, market)] || main)]
  })
  return Object.fromEntries(facts) as Company
}

/** What the form shows of the facts: those that are given, and for the UK and EU store where they differ. */
export function companyTexts(company: Company): CompanyTexts {
  const shown = (text: string) => (isGiven(text) ? text : '')
  const texts = COMPANY_FACTS.flatMap((fact) =>
    storesWith(fact).map((market) => {
      const [main, own] = [company[fact][DEFAULT_MARKET], company[fact][market]]
      return [companyFieldName(fact, market), market !== DEFAULT_MARKET && own === main ? '' : shown(own)]
    }),
  )
  return Object.fromEntries(texts)
}
