import { data, redirect } from 'react-router'
import { pageOfForm, readForm } from '#app/services/forms/form-post.server.ts'
import { sessionContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/consent'

export const loader = () => redirect('/')

/** Stores the choice of the cookie notice, for browsers without JavaScript. Spec: 4 Splash and cookie notice */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const choice = form.get('choice')
  if (choice !== 'accepted' && choice !== 'dismissed') throw data(null, { status: 400 })
  context.get(sessionContext).setPlain('cookieConsent', choice)
  return redirect(pageOfForm(request, form) ?? '/', 303)
}
