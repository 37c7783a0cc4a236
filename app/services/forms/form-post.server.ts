import { createHash } from 'node:crypto'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, redirect } from 'react-router'
import { safeRedirect } from 'remix-utils/safe-redirect'
import type { output, ZodMiniObject, ZodMiniType } from 'zod/mini'
import {
  CONTACT_SUBSCRIBE,
  consentWording,
  FORM_FAILURES,
  FORM_PAGES,
  type FormName,
  formSent,
  HONEYPOT,
  parseFormName,
  SIGNUP_MISSING,
  signupConsentText,
  signupFailed,
  WAITLIST_CONSENT_TEXT,
  withFormSent,
} from '#app/models/form-messages.ts'
import { isDataPath } from '#app/models/http.ts'
import { marketPath } from '#app/models/market.ts'
import { failure, TOO_MANY_TRIES, type Toast } from '#app/models/messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import type { FormContext } from '#supabase/functions/_shared/forms/context.ts'
import { contactForm, signupForm, waitlistForm } from '#supabase/functions/_shared/forms/schemas.ts'
import { FIELD_MESSAGES } from '#supabase/functions/_shared/forms/words.ts'
import { hasVol2Shipped, shippingOf } from '#supabase/functions/_shared/mail/shipping.ts'
import { cutText, withoutControls } from '#supabase/functions/_shared/text/text.ts'
import type { Backend } from '../backend/backend.server.ts'
import type { Refused } from '../backend/people.server.ts'
import { limitMail } from '../limits/limits.server.ts'
import { requireMarket, shopOf } from '../request/context.server.ts'
import { UpstreamError, withDeadline } from '../upstream/upstream-error.server.ts'

const ANY_ORIGIN = 'http://shop.invalid'

const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** Reads a posted form. @throws a Response with 415 when the body is not a form, 400 when it is malformed */
export async function readForm(request: Request): Promise<FormData> {
  if (!FORM_TYPES.test(request.headers.get('Content-Type') ?? '')) throw data(null, { status: 415 })
  try {
    return await request.formData()
  } catch {
    throw data(null, { status: 400 })
  }
}

/** Validates a posted form: the first text of each field of the schema, without files and other fields. */
export function parseForm<Schema extends ZodMiniObject>(posted: FormData, schema: Schema) {
  const typed = new FormData()
  for (const name of Object.keys(schema.shape)) {
    const value = posted.get(name)
    if (typeof value === 'string') typed.set(name, withoutControls(value.toWellFormed()))
  }
  return parseWithZod(typed, { schema })
}

/**
 * Path and query of the page that a posted form names in `returnTo`, or null. The query comes from the Referer if
 * possible, as cached pages are rendered without parameters of their visitors' URLs, such as `utm_source`.
 */
export function pageOfForm(request: Request, form: FormData): string | null {
  const page = localAddress(form.get('returnTo'))
  const referer = URL.parse(request.headers.get('Referer') ?? '')
  return referer !== null && referer.pathname === page?.split('?')[0]
    ? localAddress(referer.pathname + referer.search)
    : page
}

/** Path and query of a URL within this shop; null for anything that could lead to another site (open redirect). */
export function localAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const path = safeRedirect(value, '')
  if (path === '' || path.length > 2000) return null
  const url = URL.parse(path, ANY_ORIGIN)
  return url?.origin === ANY_ORIGIN && !url.pathname.startsWith('//') ? url.pathname + url.search : null
}

type FormSchema = ZodMiniObject<{ email: ZodMiniType<string> }>

type ShopForm<Schema extends FormSchema = FormSchema> = {
  readonly schema: Schema
  wording(value: output<Schema>): string
  /** @returns null, or why it was refused; the context tells market, wording and what makes it a repeat */
  send(backend: Backend, value: output<Schema>, context: FormContext): Promise<Refused | null>
  /** The toast for a failure. @param reason the backend's words */
  failed?(reason: string | null): Toast
  /** The toast beside the messages at the fields; none without it. @param messages by field */
  invalid?(messages: Readonly<Record<string, string[] | null>>): Toast
  readonly tooMany?: Toast
}

const shopForm = <Schema extends FormSchema>(form: ShopForm<Schema>): ShopForm => form

/** Spec: 3 Waitlist record, 5 Signup forms, Waitlist, Contact form, 7 Backend functions, 8 Catalogue and forms */
const FORMS: Readonly<Record<FormName, ShopForm>> = {
  // The answer is the same for an address that is already subscribed.
  signup: shopForm({
    schema: signupForm,
    wording: ({ source }) => signupConsentText(source),
    send: (backend, signup, context) => backend.signUp(signup, context),
    failed: signupFailed,
    invalid: signupRefused,
  }),
  waitlist: shopForm({
    schema: waitlistForm,
    wording: () => WAITLIST_CONSENT_TEXT,
    send: (backend, entry, context) => backend.joinWaitlist(entry, context).then(() => null),
  }),
  contact: shopForm({
    schema: contactForm,
    wording: () => CONTACT_SUBSCRIBE,
    send: (backend, message, context) => backend.submitContact(message, context),
    tooMany: failure(
      'That is a lot of messages in a short time. Please wait a few minutes and try again. What you wrote is still here.',
    ),
  }),
}

