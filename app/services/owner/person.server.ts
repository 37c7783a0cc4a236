import { z } from 'zod'
import { failure, success } from '#app/models/messages.ts'
import { OWNER_TOASTS } from '#app/models/owner-messages.ts'
import { PRIVACY_TOPICS } from '#app/models/store-requirements.ts'
import { parseEmail } from '#supabase/functions/_shared/forms/fields.ts'
import type { Services } from '../compose.server.ts'
import type { PrivacyRequest } from '../orders/doorbell.server.ts'
import { type AdminForms, nullOnOutage, requireReachable } from './admin-forms.server.ts'

/** All that is held of the address in the query `email`, which is null where that is none. @throws a Response with 503 on an outage */
export async function readPerson(services: Services, { searchParams }: URL) {
  const typed = searchParams.get('email') ?? ''
  const email = parseEmail(typed)
  const held = email ? await requireReachable(services, () => services.backend.findPerson(email)) : []
  return { typed, email, held }
}

/** The same as a JSON file; 422 for no address. */
export async function exportPerson(services: Services, url: URL): Promise<Response> {
  const { email, held } = await readPerson(services, url)
  if (email === null) return new Response(OWNER_TOASTS.notAnAddress.title, { status: 422 })
  const file = { email, held: Object.fromEntries(held.map(({ what, rows }) => [what, rows])) }
  return Response.json(file, { headers: { 'Content-Disposition': 'attachment; filename="person.json"' } })
}

/** Erases a person whose address was typed a second time. */
export const PERSON_FORMS: AdminForms = {
  erase: {
    failure: failure('Not everything was erased. Please erase it again: it goes on where it stopped.'),
    run: async ({ backend }, posted) => {
      const email = parseEmail(posted.email)
      if (email === null) return OWNER_TOASTS.notAnAddress
      if (parseEmail(posted.confirmation) !== email)
        return failure('Nothing was erased: the addresses differ.')
      await backend.erasePerson(email)
      return success('Erased.', `The shop holds nothing of ${email} any more.`)
    },
  },
}

const aboutCustomer = z.object({ customer: z.object({ email: z.string() }) })

/**
 * Carries out what the store asks for by law: erases a customer, or all of them, or tells the owner that one of them wants
 * to know what is held. Other topics are ignored. @returns the status: 503 makes the store ask again
 */
export async function carryOutPrivacyRequest(services: Services, request: PrivacyRequest) {
  const { backend, log } = services
  const { topic, body, webhookId } = request
  const email = parseEmail(aboutCustomer.safeParse(body).data?.customer.email ?? '')
  const wish = PRIVACY_TOPICS.find((known) => known === topic)
  const done = await nullOnOutage(services, async () => {
    if (wish === 'shop/redact') await backend.eraseStoreCustomers()
    if (wish === 'customers/redact' && email !== null) await backend.erasePerson(email)
    if (wish === 'customers/data_request' && email !== null) await askForData(services, email, webhookId)
    log.info({ topic }, 'privacy request carried out')
    return true
  })
  return done ? 200 : 503
}

/** Puts the request among the messages to answer, once, and mails it to the shop as any other. */
async function askForData({ backend }: Services, email: string, webhookId: string) {
  const message =
    'This customer has asked, through your Shopify store, for all data that you hold of them. Find the address under People in the owner’s room, download it, and send it to them within 30 days.'
  await backend.submitContact(
    { fullName: 'Shopify', email, subject: 'Other', message, subscribeToMailingList: false },
    { market: 'uk', wording: '-', idempotencyKey: `data-request ${webhookId}` },
  )
}
