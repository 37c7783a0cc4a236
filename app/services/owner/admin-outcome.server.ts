import {
  type ActionFunctionArgs,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from 'react-router'
import { CACHE } from '#app/models/http.ts'
import type { Toast } from '#app/models/messages.ts'
import type { Services } from '../compose.server.ts'
import { readForm } from '../forms/form-post.server.ts'
import { ownerContext, servicesContext, sessionContext } from '../request/context.server.ts'
import { onOutage } from '../upstream/upstream-error.server.ts'

type Failed = { readonly kind: 'failed'; readonly status: 409 | 422 | 503; readonly toast: Toast }

export const failed = (status: Failed['status'], toast: Toast): Failed => ({ kind: 'failed', status, toast })

/** Runs a form's work; an UpstreamError is logged and becomes an outcome with the message `failure`. */
export function failedOnOutage<T>(
  { log }: Pick<Services, 'log'>,
  failure: Toast,
  work: () => Promise<T>,
): Promise<T | Failed> {
  return onOutage(work, (error) => {
    log.error({ err: error }, 'not done in the owner’s room')
    return failed(503, failure)
  })
}

/** The result of `work`, or null when the backend is unreachable, so that the rest of the page can be shown. */
export function nullOnOutage<T>({ log }: Pick<Services, 'log'>, work: () => Promise<T>): Promise<T | null> {
  return onOutage(work, (error) => {
    log.warn({ err: error }, 'a list of the owner’s room is out of reach')
    return null
  })
}

/** The result of `work`, or the admin's error page when the backend is unreachable. @throws a Response with 503 */
export async function requireReachable<T>(
  services: Pick<Services, 'log'>,
  work: () => Promise<T>,
): Promise<T> {
  const result = await nullOnOutage(services, async () => [await work()] as const)
  if (result === null) throw data({ reason: 'list' }, { status: 503 })
  return result[0]
}

/** The services, for a signed-in owner. @throws where the auth guard has found none */
export function ownerServices(context: Readonly<RouterContextProvider>): Services {
  context.get(ownerContext)
  return context.get(servicesContext)
}

/** Handles posted fields. @returns what is said of it: an error refuses it; null when they are of another form */
export type AdminForm = (
  services: Services,
  fields: Readonly<Record<string, string>>,
  owner: { readonly email: string },
) => Promise<Toast | Failed | null>

/** The text fields of a posted form; files are left out. @throws a Response with 400 when the body is not a form */
export async function readAdminForm(request: Request): Promise<Record<string, string>> {
  const form = await readForm(request)
  return Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

/**
 * The action of a page whose forms all end in a message: a redirect to the page with it, or the page with what went wrong.
 * @throws a Response with 400 for a form that the page does not have
 */
export async function handleAdminForm({ request, url, context }: ActionFunctionArgs, handle: AdminForm) {
  const { owner } = context.get(ownerContext)
  const said = await handle(context.get(servicesContext), await readAdminForm(request), owner)
  if (said === null) throw data(null, { status: 400 })
  if (said.kind === 'failed') return data({ toast: said.toast }, { status: said.status })
  if (said.kind === 'error') return data({ toast: said }, { status: 422 })
  context.get(sessionContext).flash(said)
  return redirect(url.pathname + url.search, 303)
}

/** Sets the headers that keep an admin response out of caches and search engines. @returns the same response */
export function markPrivate(response: Response): Response {
  response.headers.set('Cache-Control', CACHE.secret)
  response.headers.set('X-Robots-Tag', 'noindex')
  return response
}

/** Middleware that keeps every response of the admin, refusals included, out of caches and search engines. */
export const preventCaching: MiddlewareFunction<Response> = async (_, next) => markPrivate(await next())