const MISSING: readonly string[] = [FIELD_MESSAGES.enterName, FIELD_MESSAGES.enterEmail]

function signupRefused(messages: Readonly<Record<string, string[] | null>>): Toast {
  const texts = Object.values(messages).flatMap((ofField) => ofField ?? [])
  return texts.some((text) => MISSING.includes(text)) ? SIGNUP_MISSING : signupFailed(texts[0])
}

type SendContext = Omit<FormContext, 'wording'>

/** Sends typed values, also those that were held back. @throws UpstreamError */
export async function sendForm(backend: Backend, name: FormName, typed: unknown, context: SendContext) {
  const { schema, wording, send } = FORMS[name]
  const value = schema.parse(typed)
  return send(backend, value, { ...context, wording: consentWording(wording(value)) })
}

/**
 * Sends a valid form to the backend, or holds it back. Gives up waiting after ten seconds, but the work continues.
 * Equal content with an equal key is a repeat, which succeeds and does nothing.
 * @param isHeldBack the hidden field was filled: it is kept for the owner to look at, and nothing is sent
 * @returns null, or why it was refused
 * @throws UpstreamError
 */
export function carryOut(
  backend: Backend,
  name: FormName,
  value: { readonly email: string },
  { market, idempotencyKey, isHeldBack }: SendContext & { readonly isHeldBack: boolean },
): Promise<Refused | null> {
  // Hashed with the content, so that two different ones with the same key are not treated as repeats.
  const content = JSON.stringify([name, idempotencyKey, value])
  const key = createHash('sha256').update(content).digest('base64url')
  const work = isHeldBack
    ? backend.holdBack(name, value, market, key)
    : sendForm(backend, name, value, { market, idempotencyKey: idempotencyKey && key })
  return withDeadline(work, 10_000, () => {
    throw new UpstreamError('form', null)
  })
}

/**
 * The action of a page with a form of the shop. After a success without JavaScript, redirects to the page of the form
 * with a flash message. A browser that sent no cookies may not store that one either, so the redirect also names the form
 * in the URL; the page removes that parameter when the cookie was stored.
 * @param page the form of the page; without it, the one that the post names
 */
export async function handleForm(
  { request, params, context }: Pick<ActionFunctionArgs, 'request' | 'params' | 'context'>,
  page?: FormName,
) {
  const market = requireMarket(params.market ?? '')
  const { ip, services, session } = shopOf(context)
  const posted = await readForm(request)
  const name = page ?? parseFormName(posted.get('form'))
  if (name === null) throw data(null, { status: 405 })
  const form = FORMS[name]
  const returnTo = pageOfForm(request, posted) ?? marketPath(market, FORM_PAGES[name])
  const submission = parseForm(posted, form.schema)
  const refuse = (status: number, toast: Toast | null, headers: Record<string, string> = {}) =>
    data<FormReply>({ result: submission.reply(), toast, returnTo }, { status, headers })
  const fail = (status: number, reason: string | null) =>
    refuse(status, form.failed?.(reason) ?? FORM_FAILURES[name])
  if (submission.status !== 'success') return refuse(400, form.invalid?.(submission.error ?? {}) ?? null)

  const { value } = submission
  const retryAfter = await limitMail(services.limits, { form: name, ip, email: value.email })
  if (retryAfter !== null)
    return refuse(429, form.tooMany ?? TOO_MANY_TRIES, { 'Retry-After': String(retryAfter) })
  const typed = (field: string) => cutText(String(posted.get(field) ?? ''), 128)
  const idempotencyKey = typed('idempotencyKey')
  try {
    const isHeldBack = typed(HONEYPOT) !== ''
    const refused = await carryOut(services.backend, name, value, { market, idempotencyKey, isHeldBack })
    if (refused) return fail(400, refused.message)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    services.log.error({ err: error, form: name }, 'form not carried out')
    return fail(502, null)
  }
  const shipping = shippingOf(await services.company.current(), market, services.now())
  const isOnSubscribePage = 'source' in value && value.source === 'Subscribe Page'
  const toast = formSent(name, isOnSubscribePage, hasVol2Shipped(shipping))
  if (isDataPath(new URL(request.url).pathname))
    return data<FormReply>({ result: submission.reply({ resetForm: true }), toast })
  session.flash(toast)
  throw redirect(request.headers.has('Cookie') ? returnTo : withFormSent(returnTo, name), 303)
}
