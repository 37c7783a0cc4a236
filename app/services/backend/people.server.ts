import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { FormName } from '#app/models/form-messages.ts'
import type { Market } from '#app/models/market.ts'
import {
  expectDone,
  hasRows,
  idRows,
  insertOnce,
  rowsOf,
  snakeKeys,
} from '#supabase/functions/_shared/database.ts'
import { contextHeaders, type FormContext } from '#supabase/functions/_shared/forms/context.ts'
import type { ContactSubmission, Signup, WaitlistEntry } from '#supabase/functions/_shared/forms/schemas.ts'
import { recordConsent, rejoinList } from '#supabase/functions/_shared/subscribers.ts'
import { splitName } from '#supabase/functions/_shared/text/text.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { type BackendAccess, callFunction, isoNow } from './client.server.ts'

/** The text that was shown with a consent, and its market. */
export type ConsentContext = Pick<FormContext, 'market' | 'wording'>

type NewSubscriber = Omit<Signup, 'source'> & { readonly source: string }

/** A refusal with the backend's own message, which may be shown to the visitor. */
export type Refused = { readonly message: string }

const SUBSCRIBERS = 'email_subscribers'
const subscribers = z.array(z.object({ unsubscribed_at: z.string().nullable() }))
/** The body of a function that returns nothing: any object, without an error. */
const emptyBody = z.looseObject({ error: z.null().optional() })

function nameColumns(name: string) {
  return snakeKeys({ fullName: name, ...splitName(name) })
}

/** What people ask for in forms: mailing list, waitlist, messages. Every call throws UpstreamError. Spec: 7 Database */
export function createPeople(client: SupabaseClient, access: BackendAccess) {
  async function sendForm(name: string, body: object, context: FormContext): Promise<Refused | null> {
    const answer = await callFunction(client, name, body, emptyBody, contextHeaders(context))
    return answer.ok ? null : { message: answer.error }
  }

  /**
   * Joins the mailing list. The result is the same for an address that is already subscribed.
   * @returns null, or the function's own message when it refused
   * Spec: 7 Backend functions
   */
  function signUp(person: NewSubscriber, consent: ConsentContext): Promise<Refused | null> {
    return sendForm('email-signup', person, { ...consent, idempotencyKey: '' })
  }

  /** Joins the list as a signup does: with a welcome mail that has the unsubscribe link. A refusal throws too. */
  async function joinList(person: NewSubscriber, consent: ConsentContext): Promise<void> {
    if (await signUp(person, consent)) throw new UpstreamError('join list', null)
  }

  async function findSubscriber(email: string) {
    const found = await client.from(SUBSCRIBERS).select('unsubscribed_at').eq('email', email)
    return rowsOf('find subscriber', found, subscribers)[0]
  }

  /** Runs a secondary write: its failure is logged, and the visitor's request succeeds. */
  async function ignoreFailure(operation: string, work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => access.log.error({ err: error, operation }, 'left undone'))
  }

  return {
    signUp,

    /**
     * Sends a contact message; repeated and identical ones have no second effect.
     * @returns null, or the function's own message when it refused
     * Spec: 7 Backend functions
     */
    submitContact: (submission: ContactSubmission, context: FormContext) =>
      sendForm('contact-submission', submission, context),

    /**
     * Adds an address to the Vol. II waitlist and to the mailing list, as the form says. An address that is on the
     * waitlist already keeps its row. Only its own row must succeed.
     * Spec: 3 Waitlist record, 7 Database
     */
    async joinWaitlist({ email: typed, name }: WaitlistEntry, consent: ConsentContext): Promise<void> {
      const [email, source, at] = [typed.toLowerCase(), 'Vol II Waitlist', isoNow(access)]
      const row = {
        ...{ email, name, ...nameColumns(name), source, market: consent.market, created_at: at },
        website: 'wizardbox.example',
        subscribe_to_mailing_list: true,
      }
      const added = await insertOnce(client, 'waitlist', row, 'email').select('id')
      // Asked for, as only rows tell that the database has answered, and not what stands before it.
      rowsOf('join waitlist', added, idRows)
      await ignoreFailure('join list from waitlist', joinList({ email, fullName: name, source }, consent))
      const agreed = recordConsent(client, { email, purpose: 'waitlist', source, ...consent, at })
      await ignoreFailure('record consent', agreed)
    },

    /**
     * Subscribes the recipient of a gift, overwriting name and source, as specified for redemption. An empty name keeps
     * the stored one. Callers continue when it fails.
     * Spec: 7 Database
     */
    async subscribeRecipient(
      recipient: { readonly email: string; readonly fullName: string },
      consent: ConsentContext,
    ): Promise<void> {
      const [email, fullName] = [recipient.email.toLowerCase(), recipient.fullName.trim()]
      const [source, at] = ['gift_redemption', isoNow(access)]
      const isKnown = (await findSubscriber(email)) !== undefined
      // The edge function requires a name.
      await joinList({ email, fullName: fullName || email, source }, consent)
      const names = fullName === '' && isKnown ? {} : nameColumns(fullName)
      // By now they have a row, unless they left by another spelling of the address, and are asked.
      const update = client.from(SUBSCRIBERS).update({ ...names, source, updated_at: at })
      expectDone('subscribe recipient', await update.eq('email', email))
      const agreed = recordConsent(client, { email, purpose: 'gift-redemption', source, ...consent, at })
      await ignoreFailure('record consent', agreed)
    },

    hasUnsubscribed: async (email: string) =>
      Boolean((await findSubscriber(email.toLowerCase()))?.unsubscribed_at),

    /** Unsubscribes by the token in every mail; mails that ask back are void from then on. @returns false when no subscriber has that token */
    async unsubscribe(token: string): Promise<boolean> {
      const at = isoNow(access)
      const left = { unsubscribed_at: at, rejoin_token: null, updated_at: at }
      const update = client.from(SUBSCRIBERS).update(left).eq('unsubscribe_token', token)
      return hasRows('unsubscribe', await update.select('id'))
    },

    /** Takes back on the list whoever confirms it by the token of the mail that asks. @returns false for any other token */
    async rejoin(token: string, consent: ConsentContext): Promise<boolean> {
      return rejoinList(client, token, { ...consent, at: isoNow(access) })
    },

    /** Keeps a form whose hidden field was filled, once, until the owner says that it is a real one. */
    async holdBack(form: FormName, fields: object, market: Market, dedupeKey: string): Promise<null> {
      const text = (name: string) => String(Reflect.get(fields, name) ?? '')
      const row = {
        ...{ form, fields, market, dedupe_key: dedupeKey, created_at: isoNow(access) },
        email: text('email'),
        full_name: text('fullName') || text('name'),
        message: text('message'),
      }
      expectDone('hold back', await insertOnce(client, 'held_posts', row, 'dedupe_key'))
      return null
    },
  }
}
