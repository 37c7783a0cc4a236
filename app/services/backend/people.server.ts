import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { type Consent, recordConsent } from '../../../supabase/functions/_shared/consent.ts'
import type { ContactSubmission } from '../../models/contact.ts'
import type { Market } from '../../models/market.ts'
import { err, ok, type Result } from '../../models/result.ts'
import { isUnsubscribeToken, normaliseEmail, type Signup, splitName } from '../../models/signup.ts'
import { toWaitlistRecord, type WaitlistEntry } from '../../models/waitlist.ts'
import { UpstreamError } from '../upstream-error.server.ts'
import { type BackendAccess, callFunction, expectDone, idRows, isoNow, rowsOf } from './client.server.ts'

/** The words that stood beside what somebody agreed to, and the market they stood in. */
export type ConsentContext = { readonly market: Market; readonly wording: string }

/** A contact form's key makes a repeated message count once; null when the form had none. */
type ContactContext = ConsentContext & { readonly idempotencyKey: string | null }

type NewSubscriber = { readonly fullName: string; readonly email: string; readonly source: string }

/** A refusal in the backend's own words, fit to be shown. */
export type Refused = { readonly message: string }

/** What the backend does with the people who leave their address. */
export function createPeople(client: SupabaseClient, access: BackendAccess) {
  return {
    signUp: (signup: Signup, consent: ConsentContext) => signUp(client, signup, consent),
    submitContact: (submission: ContactSubmission, context: ContactContext) =>
      submitContact(client, submission, context),
    joinWaitlist: (entry: WaitlistEntry, consent: ConsentContext) =>
      joinWaitlist(client, access, entry, consent),
    subscribeRecipient: (
      recipient: { readonly email: string; readonly fullName: string },
      consent: ConsentContext,
    ) => subscribeRecipient(client, access, recipient, consent),
    hasLeftList: (email: string) => hasLeftList(client, email),
    unsubscribe: (token: string) => unsubscribe(client, access, token),
    removeSubscriber: (id: string) => removeSubscriber(client, id),
    setMessageAnswered: (id: string, answered: boolean) => setMessageAnswered(client, access, id, answered),
  }
}

/**
 * Joins the mailing list through the function `email-signup`. The answer is the same for an address that is
 * on the list already.
 * @returns null, or the function's own words for why not
 * @throws UpstreamError
 * Spec: 7 Backend functions
 */
async function signUp(
  client: SupabaseClient,
  signup: NewSubscriber,
  consent: ConsentContext,
): Promise<Refused | null> {
  const { fullName, email, source } = signup
  const body = { fullName, email, source, market: consent.market, consentWording: consent.wording }
  const answer = await callFunction(client, 'email-signup', body)
  return answer.ok ? null : { message: answer.message }
}

/**
 * Hands a contact message to the function `contact-submission`. A repeated or identical message counts once.
 * @param idempotencyKey of the form, or null
 * @returns null, or the function's own words for why not
 * @throws UpstreamError
 * Spec: 7 Backend functions
 */
async function submitContact(
  client: SupabaseClient,
  submission: ContactSubmission,
  context: ContactContext,
): Promise<Refused | null> {
  const answer = await callFunction(client, 'contact-submission', {
    ...submission,
    market: context.market,
    consentWording: context.wording,
    ...(context.idempotencyKey === null ? {} : { idempotencyKey: context.idempotencyKey }),
  })
  return answer.ok ? null : { message: answer.message }
}

/**
 * Puts somebody on the Vol. II waitlist, and on the mailing list, as the form says. An address that waits
 * already keeps its row.
 * @throws UpstreamError when the waitlist row could not be written
 * Spec: 7 Database
 */
async function joinWaitlist(
  client: SupabaseClient,
  access: BackendAccess,
  entry: WaitlistEntry,
  consent: ConsentContext,
): Promise<void> {
  const email = normaliseEmail(entry.email)
  const at = isoNow(access)
  const row = { ...toWaitlistRecord({ name: entry.name, email }), market: consent.market, created_at: at }
  const reply = await client
    .from('waitlist')
    .upsert(row, { onConflict: 'email', ignoreDuplicates: true })
    .select('id')
  rowsOf('join waitlist', reply, idRows)
  const person = { email, fullName: row.full_name, source: row.source }
  await optionally(access, 'join list from waitlist', () => joinList(client, person, consent))
  await keepConsent(client, access, { email, purpose: 'waitlist', source: row.source, ...consent, at })
}

