import { subjectGone, subjectWords } from '../../models/owner-messages.ts'
import { type AuditSubject, isKeptSubject } from '../backend/audit-subjects.server.ts'
import type { Services } from '../compose.server.ts'
import { type ListView, mapList, orNull, readList } from './list-view.server.ts'
import { maskEmail } from './masked-email.server.ts'

type Listed = Awaited<ReturnType<Services['backend']['listAudit']>>['rows'][number]

/** An entry of the audit trail as the room shows it. */
type AuditRow = Omit<Listed, 'subjectType' | 'subjectId'> & {
  /** What it was done to, in words that the owner knows it by. */
  readonly subject: { readonly text: string; readonly href: string | null }
}

/** The lists of the room in which a subject can be looked for. */
const LISTS: Readonly<Record<string, string>> = {
  'gift-code': '/admin/gift-codes',
  message: '/admin/messages',
  'order-notice': '/admin/webhooks',
}

/** `Rowan Pike (r•••@example.com)`, or as much of it as is known. */
function personOf(name: string | null, email: string | null): string {
  const masked = email && maskEmail(email)
  if (!name) return masked || ''
  return masked ? `${name} (${masked})` : name
}

function wordsOf(type: string, subject: AuditSubject): string {
  const { orderName, title, name, email, recipientName, recipientEmail } = subject
  const order = orderName && `Order ${orderName}`
  const person = personOf(name, email)
  if (type === 'mail') return `${title}, to ${person}`
  if (type === 'message') return `${name}, ${title}`
  if (type !== 'gift-code') return order || person || title || subjectWords(type)
  const recipient = personOf(recipientName, recipientEmail)
  const known = [order, person, recipient && `for ${recipient}`].filter(Boolean)
  return known.join(', ') || title || subjectWords(type)
}

/** Where the owner finds it: words of an address are kept by browsers, so no email is among them. */
function addressOf(type: string, { orderName, name }: AuditSubject): string | null {
  const [list, words] = [LISTS[type], orderName ?? name]
  return list && words ? `${list}?${new URLSearchParams({ q: words })}` : null
}

function subjectOf(row: Listed, known: ReadonlyMap<string, AuditSubject> | null): AuditRow['subject'] {
  const { subjectType, subjectId, detail } = row
  const inWords = { text: subjectWords(subjectType), href: null }
  if (subjectType === 'order') return { text: `Order ${detail?.order ?? subjectId}`, href: null }
  if (!isKeptSubject(subjectType) || subjectId === null || known === null) return inWords
  const subject = known.get(subjectId)
  if (!subject) return { text: subjectGone(subjectType), href: null }
  return { text: wordsOf(subjectType, subject), href: addressOf(subjectType, subject) }
}

/** The page of the audit trail that an address asks for, or null when it is out of reach. */
export async function readAudit(
  services: Pick<Services, 'backend' | 'log'>,
  url: URL,
): Promise<ListView<AuditRow> | null> {
  const list = await readList(services, url, services.backend.listAudit)
  if (list === null) return null
  const types = [...new Set(list.rows.map((row) => row.subjectType))].filter(isKeptSubject)
  const found = await Promise.all(types.map((type) => subjectsOf(services, type, list.rows)))
  const known = new Map(types.map((type, index) => [type, found[index] ?? null]))
  return mapList(list, ({ subjectType, subjectId, ...row }) => ({
    ...row,
    subject: subjectOf({ ...row, subjectType, subjectId }, known.get(subjectType) ?? null),
  }))
}

/** The subjects of one type by their ids; null when they are out of reach. */
async function subjectsOf(
  services: Pick<Services, 'backend' | 'log'>,
  type: string,
  rows: readonly Listed[],
): Promise<ReadonlyMap<string, AuditSubject> | null> {
  const ids = rows.flatMap((row) => (row.subjectType === type && row.subjectId ? [row.subjectId] : []))
  const found = await orNull(services, () => services.backend.findAuditSubjects(type, ids))
  return found && new Map(found.map((subject) => [subject.id, subject]))
}
