import {
  type ActionFunctionArgs,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from 'react-router'
import { z } from 'zod'
import { CACHE } from '#app/models/http.ts'
import type { Toast } from '#app/models/messages.ts'
import { OWNER_TOASTS } from '#app/models/owner-messages.ts'
import type { Services } from '../compose.server.ts'
import { readForm } from '../forms/form-post.server.ts'
import { ownerContext, servicesContext, sessionContext } from '../request/context.server.ts'
import { onOutage } from '../upstream/upstream-error.server.ts'

/** The result of `work`, or null when the backend is unreachable, so that the rest of the page can be shown. */
export function nullOnOutage<T>({ log }: Pick<Services, 'log'>, work: () => Promise<T>): Promise<T | null> {
  return onOutage(work, (error) => {
    log.warn({ err: error }, 'not reached from the owner’s room')
    return null
  })
}

/** The result of `work`, or the admin's error page when the backend is unreachable. @throws a Response with 503 */
export async function requireReachable<T extends object>(services: Services, work: () => Promise<T>) {
  const result = await nullOnOutage(services, work)
  if (result === null) throw data({ reason: 'list' }, { status: 503 })
  return result
}

/** The services, for a signed-in owner. @throws where the auth guard has found none */
export function ownerServices(context: Readonly<RouterContextProvider>): Services {
  context.get(ownerContext)
  return context.get(servicesContext)
}

const text = (length: number) =>
  z
    .string()
    .catch('')
    .transform((typed) => typed.slice(0, length))
const postedForm = z.object({
  ...{ intent: text(40), id: text(40), email: text(300), confirmation: text(300), typed: text(80) },
  /** Equal for what is sent twice from one view. */
  key: text(64),
})

export type Posted = z.output<typeof postedForm> & { readonly owner: string }

/** A form that ends in a message. `failure`: said on an outage. */
export type AdminForm = {
  readonly failure?: Toast | undefined
  /** @returns what is said of it: an error refuses it */
  readonly run: (services: Services, posted: Posted) => Promise<Toast>
}
export type AdminForms = Readonly<Record<string, AdminForm>>

/** The fields of a posted form. @throws a Response with 400 for an intent that the page does not have */
export async function readAdminForm(request: Request, intents: readonly string[]) {
  const fields = Object.fromEntries(await readForm(request))
  if (!intents.includes(String(fields.intent))) throw data(null, { status: 400 })
  return fields
}

/** Carries out a form: a redirect to the page with a message, or the page with what went wrong. */
export async function handleAdminForm({ request, url, context }: ActionFunctionArgs, forms: AdminForms) {
  const services = ownerServices(context)
  const fields = postedForm.parse(await readAdminForm(request, Object.keys(forms)))
  const form = forms[fields.intent]
  const posted = { ...fields, owner: context.get(ownerContext).owner.email }
  const said = form && (await nullOnOutage(services, () => form.run(services, posted)))
  if (!said) return data({ toast: form?.failure ?? OWNER_TOASTS.notSaved }, { status: 503 })
  if (said.kind === 'error') return data({ toast: said }, { status: 422 })
  context.get(sessionContext).flash(said)
  return redirect(url.pathname + url.search, 303)
}

/** Middleware that keeps every response of the admin, refusals included, out of caches and search engines. */
export const preventCaching: MiddlewareFunction<Response> = async (_, next) => {
  const response = await next()
  response.headers.set('Cache-Control', CACHE.secret)
  response.headers.set('X-Robots-Tag', 'noindex')
  return response
}