/**
 * Puts the recipient of a gift on the mailing list, overwriting name and source, as ordered for redeeming. A subscriber
 * who gives no name this time keeps the one that is known. Callers go on when it fails.
 * @throws UpstreamError
 * Spec: 7 Database
 */
async function subscribeRecipient(
  client: SupabaseClient,
  access: BackendAccess,
  recipient: { readonly email: string; readonly fullName: string },
  consent: ConsentContext,
): Promise<void> {
  const email = normaliseEmail(recipient.email)
  const fullName = recipient.fullName.trim()
  const at = isoNow(access)
  const isKnown = await isSubscriber(client, email)
  // The function wants a name of everybody.
  await joinList(client, { email, fullName: fullName || email, source: 'gift_redemption' }, consent)
  const names = fullName === '' && isKnown ? {} : nameColumns(fullName)
  const reply = await client
    .from('email_subscribers')
    .upsert({ email, ...names, source: 'gift_redemption', updated_at: at }, { onConflict: 'email' })
    .select('id')
  expectDone('subscribe recipient', reply)
  await keepConsent(client, access, {
    email,
    purpose: 'gift-redemption',
    source: 'gift_redemption',
    ...consent,
    at,
  })
}

/** Whether somebody has taken this address off the list. @throws UpstreamError */
async function hasLeftList(client: SupabaseClient, email: string): Promise<boolean> {
  const reply = await client
    .from('email_subscribers')
    .select('id')
    .eq('email', normaliseEmail(email))
    .not('unsubscribed_at', 'is', null)
    .limit(1)
  return rowsOf('find who left', reply, idRows).length > 0
}

async function isSubscriber(client: SupabaseClient, email: string): Promise<boolean> {
  const reply = await client.from('email_subscribers').select('id').eq('email', email).limit(1)
  return rowsOf('find subscriber', reply, idRows).length > 0
}

function nameColumns(name: string) {
  const { fullName, firstName, lastName } = splitName(name)
  return { full_name: fullName, first_name: firstName, last_name: lastName }
}

/** Joins the list as a signup does, with the welcome that holds the way out. @throws UpstreamError, for a refusal too */
async function joinList(
  client: SupabaseClient,
  person: NewSubscriber,
  consent: ConsentContext,
): Promise<void> {
  const refused = await signUp(client, person, consent)
  if (refused) throw new UpstreamError('join list', null)
}

/** Takes somebody off the list by the token of their mails. @returns `unknown` for a token that is nobody's */
async function unsubscribe(
  client: SupabaseClient,
  access: BackendAccess,
  token: string,
): Promise<Result<'left', 'unknown'>> {
  if (!isUnsubscribeToken(token)) return err('unknown')
  const at = isoNow(access)
  const reply = await client
    .from('email_subscribers')
    .update({ unsubscribed_at: at, updated_at: at })
    .eq('unsubscribe_token', token)
    .select('id')
  return rowsOf('unsubscribe', reply, idRows).length > 0 ? ok('left') : err('unknown')
}

/** Takes a subscriber off the list, on the owner's order. @returns false when there is no such row */
async function removeSubscriber(client: SupabaseClient, id: string): Promise<boolean> {
  if (!z.uuid().safeParse(id).success) return false
  const reply = await client.from('email_subscribers').delete().eq('id', id).select('id')
  return rowsOf('remove subscriber', reply, idRows).length === 1
}

/** Marks a contact message as answered, or takes that back. @returns false when there is no such message */
async function setMessageAnswered(
  client: SupabaseClient,
  access: BackendAccess,
  id: string,
  answered: boolean,
): Promise<boolean> {
  if (!z.uuid().safeParse(id).success) return false
  const reply = await client
    .from('contact_messages')
    .update({ answered_at: answered ? isoNow(access) : null })
    .eq('id', id)
    .select('id')
  return rowsOf('mark message', reply, idRows).length === 1
}

function keepConsent(client: SupabaseClient, access: BackendAccess, consent: Consent): Promise<void> {
  return optionally(access, 'record consent', () => recordConsent(client, consent))
}

/** The main write is done: what belongs to it may fail without undoing it for the visitor. */
async function optionally(
  access: BackendAccess,
  operation: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    access.log.error({ err: error, operation }, 'left undone')
  }
}
