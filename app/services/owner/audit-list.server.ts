import type { ListView } from '#app/models/owner-lists.ts'
import {
  describeDeletedSubject,
  describeFailedSignIns,
  describeSubjectType,
} from '#app/models/owner-messages.ts'
import { type AuditSubject, isStoredSubject } from '../backend/audit.server.ts'
import type { Services } from '../request/services.server.ts'
import { mapList, nullOnOutage, readList } from './list-view.server.ts'
import { maskEmail } from './masked-email.server.ts'

type ListedEntry = Awaited<ReturnType<Services['backend']['listAudit']>>['rows'][number]

/** An entry of the audit trail as the admin page shows it. */
type AuditRow = Omit<ListedEntry, 'subjectType' | 'subjectId'> & {
  /** What the action was done to, described for the owner, and a link to it. */
  readonly subject: { readonly text: string; readonly href: string | null }
}

/** Admin lists in which a subject can be searched, by subject type. */
const LIST_PATHS: Readonly<Record<string, string>> = {
  'gift-code': '/admin/gift-codes',
  message: '/admin/messages',
  'order-notice': '/admin/webhooks',
}

/** `Rowan Pike (r•••@example.com)`, or the part that is known. */
function describePerson(name: string | null, email: string | null): string {
  const masked = email && maskEmail(email)
  if (!name) return masked || ''
  return masked ? `${name} (${masked})` : name
}

function describeStoredSubject(type: string, subject: AuditSubject): string {
  const { orderName, title, name, email, recipientName, recipientEmail } = subject
  const order = orderName && `Order ${orderName}`
  const person = describePerson(name, email)
  if (type === 'mail') return `${title}, to ${person}`
  if (type === 'message') return `${name}, ${title}`
  if (type !== 'gift-code') return order || title || describeSubjectType(type)
  const recipient = describePerson(recipientName, recipientEmail)
  const known = [order, person, recipient && `for ${recipient}`].filter(Boolean)
  return known.join(', ') || title || describeSubjectType(type)
}

/** A search that finds the subject. Never by email address, as browsers store URLs in their history. */
function linkOf(type: string, { orderName, name }: AuditSubject): string | null {
  const [path, query] = [LIST_PATHS[type], orderName ?? name]
  return path && query ? `${path}?${new URLSearchParams({ q: query })}` : null
}

/** @param subjects by id; null when they could not be read */
function toSubject(
  row: ListedEntry,
  subjects: ReadonlyMap<string, AuditSubject> | null,
): AuditRow['subject'] {
  const { subjectType, subjectId, detail } = row
  const unspecific = { text: describeSubjectType(subjectType), href: null }
  if (subjectType === 'sign-in') return { text: describeFailedSignIns(detail), href: null }
  if (subjectType === 'order') return { text: `Order ${detail?.order ?? subjectId}`, href: null }
  if (!isStoredSubject(subjectType) || subjectId === null || subjects === null) return unspecific
  const subject = subjects.get(subjectId)
  if (!subject) return { text: describeDeletedSubject(subjectType), href: null }
  return { text: describeStoredSubject(subjectType, subject), href: linkOf(subjectType, subject) }
}

/** The page of the audit trail that a URL requests; null when the backend is unreachable. */
export async function readAudit(
  services: Pick<Services, 'backend' | 'log'>,
  url: URL,
): Promise<ListView<AuditRow> | null> {
  const list = await readList(services, url, services.backend.listAudit)
  if (list === null) return null
  const types = [...new Set(list.rows.map((row) => row.subjectType))].filter(isStoredSubject)
  const found = await Promise.all(types.map((type) => findSubjects(services, type, list.rows)))
  const subjectsByType = new Map(types.map((type, index) => [type, found[index] ?? null]))
  return mapList(list, ({ subjectType, subjectId, ...row }) => ({
    ...row,
    subject: toSubject({ ...row, subjectType, subjectId }, subjectsByType.get(subjectType) ?? null),
  }))
}

/** The subjects of one type, by id; null when the backend is unreachable. */
async function findSubjects(
  services: Pick<Services, 'backend' | 'log'>,
  type: string,
  rows: readonly ListedEntry[],
): Promise<ReadonlyMap<string, AuditSubject> | null> {
  const ids = rows.flatMap((row) => (row.subjectType === type && row.subjectId ? [row.subjectId] : []))
  const found = await nullOnOutage(services, () => services.backend.findAuditSubjects(type, ids))
  return found && new Map(found.map((subject) => [subject.id, subject]))
}
