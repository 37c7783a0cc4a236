import { z } from 'zod'
import { DEFAULT_MARKET } from '../_shared/markets/markets.ts'
import { jsonResponse, serviceRoleHandler } from '../_shared/serve.ts'
import { joinList } from '../_shared/subscribers.ts'
import { emailField, marketField, nameField } from '../_shared/text/fields.ts'

/** The consent text of signup forms; a form with another text submits its own. */
const DEFAULT_WORDING = 'Join our mailing list. You can leave it at any time.'

const body = z.object({
  fullName: nameField('Please enter your name and email', 255),
  email: emailField,
  source: z.string().trim().min(1).max(80).default('Homepage'),
  market: marketField.default(DEFAULT_MARKET),
  consentWording: z.string().trim().min(1).max(2000).default(DEFAULT_WORDING),
})

/**
 * Adds a person to the mailing list: one row per address whatever its capitals, a record of the consent, one welcome mail
 * each time they join. The response is the same whether or not the address was on the list: `{}` or `{ error }`. Spec: 7 Backend functions
 */
export const handler = serviceRoleHandler('email-signup', body, async (signup, environment) => {
  const at = new Date(environment.now()).toISOString()
  const { consentWording: wording, ...person } = signup
  await joinList(environment, { ...person, wording, at })
  return jsonResponse({})
})
