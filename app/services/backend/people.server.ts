import type { SupabaseClient } from '@supabase/supabase-js'
import type { FormName } from '#app/models/form-sent.ts'
import type { Market } from '#app/models/market.ts'
import { parseUnsubscribeToken } from '#app/models/unsubscribe-token.ts'
import { type Consent, recordConsent } from '#supabase/functions/_shared/consent.ts'
import { expectDone, hasRows, idRows, rowsOf } from '#supabase/functions/_shared/database.ts'
import { contextHeaders, type FormContext } from '#supabase/functions/_shared/forms/context.ts'
import type { ContactSubmission, Signup, WaitlistEntry } from '#supabase/functions/_shared/forms/schemas.ts'
import { rejoinList } from '#supabase/functions/_shared/subscribers.ts'
import { splitName } from '#supabase/functions/_shared/text/text.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { type BackendAccess, callFunction, emptyBody, isoNow } from './client.server.ts'

/** The text that was shown with a consent, and its market. */
export type ConsentContext = Pick<FormContext, 'market' | 'wording'>

type NewSubscriber = Omit<Signup, 'source'> & { readonly source: string }

const WAITLIST_SOURCE = 'Vol II Waitlist'

type HeldPost = {
  readonly form: FormName
  readonly fields: Readonly<Record<string, unknown>>
  readonly market: Market
  /** Equal for repeats. */
  readonly dedupeKey: string
}

/** A refusal with the backend's own message, which may be shown to the visitor. */
export type Refused = { readonly message: string }

