import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
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
import { type FormName, parseFormName } from '#app/models/form-sent.ts'
import type { Market } from '#app/models/market.ts'
import { type Notice, TOO_MANY_TRIES } from '#app/models/messages.ts'
import { hasVol2Shipped, shippingOf } from '#app/models/shipping-dates.ts'
import { contactForm } from '#supabase/functions/_shared/forms/contact.ts'
import type { FormContext } from '#supabase/functions/_shared/forms/context.ts'
import { signupForm } from '#supabase/functions/_shared/forms/signup.ts'
import { waitlistForm } from '#supabase/functions/_shared/forms/waitlist.ts'
import { FIELD_MESSAGES } from '#supabase/functions/_shared/forms/words.ts'
import type { Backend } from '../backend/backend.server.ts'
import type { Refused } from '../backend/people.server.ts'
import { limitMail } from '../limits/mail-limit.server.ts'
import type { Services } from '../request/services.server.ts'
import { settleWithin } from '../upstream/settle-within.server.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { parseForm } from './form-post.server.ts'

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
  const { page, schema, failed, invalid, tooMany } = parts
  return {
    name,
    page,
    failed,
    invalid,
    tooMany,
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

export type ShopForm = ReturnType<typeof shopForm>

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

/** How long a request waits for the backend. Work that finishes later still takes effect. */
const TIMEOUT_MS = 10_000
/** An identical submission is not counted against the rate limit up to this often within this time. */
const FREE_REPEATS = 20
const REPEAT_MS = 10 * 60_000

/** Submissions counted by their key, by rate limiter. */
const submissionCounts = new WeakMap<object, LRUCache<string, number>>()

export type Submission = {
  readonly ip: string
  readonly market: Market
  /** What was typed, as the schema has it. */
  readonly value: { readonly email: string }
  /** Generated by the form for one submission; empty without JavaScript. */
  readonly idempotencyKey: string
  /** The hidden field was filled: it is kept for the owner to look at, and nothing is sent. */
  readonly isHeldBack: boolean
}

export type SubmitOutcome =
  | { readonly ok: true }
  /** `retryAfter`: seconds until another try is allowed. */
  | {
      readonly ok: false
      readonly status: 400 | 429 | 502
      readonly notice: Notice
      readonly retryAfter?: number
    }

/**
 * Submits a form within the rate limit and a timeout: sends it to the backend, or holds it back. Equal content with an
 * equal key is a repeat, which succeeds and does nothing.
 */
export async function submitForm(
  services: FormServices,
  form: Pick<ShopForm, 'name' | 'send' | 'failed' | 'tooMany'>,
  { ip, market, value, idempotencyKey, isHeldBack }: Submission,
): Promise<SubmitOutcome> {
  const { backend, log } = services
  // Hashed with the content, so that two different ones with the same key are not treated as repeats.
  const key = contentKey(form.name, idempotencyKey, value)
  const post = { form: form.name, ip, email: value.email }
  const retryAfter = await consumeRateLimit(services, post, `${ip} ${key}`)
  if (retryAfter !== null) return { ok: false, status: 429, notice: form.tooMany, retryAfter }
  const context = { market, idempotencyKey: idempotencyKey && key }
  const work = isHeldBack
    ? backend.holdBack({ form: form.name, fields: value, market, dedupeKey: key })
    : form.send(backend, value, context)
  try {
    const refused = await settleWithin(work, TIMEOUT_MS, () => {
      throw new UpstreamError('form', null)
    })
    return refused === null ? { ok: true } : { ok: false, status: 400, notice: form.failed(refused.message) }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    log.error({ err: error, form: form.name }, 'form not carried out')
    return { ok: false, status: 502, notice: form.failed(null) }
  }
}

/** Hash of a form's name, key and content, which identifies repeats. */
function contentKey(form: FormName, idempotencyKey: string, value: object): string {
  return createHash('sha256')
    .update(JSON.stringify([form, idempotencyKey, value]))
    .digest('base64url')
}

/**
 * Counts a submission against the rate limit, unless it repeats one that was allowed before.
 * @returns null when allowed, else the seconds to wait
 */
async function consumeRateLimit(
  { limits }: FormServices,
  post: Parameters<typeof limitMail>[1],
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

const MISSING: readonly string[] = [FIELD_MESSAGES.enterName, FIELD_MESSAGES.enterEmail]

function signupRefused(messages: Readonly<Record<string, string[] | null>>): Notice {
  const texts = Object.values(messages).flatMap((ofField) => ofField ?? [])
  return texts.some((text) => MISSING.includes(text)) ? SIGNUP_MISSING : signupFailed(texts[0])
}
