import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { data, type RouterContextProvider, redirect } from 'react-router'
import type { FieldMessages } from '#app/models/contact.ts'
import { type FormName, withFormSent } from '#app/models/form-sent.ts'
import { type Market, marketPath } from '#app/models/market.ts'
import type { Notice } from '#app/models/messages.ts'
import type { OldFormReply } from '#app/models/replies.ts'
import { limitMail, type MailRequest } from '../limits/mail-limit.server.ts'
import { marketContext, requestContext, servicesContext, sessionContext } from '../request/context.server.ts'
import type { Services } from '../request/services.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { settleWithin } from '../upstream/settle-within.server.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { type FormPost, type FormShape, readPost } from './form-post.server.ts'

type Visitor = { readonly ip: string; readonly market: Market }
export type FormServices = Pick<Services, 'backend' | 'limits' | 'log'>

type FormOutcome =
  | { readonly ok: true; readonly notice: Notice; readonly form: FormName }
  | {
      readonly ok: false
      readonly status: 400 | 429 | 502
      readonly notice: Notice | null
      readonly errors?: Readonly<Record<string, string>>
      /** Seconds until another try is allowed. */
      readonly retryAfter?: number
    }

/** A form of the shop, and what is done with it. */
export type ShopForm = {
  /** The page where it is posted, and which a browser without JavaScript sees again. */
  readonly page: '/contact' | '/subscribe' | '/waitlist'
  readonly shape: FormShape
  handle(services: Services, visitor: Visitor, post: FormPost): Promise<FormOutcome>
}

export type FormNotices = {
  readonly success: Notice
  readonly tooMany: Notice
  /** @param reason the backend's own message, or null */
  failed(reason: string | null): Notice
}

/** How long a request waits for the backend. Work that finishes later still takes effect. */
const TIMEOUT_MS = 10_000

/** An identical submission is not counted against the rate limit up to this often within this time. */
const FREE_REPEATS = 20
const REPEAT_MS = 10 * 60_000

/** Submissions counted by their content key, by rate limiter. */
const submissionCounts = new WeakMap<object, LRUCache<string, number>>()

/** Hash of a form's name and content, which identifies repeated submissions. */
export function contentKey(form: FormName, parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([form, ...parts]))
    .digest('base64url')
}

/**
 * Counts a submission against the rate limit, unless it repeats one that was allowed before.
 * @returns null when allowed, else the seconds to wait
 */
async function consumeRateLimit(
  { limits }: FormServices,
  post: MailRequest,
  key: string,
): Promise<number | null> {
  const counts = submissionCounts.get(limits) ?? new LRUCache<string, number>({ max: 5_000, ttl: REPEAT_MS })
  submissionCounts.set(limits, counts)
  const previous = counts.get(key) ?? 0
  counts.set(key, previous + 1, { noUpdateTTL: true })
  if (previous > 0 && previous <= FREE_REPEATS) return null
  const retryAfter = await limitMail(limits, post)
  if (retryAfter !== null && previous === 0) counts.delete(key)
  return retryAfter
}

/**
 * Runs a form's work within the rate limit and a timeout.
 * @param form its name, content and email address; equal content, with the idempotency key, means a repeated submission
 * @param work returns null, or the backend's own message when it refused
 */
export async function runSubmission(
  services: FormServices,
  ip: string,
  form: { readonly name: FormName; readonly email: string; readonly content: readonly string[] },
  notices: FormNotices,
  work: () => Promise<{ readonly message: string } | null>,
): Promise<FormOutcome> {
  const key = contentKey(form.name, [ip, ...form.content])
  const retryAfter = await consumeRateLimit(services, { form: form.name, ip, email: form.email }, key)
  if (retryAfter !== null) return { ok: false, status: 429, notice: notices.tooMany, retryAfter }
  try {
    const refused = await settleWithin(work(), TIMEOUT_MS, () => {
      throw new UpstreamError('form', null)
    })
    return refused === null
      ? { ok: true, notice: notices.success, form: form.name }
      : { ok: false, status: 400, notice: notices.failed(refused.message) }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    services.log.error({ err: error, form: form.name }, 'form not carried out')
    return { ok: false, status: 502, notice: notices.failed(null) }
  }
}

/** Refuses a form by the first message of each invalid field. */
export function fieldErrors(messages: FieldMessages): FormOutcome {
  const errors = Object.entries(messages).map(([field, [first = '']]) => [field, first])
  return { ok: false, status: 400, notice: null, errors: Object.fromEntries(errors) }
}

/** Reports success to a bot, without doing anything. */
export function pretendSuccess({ log }: FormServices, form: FormName, notice: Notice): FormOutcome {
  log.info({ form }, 'a robot was told that all is well')
  return { ok: true, notice, form }
}

/** The action of a page with a form. */
export async function takeForm(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  { page, shape, handle }: ShopForm,
) {
  const market = context.get(marketContext)
  const post = await readPost(request, shape)
  const visitor = { ip: context.get(requestContext).ip, market }
  const outcome = await handle(context.get(servicesContext), visitor, post)
  return answerForm(context.get(sessionContext), post, outcome, marketPath(market, page))
}

/**
 * The response to a form. After a success without JavaScript, redirects to the page of the form with a flash message;
 * otherwise returns data, so that the typed values are kept. A browser that sent no cookies may not store the one
 * with the flash message either, so the redirect also names the form in the URL; the page removes that parameter when
 * the cookie was stored.
 * @param page where to redirect when the form has no `returnTo`
 */
function answerForm(session: VisitorSession, post: FormPost, outcome: FormOutcome, page: string) {
  if (outcome.ok && !post.isScripted) {
    session.flash(outcome.notice)
    const back = post.returnTo ?? page
    throw redirect(post.hasCookies ? back : withFormSent(back, outcome.form), 303)
  }
  const reply: OldFormReply = outcome.ok
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
