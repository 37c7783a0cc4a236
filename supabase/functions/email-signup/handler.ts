import { z } from 'zod'
import { recordConsent } from '../_shared/consent.ts'
import { databaseOf } from '../_shared/database.ts'
import { emailField, marketField, nameField } from '../_shared/fields.ts'
import { answer, guarded } from '../_shared/serve.ts'
import { joinList } from '../_shared/subscribers.ts'

/** Shown beside every signup form; the visitor's own wording is sent when a form words it differently. */
const DEFAULT_WORDING = 'Join our mailing list. You can leave it at any time.'

const body = z.object({
  fullName: nameField('Please enter your name and email', 255),
  email: emailField,
  source: z.string().trim().min(1).max(80).default('Homepage'),
  market: marketField.default('us'),
  consentWording: z.string().trim().min(1).max(2000).default(DEFAULT_WORDING),
})

/**
 * Puts somebody on the mailing list: one row for an address whatever its capitals, a record of what was
 * agreed to, one welcome mail for each time they join. The answer is the same whether or not the address was on the list.
 * Answers `{}`, or `{ error }`. Spec: 7 Backend functions
 */
export const handler = guarded('email-signup', body, async (signup, environment) => {
  const database = databaseOf(environment)
  const at = new Date(environment.now()).toISOString()
  await recordConsent(database, {
    email: signup.email,
    purpose: 'mailing-list',
    source: signup.source,
    wording: signup.consentWording,
    market: signup.market,
    at,
  })
  await joinList(database, environment, { ...signup, at })
  return answer({})
})
