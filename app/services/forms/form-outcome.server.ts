import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { data, redirect } from 'react-router'
import { type FormName, type FormReply, withFormSent } from '../../models/form-reply.ts'
import type { Market } from '../../models/market.ts'
import type { Notice } from '../../models/messages.ts'
import type { Services } from '../compose.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { settleWithin } from '../settle-within.server.ts'
import { UpstreamError } from '../upstream-error.server.ts'
import { visitorKey } from '../visitor-key.server.ts'
import type { FormPost } from './form-post.server.ts'

export type Visitor = { readonly ip: string; readonly market: Market }
export type FormServices = Pick<Services, 'backend' | 'limits' | 'log'>

/** What came of a form. */
export type FormOutcome =
  | { readonly ok: true; readonly notice: Notice; readonly form: FormName }
  | {
      readonly ok: false
      readonly status: 400 | 429 | 502
      readonly notice: Notice | null
      readonly errors?: Readonly<Record<string, string>>
      /** Seconds until another try is allowed. */
      readonly retryAfter?: number
    }

/** What a form says for itself. */
export type FormWords = {
  readonly success: Notice
  readonly tooMany: Notice
  /** @param reason the backend's own words, when it gave some */
  failed(reason: string | null): Notice
}

/** How long a visitor waits for the backend, milliseconds. Whatever finishes later was done all the same, once. */
const PATIENCE_MS = 10_000

/** The same post, sent again this often within this time, does not count as another try. */
const FREE_REPEATS = 20
const REPEAT_MS = 10 * 60_000

const repeatsOf = new WeakMap<object, LRUCache<string, number>>()

/** One hash for a form and what it holds: two visitors never share one, the same post always does. */
export function contentKey(form: FormName, parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([form, ...parts]))
    .digest('base64url')
}

/**
 * Counts a try, unless the same post was let through before.
 * @returns null when allowed, else the seconds to wait
 */
async function countTry(
  { limits }: FormServices,
  form: FormName,
  ip: string,
  key: string,
): Promise<number | null> {
  const seen = repeatsOf.get(limits) ?? new LRUCache<string, number>({ max: 5_000, ttl: REPEAT_MS })
  repeatsOf.set(limits, seen)
  const times = seen.get(key) ?? 0
  seen.set(key, times + 1, { noUpdateTTL: true })
  if (times > 0 && times <= FREE_REPEATS) return null
  const wait = await limits.consume('form', `${form}:${visitorKey(ip)}`)
  if (wait !== null && times === 0) seen.delete(key)
  return wait
}

/**
 * Does a form's work for a visitor who has tries left, and waits for it only so long.
 * @param content what makes two posts the same one, the visitor's idempotency key included
 * @param work returns null, or the backend's own words for why not
 */
export async function carryOut(
  services: FormServices,
  ip: string,
  form: { readonly name: FormName; readonly content: readonly string[] },
  words: FormWords,
  work: () => Promise<{ readonly message: string } | null>,
): Promise<FormOutcome> {
  const key = contentKey(form.name, [ip, ...form.content])
  const wait = await countTry(services, form.name, ip, key)
  if (wait !== null) return { ok: false, status: 429, notice: words.tooMany, retryAfter: wait }
  try {
    const refused = await settleWithin(work(), PATIENCE_MS, () => {
      throw new UpstreamError('form', null)
    })
    return refused === null
      ? { ok: true, notice: words.success, form: form.name }
      : { ok: false, status: 400, notice: words.failed(refused.message) }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    services.log.error({ err: error, form: form.name }, 'form not carried out')
    return { ok: false, status: 502, notice: words.failed(null) }
  }
}

/** Tells a robot that all is well, and does nothing. */
export function answerRobot({ log }: FormServices, form: FormName, notice: Notice): FormOutcome {
  log.info({ form }, 'a robot was told that all is well')
  return { ok: true, notice, form }
}

/**
 * Tells the visitor. After a success the browser itself is sent back to the page of the form, where the notice
 * stands; every other answer is data, which keeps what was typed. A browser that sent no cookie may not keep the one
 * with the notice either: it takes the name of the form along, which the page takes off once the cookie came back.
 * @param page where to go back to when the form did not say
 */
export function answerForm(session: VisitorSession, post: FormPost, outcome: FormOutcome, page: string) {
  if (outcome.ok && !post.isScripted) {
    session.flash(outcome.notice)
    const back = post.returnTo ?? page
    throw redirect(post.hasCookies ? back : withFormSent(back, outcome.form), 303)
  }
  const reply: FormReply = outcome.ok
    ? { ok: true, notice: outcome.notice, errors: {}, values: {} }
    : {
        ok: false,
        notice: outcome.notice,
        errors: outcome.errors ?? {},
        values: { ...Object.fromEntries(post.fields), returnTo: post.returnTo ?? page },
      }
  return data(reply, { status: outcome.ok ? 200 : outcome.status, headers: retryHeaders(outcome) })
}

function retryHeaders(outcome: FormOutcome): Record<string, string> {
  return !outcome.ok && outcome.retryAfter ? { 'Retry-After': String(outcome.retryAfter) } : {}
}
