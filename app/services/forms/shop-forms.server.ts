import { createHash } from 'node:crypto'
import { type ActionFunctionArgs, data, redirect } from 'react-router'
import type { output, ZodMiniObject, ZodMiniType } from 'zod/mini'
import {
  CONTACT_SUBSCRIBE,
  consentWording,
  signupConsentText,
  WAITLIST_CONSENT_TEXT,
} from '#app/models/consent-wording.ts'
import {
  CONTACT_FAILED,
  CONTACT_SENT,
  CONTACT_TOO_MANY,
  SIGNUP_MISSING,
  signupFailed,
  signupSucceeded,
  WAITLIST_FAILED,
  waitlistJoined,
} from '#app/models/form-messages.ts'
import { type FormName, parseFormName, withFormSent } from '#app/models/form-sent.ts'
import { isDataPath } from '#app/models/http.ts'
import { type Market, marketPath } from '#app/models/market.ts'
import { type Notice, TOO_MANY_TRIES } from '#app/models/messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import { hasVol2Shipped, shippingOf } from '#app/models/shipping-dates.ts'
import { contactForm } from '#supabase/functions/_shared/forms/contact.ts'
import type { FormContext } from '#supabase/functions/_shared/forms/context.ts'
import { signupForm } from '#supabase/functions/_shared/forms/signup.ts'
import { waitlistForm } from '#supabase/functions/_shared/forms/waitlist.ts'
import { FIELD_MESSAGES } from '#supabase/functions/_shared/forms/words.ts'
import type { Backend } from '../backend/backend.server.ts'
import type { Refused } from '../backend/people.server.ts'
import { limitMail } from '../limits/mail-limit.server.ts'
import { requestContext, requireMarket, servicesContext, sessionContext } from '../request/context.server.ts'
import type { Services } from '../request/services.server.ts'
import { withDeadline } from '../upstream/deadline.server.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { isHoneypotFilled, keyOfForm, pageOfForm, parseForm, readForm } from './form-post.server.ts'

export type FormServices = Pick<Services, 'backend' | 'limits' | 'log'>

type FormSchema = ZodMiniObject<{ email: ZodMiniType<string> }>

/** A form of the shop, with what becomes of it. */
type FormParts<Schema extends FormSchema> = {
  /** The page where it is posted, and which a browser without JavaScript sees again. */
  readonly page: '/contact' | '/subscribe' | '/waitlist'
  readonly schema: Schema
  /** What the person agrees to. */
  wording(value: output<Schema>): string
  /** @returns null, or why it was refused; the context tells market, wording and what makes it a repeat */
  send(backend: Backend, value: output<Schema>, context: FormContext): Promise<Refused | null>
  succeeded(value: output<Schema>, market: Market, services: Services): Notice | Promise<Notice>
  /** @param reason the backend's own message, or null */
  failed(reason: string | null): Notice
  /** The notice beside the messages at the fields; none without it. @param messages by field */
  invalid?(messages: Readonly<Record<string, string[] | null>>): Notice
  readonly tooMany: Notice
}

/** The form with its schema's type closed in. Everything that reads texts parses them by the schema. */
function shopForm<Schema extends FormSchema>(name: FormName, parts: FormParts<Schema>) {
  const { schema } = parts
  return {
    ...parts,
    name,
    parse: (posted: FormData) => parseForm(posted, schema),
    /** Sends what was typed, also once before. @throws UpstreamError */
    send(backend: Backend, typed: unknown, context: Omit<FormContext, 'wording'>) {
      const value = schema.parse(typed)
      return parts.send(backend, value, { ...context, wording: consentWording(parts.wording(value)) })
    },
    succeeded: (typed: unknown, market: Market, services: Services) =>
      parts.succeeded(schema.parse(typed), market, services),
  }
}

type ShopForm = Pick<
  ReturnType<typeof shopForm>,
  'name' | 'page' | 'parse' | 'send' | 'succeeded' | 'failed' | 'invalid' | 'tooMany'
>

/**
 * Every signup form of the shop. The result is the same for an address that is already subscribed.
 * Spec: 5 Signup forms, 8 Catalogue and forms
 */
export const SIGNUP = shopForm('signup', {
  page: '/subscribe',
  schema: signupForm,
  wording: ({ source }) => signupConsentText(source),
  send: (backend, signup, context) => backend.signUp(signup, context),
  succeeded: ({ source }) => signupSucceeded(source),
  failed: signupFailed,
  invalid: signupRefused,
  tooMany: TOO_MANY_TRIES,
})

/** Joins the Vol. II waitlist. An address is stored once. Spec: 3 Waitlist record, 5 Waitlist, 8 Catalogue and forms */
export const WAITLIST = shopForm('waitlist', {
  page: '/waitlist',
  schema: waitlistForm,
  wording: () => WAITLIST_CONSENT_TEXT,
  send: async (backend, entry, context) => {
    await backend.joinWaitlist(entry, context)
    return null
  },
  succeeded: async (_, market, { company, now }) =>
    waitlistJoined(hasVol2Shipped(shippingOf(await company.current(), market, now()))),
  failed: () => WAITLIST_FAILED,
  tooMany: TOO_MANY_TRIES,
})

