import { data, type RouterContextProvider, redirect } from 'react-router'
import { withFormSent } from '#app/models/form-sent.ts'
import { isDataPath } from '#app/models/http.ts'
import { marketPath } from '#app/models/market.ts'
import type { Notice } from '#app/models/messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import { requestContext, requireMarket, servicesContext, sessionContext } from '../request/context.server.ts'
import { isHoneypotFilled, keyOfForm, pageOfForm, readForm } from './form-post.server.ts'
import { formOf, type ShopForm, submitForm } from './shop-forms.server.ts'

/**
 * The action of a page with a form of the shop. After a success without JavaScript, redirects to the page of the form
 * with a flash message. A browser that sent no cookies may not store that one either, so the redirect also names the form
 * in the URL; the page removes that parameter when the cookie was stored.
 * @param page the form of the page; without it, the one that the post names
 */
export async function takeForm(
  {
    request,
    params,
    context,
  }: {
    readonly request: Request
    readonly params: { readonly market?: string | undefined }
    readonly context: Readonly<RouterContextProvider>
  },
  page?: ShopForm,
) {
  const market = requireMarket(params.market ?? '')
  const services = context.get(servicesContext)
  const posted = await readForm(request)
  const form = page ?? formOf(posted.get('form'))
  if (form === null) throw data(null, { status: 405 })
  const returnTo = pageOfForm(request, posted) ?? marketPath(market, form.page)
  const submission = form.parse(posted)
  const refuse = (status: number, notice: Notice | null, headers?: Record<string, string>) =>
    data<FormReply>({ result: submission.reply(), notice, returnTo }, { status, headers })
  if (submission.status !== 'success') return refuse(400, form.invalid?.(submission.error ?? {}) ?? null)

  const { value } = submission
  const outcome = await submitForm(services, form, {
    ip: context.get(requestContext).ip,
    market,
    value,
    idempotencyKey: keyOfForm(posted),
    isHeldBack: await isHoneypotFilled(posted),
  })
  if (!outcome.ok) {
    const { status, notice, retryAfter } = outcome
    return refuse(status, notice, retryAfter ? { 'Retry-After': String(retryAfter) } : undefined)
  }
  const notice = await form.succeeded(value, market, services)
  if (isDataPath(new URL(request.url).pathname))
    return data<FormReply>({ result: submission.reply({ resetForm: true }), notice })
  context.get(sessionContext).flash(notice)
  throw redirect(request.headers.has('Cookie') ? returnTo : withFormSent(returnTo, form.name), 303)
}
