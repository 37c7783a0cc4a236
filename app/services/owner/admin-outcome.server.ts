import { data, redirect } from 'react-router'
import type { Notice } from '../../models/messages.ts'
import { type AdminNotice, OWNER_NOTICES } from '../../models/owner-messages.ts'
import type { Services } from '../compose.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { UpstreamError } from '../upstream-error.server.ts'

/** What came of a form in the room. */
export type AdminOutcome =
  | { readonly kind: 'done'; readonly notice: AdminNotice }
  | { readonly kind: 'failed'; readonly status: 404 | 409 | 502 | 503; readonly notice: Notice }

export const GONE: AdminOutcome = { kind: 'failed', status: 404, notice: OWNER_NOTICES.gone }

/** Where a form of the room was posted: an address of the shop, as the browser shows it. */
export function hereOf(url: URL): string {
  return url.pathname + url.search
}

/**
 * Does what a form asked for; an outage becomes a message.
 * @param failure what the room says then
 */
export async function orFailed<T>(
  { log }: Pick<Services, 'log'>,
  failure: Notice,
  work: () => Promise<T>,
): Promise<T | Extract<AdminOutcome, { kind: 'failed' }>> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    log.error({ err: error }, 'not done in the owner’s room')
    return { kind: 'failed', status: 503, notice: failure }
  }
}

/** Answers a form: back to where it stood with a message, or the same page with what went wrong. */
export function answerAdminAction(session: VisitorSession, url: URL, outcome: AdminOutcome) {
  if (outcome.kind === 'failed') return data({ notice: outcome.notice }, { status: outcome.status })
  session.flash(outcome.notice)
  return redirect(hereOf(url), 303)
}

/** The fields of a posted form, as text. @throws a Response with 400 when it is none */
export async function readAdminForm(request: Request): Promise<Record<string, string>> {
  try {
    const form = await request.formData()
    return Object.fromEntries(
      [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    )
  } catch {
    throw data(null, { status: 400 })
  }
}
