import * as z from 'zod/mini'
import { signupForm } from '../_shared/forms/schemas.ts'
import { jsonResponse, serveFunction } from '../_shared/serve.ts'
import { joinList } from '../_shared/subscribers.ts'

/** The consent text of signup forms; a form with another text tells its own. */
const DEFAULT_WORDING = 'Join our mailing list. You can leave it at any time.'

/** People join by other ways than the form too, such as the waitlist: these have sources of their own. */
const body = z.extend(signupForm, {
  source: z.catch(z.string().check(z.trim(), z.minLength(1), z.maxLength(80)), 'Homepage'),
})

/**
 * Adds a person to the mailing list: one row per address whatever its capitals, a record of the consent, one welcome mail,
 * or a mail that asks whoever has left. The response is the same whether or not the address was on the list: `{}` or `{ error }`. Spec: 7 Backend functions
 */
export const handler = serveFunction('email-signup', body, async (signup, environment, context) => {
  const at = new Date(environment.now()).toISOString()
  const { market, wording } = context
  await joinList(environment, { ...signup, market, wording: wording || DEFAULT_WORDING, at })
  return jsonResponse({})
})