/** Sends a contact message to the shop. Idempotent. Spec: 5 Contact form, 7 Backend functions, 8 Catalogue and forms */
export const CONTACT = shopForm('contact', {
  page: '/contact',
  schema: contactForm,
  wording: () => CONTACT_SUBSCRIBE,
  send: (backend, message, context) => backend.submitContact(message, context),
  succeeded: () => CONTACT_SENT,
  failed: () => CONTACT_FAILED,
  tooMany: CONTACT_TOO_MANY,
})

/** The form of a name; null when there is none. */
export function formOf(name: unknown): ShopForm | null {
  const known = parseFormName(name)
  return known && { signup: SIGNUP, waitlist: WAITLIST, contact: CONTACT }[known]
}

type Submission = {
  readonly ip: string
  readonly market: Market
  /** What was typed, as the schema has it. */
  readonly value: { readonly email: string }
  /** Generated by the form for one submission; empty without JavaScript. */
  readonly idempotencyKey: string
  /** The hidden field was filled: it is kept for the owner to look at, and nothing is sent. */
  readonly isHeldBack: boolean
}

/**
 * Sends a form to the backend, or holds it back, within the rate limit and ten seconds: work that finishes later still
 * takes effect. Equal content with an equal key is a repeat, which succeeds and does nothing.
 * @returns null, or why it was not done; `retryAfter`: seconds until another try is allowed
 */
export async function submitForm(
  { backend, limits, log }: FormServices,
  { name, send, failed, tooMany }: Pick<ShopForm, 'name' | 'send' | 'failed' | 'tooMany'>,
  { ip, market, value, idempotencyKey, isHeldBack }: Submission,
): Promise<{ status: 400 | 429 | 502; notice: Notice; retryAfter?: number } | null> {
  const retryAfter = await limitMail(limits, { form: name, ip, email: value.email })
  if (retryAfter !== null) return { status: 429, notice: tooMany, retryAfter }
  // Hashed with the content, so that two different ones with the same key are not treated as repeats.
  const content = JSON.stringify([name, idempotencyKey, value])
  const key = createHash('sha256').update(content).digest('base64url')
  const work = isHeldBack
    ? backend.holdBack({ form: name, fields: value, market, dedupeKey: key })
    : send(backend, value, { market, idempotencyKey: idempotencyKey && key })
  try {
    const refused = await withDeadline(work, 10_000, () => {
      throw new UpstreamError('form', null)
    })
    return refused && { status: 400, notice: failed(refused.message) }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    log.error({ err: error, form: name }, 'form not carried out')
    return { status: 502, notice: failed(null) }
  }
}

/**
 * The action of a page with a form of the shop. After a success without JavaScript, redirects to the page of the form
 * with a flash message. A browser that sent no cookies may not store that one either, so the redirect also names the form
 * in the URL; the page removes that parameter when the cookie was stored.
 * @param page the form of the page; without it, the one that the post names
 */
export async function takeForm(
  { request, params, context }: Pick<ActionFunctionArgs, 'request' | 'params' | 'context'>,
  page?: ShopForm,
) {
  const market = requireMarket(params.market ?? '')
  const services = context.get(servicesContext)
  const posted = await readForm(request)
  const form = page ?? formOf(posted.get('form'))
  if (form === null) throw data(null, { status: 405 })
  const returnTo = pageOfForm(request, posted) ?? marketPath(market, form.page)
  const submission = form.parse(posted)
  const refuse = (status: number, notice: Notice | null, headers?: Record<string, string>) =>
    data<FormReply>({ result: submission.reply(), notice, returnTo }, { status, headers })
  if (submission.status !== 'success') return refuse(400, form.invalid?.(submission.error ?? {}) ?? null)

  const { value } = submission
  const { ip } = context.get(requestContext)
  const idempotencyKey = keyOfForm(posted)
  const isHeldBack = await isHoneypotFilled(posted)
  const refused = await submitForm(services, form, { ip, market, value, idempotencyKey, isHeldBack })
  if (refused) {
    const { status, notice, retryAfter } = refused
    return refuse(status, notice, retryAfter ? { 'Retry-After': String(retryAfter) } : undefined)
  }
  const notice = await form.succeeded(value, market, services)
  if (isDataPath(new URL(request.url).pathname))
    return data<FormReply>({ result: submission.reply({ resetForm: true }), notice })
  context.get(sessionContext).flash(notice)
  throw redirect(request.headers.has('Cookie') ? returnTo : withFormSent(returnTo, form.name), 303)
}

const MISSING: readonly string[] = [FIELD_MESSAGES.enterName, FIELD_MESSAGES.enterEmail]

function signupRefused(messages: Readonly<Record<string, string[] | null>>): Notice {
  const texts = Object.values(messages).flatMap((ofField) => ofField ?? [])
  return texts.some((text) => MISSING.includes(text)) ? SIGNUP_MISSING : signupFailed(texts[0])
}