/** What people ask for in forms: mailing list, waitlist, messages. Spec: 7 Database */
export function createPeople(client: SupabaseClient, access: BackendAccess) {
  /**
   * Joins the mailing list. The result is the same for an address that is already subscribed.
   * @returns null, or the function's own message when it refused
   * @throws UpstreamError
   * Spec: 7 Backend functions
   */
  function signUp(person: NewSubscriber, consent: ConsentContext): Promise<Refused | null> {
    return sendForm('email-signup', person, { ...consent, idempotencyKey: '' })
  }

  /**
   * Sends a contact message; repeated and identical ones have no second effect.
   * @returns null, or the function's own message when it refused
   * @throws UpstreamError
   * Spec: 7 Backend functions
   */
  function submitContact(submission: ContactSubmission, context: FormContext): Promise<Refused | null> {
    return sendForm('contact-submission', submission, context)
  }

  async function sendForm(name: string, body: object, context: FormContext): Promise<Refused | null> {
    const answer = await callFunction(client, name, body, emptyBody, contextHeaders(context))
    return answer.ok ? null : { message: answer.message }
  }

  /**
   * Adds an address to the Vol. II waitlist and to the mailing list, as the form says. An address that is on the
   * waitlist already keeps its row.
   * @throws UpstreamError when the waitlist row could not be written
   * Spec: 3 Waitlist record, 7 Database
   */
  async function joinWaitlist(entry: WaitlistEntry, consent: ConsentContext): Promise<void> {
    const email = entry.email.toLowerCase()
    const at = isoNow(access)
    const person = { email, fullName: entry.name, source: WAITLIST_SOURCE }
    const row = {
      email,
      name: entry.name,
      ...nameColumns(entry.name),
      source: WAITLIST_SOURCE,
      website: 'wizardbox.example',
      subscribe_to_mailing_list: true,
      market: consent.market,
      created_at: at,
    }
    const reply = await client
      .from('waitlist')
      .upsert(row, { onConflict: 'email', ignoreDuplicates: true })
      .select('id')
    // Asked for, as only rows tell that the database has answered, and not what stands before it.
    rowsOf('join waitlist', reply, idRows)
    await ignoreFailure('join list from waitlist', () => joinList(person, consent))
    await storeConsent({ email, purpose: 'waitlist', source: WAITLIST_SOURCE, ...consent, at })
  }

  /**
   * Subscribes the recipient of a gift, overwriting name and source, as specified for redemption. An empty name keeps
   * the stored one. Callers continue when it fails.
   * @throws UpstreamError
   * Spec: 7 Database
   */
  async function subscribeRecipient(
    recipient: { readonly email: string; readonly fullName: string },
    consent: ConsentContext,
  ): Promise<void> {
    const email = recipient.email.toLowerCase()
    const fullName = recipient.fullName.trim()
    const at = isoNow(access)
    const isKnown = await isSubscriber(email)
    // The edge function requires a name.
    await joinList({ email, fullName: fullName || email, source: 'gift_redemption' }, consent)
    const names = fullName === '' && isKnown ? {} : nameColumns(fullName)
    // By now they have a row, unless they left by another spelling of the address, and are asked.
    const reply = await client
      .from('email_subscribers')
      .update({ ...names, source: 'gift_redemption', updated_at: at })
      .eq('email', email)
    expectDone('subscribe recipient', reply)
    await storeConsent({
      email,
      purpose: 'gift-redemption',
      source: 'gift_redemption',
      ...consent,
      at,
    })
  }

  /** Whether this address has unsubscribed. @throws UpstreamError */
  async function hasUnsubscribed(email: string): Promise<boolean> {
    const reply = await client
      .from('email_subscribers')
      .select('id')
      .eq('email', email.toLowerCase())
      .not('unsubscribed_at', 'is', null)
      .limit(1)
    return hasRows('find who unsubscribed', reply)
  }

  async function isSubscriber(email: string): Promise<boolean> {
    const reply = await client.from('email_subscribers').select('id').eq('email', email).limit(1)
    return hasRows('find subscriber', reply)
  }

  /**
   * Joins the list as a signup does: with a welcome mail that has the unsubscribe link.
   * @throws UpstreamError, also for a refusal
   */
  async function joinList(person: NewSubscriber, consent: ConsentContext): Promise<void> {
    const refused = await signUp(person, consent)
    if (refused) throw new UpstreamError('join list', null)
  }

  /** Unsubscribes by the token in every mail; mails that ask back are void from then on. @returns false when no subscriber has that token */
  async function unsubscribe(token: string): Promise<boolean> {
    if (parseUnsubscribeToken(token) !== token) return false
    const at = isoNow(access)
    const reply = await client
      .from('email_subscribers')
      .update({ unsubscribed_at: at, rejoin_token: null, updated_at: at })
      .eq('unsubscribe_token', token)
      .select('id')
    return hasRows('unsubscribe', reply)
  }

  /** Takes back on the list whoever confirms it by the token of the mail that asks. @returns false for any other token */
  async function rejoin(token: string, consent: ConsentContext): Promise<boolean> {
    if (parseUnsubscribeToken(token) !== token) return false
    return rejoinList(client, token, { ...consent, at: isoNow(access) })
  }

  /** Keeps a form whose hidden field was filled, once, until the owner says that it is a real one. @throws UpstreamError */
  async function holdBack({ form, fields, market, dedupeKey }: HeldPost): Promise<null> {
    const text = (name: string) => String(fields[name] ?? '')
    const row = {
      form,
      fields,
      market,
      email: text('email'),
      full_name: text('fullName') || text('name'),
      message: text('message'),
      dedupe_key: dedupeKey,
      created_at: isoNow(access),
    }
    const options = { onConflict: 'dedupe_key', ignoreDuplicates: true }
    expectDone('hold back', await client.from('held_posts').upsert(row, options))
    return null
  }

  function storeConsent(consent: Consent): Promise<void> {
    return ignoreFailure('record consent', () => recordConsent(client, consent))
  }

  /**
   * Runs a secondary write after the main one has succeeded: a failure is logged, and the visitor's request succeeds.
   */
  async function ignoreFailure(operation: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      access.log.error({ err: error, operation }, 'left undone')
    }
  }

  return {
    signUp,
    submitContact,
    joinWaitlist,
    subscribeRecipient,
    hasUnsubscribed,
    unsubscribe,
    rejoin,
    holdBack,
  }
}

function nameColumns(name: string) {
  const { firstName, lastName } = splitName(name)
  return { full_name: name, first_name: firstName, last_name: lastName }
}
