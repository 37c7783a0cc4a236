import { randomUUID } from 'node:crypto'
import { missingCompanyFacts } from '#app/models/company-form.ts'
import { DEFAULT_MARKET } from '#app/models/market.ts'
import type { ListName, TableRow } from '#app/models/owner-lists.ts'
import {
  type Company,
  companyFieldName,
  FACTS,
  storesWith,
} from '#supabase/functions/_shared/forms/company-facts.ts'
import type { Services } from '../compose.server.ts'
import { type AdminForms, nullOnOutage } from './admin-forms.server.ts'
import { formsOf, readRows } from './list.server.ts'
import { LISTS } from './lists.server.ts'

/** Rows of each alert at most; the list has the rest. */
const MAX_SHOWN = 25
/** Older orders have shipped. The list of orders has them all. */
const REPORTED_MS = 14 * 24 * 3_600_000

/** Something that waits for the owner: a table with forms in its rows, and pages where to see to it. */
type Alert = {
  readonly id: string
  readonly title: string
  readonly about?: string
  readonly rows?: readonly TableRow[]
  readonly links: readonly { readonly href: string; readonly label: string }[]
}

/** Counts of lists, or of one of their filters. */
const FIGURES: readonly (readonly [label: string, list: ListName, state?: string])[] = [
  ['Codes not redeemed', 'gift-codes', 'open'],
  ['Codes redeemed', 'gift-codes', 'redeemed'],
  ['Subscribers', 'subscribers', 'subscribed'],
  ['On the waitlist', 'waitlist'],
  ['Messages to answer', 'messages', 'waiting'],
]

/** A filter of a list, of which the first page shows some columns as long as there are such rows. */
type ListAlert = {
  readonly title: string
  readonly about?: string
  readonly list: ListName
  readonly state: string
  readonly columns: readonly string[]
  /** In place of the filter's own rows. @param now ms since the epoch */
  readonly only?: (now: number) => string
}

const LIST_ALERTS: readonly ListAlert[] = [
  {
    title: 'Gifts that have not arrived',
    about:
      'These gifts are paid, and nobody has their magic words yet. Enter an address to send them to, or print the letter and post it.',
    list: 'outbox',
    state: 'undelivered',
    columns: ['Subject', 'Written', 'State'],
  },
  {
    title: 'Orders to look at before they ship',
    list: 'orders',
    state: 'open',
    columns: ['Order', 'State', 'Last read'],
    only: (now) => `and(reports.neq."",done_at.gte."${new Date(now - REPORTED_MS).toISOString()}")`,
  },
  // Spec: 4 Admin
  {
    title: 'Gift codes to finish',
    about: 'These gifts have a discount code, and their setup in the storefront is still to be checked.',
    list: 'gift-codes',
    state: 'setup-pending',
    columns: ['Magic words', 'Gift', 'Store', 'Created'],
  },
  {
    title: 'Emails that were not delivered',
    about: 'The shop tries again for nearly three days, unless the address does not exist.',
    list: 'outbox',
    state: 'failed',
    columns: ['To', 'Subject', 'Written', 'State'],
  },
]

/** The forms of the first page, which are those of its lists. Spec: 8 Admin */
export const TODAY_FORMS: AdminForms = Object.assign(
  {},
  ...LIST_ALERTS.map(({ list }) => formsOf(LISTS[list])),
)

const addressOf = (list: ListName, state: string) => `/admin/${list}${state ? `?state=${state}` : ''}`

/** Data of the first admin page. Each part, and each figure, is null or empty when it cannot be read. Spec: 4 Admin */
export async function readToday(services: Services) {
  const { backend } = services
  const orNull = <T>(work: () => Promise<T>) => nullOnOutage(services, work)
  // One Promise.all for everything: with separate awaits, an error in one would leave the others' rejections unhandled.
  const [lists, figures, company] = await Promise.all([
    Promise.all(LIST_ALERTS.map((alert) => orNull(() => readAlert(services, alert)))),
    Promise.all(
      FIGURES.map(async ([label, list, state = '']) => ({
        label,
        href: addressOf(list, state),
        count: await orNull(() => backend.countRows(LISTS[list].table, LISTS[list].filters?.[state])),
      })),
    ),
    orNull(async () => (await backend.readCompany()).company),
  ])
  return {
    /** Some of what follows is missing, as it cannot be read. */
    isIncomplete: lists.includes(null),
    alerts: [...lists, company && missingFacts(company)]
      .filter((alert) => alert !== null)
      .filter(({ rows, links }) => (rows ?? links).length > 0),
    figures,
    view: randomUUID(),
  }
}

/** Facts about the company that only the owner knows, and that are missing. */
function missingFacts(company: Company): Alert {
  return {
    id: 'missing',
    title: 'Before the doors open',
    about:
      'Only you know these, and the law wants most of them shown. Until they are filled in, the pages leave them out and tell shoppers to write to us.',
    links: missingCompanyFacts(company).map((fact) => {
      const [market = DEFAULT_MARKET] = storesWith(fact)
      return { label: FACTS[fact].label, href: `/admin/company#company-${companyFieldName(fact, market)}` }
    }),
  }
}

async function readAlert({ backend, now }: Services, alert: ListAlert): Promise<Alert> {
  const { list: name, state: id, columns, only, ...texts } = alert
  const list = LISTS[name]
  const query = { only: only?.(now()) ?? list.filters?.[id]?.only, limit: MAX_SHOWN }
  const rows = (await readRows(backend, list, query)).map(({ cells, actions, ...row }) => ({
    ...row,
    cells: Object.fromEntries(columns.map((column) => [column, cells[column] ?? []])),
    // Those without a question.
    actions: actions.filter(({ ask }) => ask === undefined),
  }))
  return { ...texts, id, rows, links: [{ href: addressOf(name, id), label: `All in ${list.title}` }] }
}
