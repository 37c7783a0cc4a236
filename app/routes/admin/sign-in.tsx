import { data, Form, redirect, useLocation } from 'react-router'
import { adminMeta } from '#app/components/admin/admin-page.tsx'
import { AuthPanel, CodeField } from '#app/components/admin/auth-panel.tsx'
import { useAnswer, useBusy } from '#app/components/admin/submitting.ts'
import { useForm } from '#app/components/forms/use-form.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import type { Toast } from '#app/models/messages.ts'
import { OWNER_TOASTS } from '#app/models/owner-messages.ts'
import type { FormReply } from '#app/models/replies.ts'
import { codeForm, passwordForm } from '#app/models/sign-in-form.ts'
import { parseForm, readForm } from '#app/services/forms/form-post.server.ts'
import { markPrivate } from '#app/services/owner/admin-outcome.server.ts'
import { authenticateOwner } from '#app/services/owner/owner-session.server.ts'
import {
  adminAddressOf,
  REFUSALS,
  type Refusal,
  signInWithCode,
  signInWithPassword,
} from '#app/services/owner/sign-in.server.ts'
import { requestContext, servicesContext, sessionContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/sign-in'

export const meta = () => adminMeta('Owner sign in')

const preventCaching: Route.MiddlewareFunction = async (_, next) => markPrivate((await next()) as Response)

export const middleware: Route.MiddlewareFunction[] = [preventCaching]

export async function loader({ url, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  const result = await authenticateOwner(
    context.get(servicesContext),
    session,
    context.get(requestContext).now,
  )
  if (result.kind === 'owner') throw redirect(adminAddressOf(url))
  const step: 'password' | 'code' = result.kind === 'needs-code' ? 'code' : 'password'
  const expired = result.kind === 'expired' ? [OWNER_TOASTS.sessionOver] : []
  return { step, toasts: [...session.takeToasts(), ...expired] }
}

type SignInFields = { readonly email?: string; readonly password?: string; readonly code?: string }

export async function action({ request, url, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const session = context.get(sessionContext)
  const visitor = { ip: context.get(requestContext).ip, session }
  const posted = await readForm(request)
  const isCode = posted.has('code')
  const submission = isCode ? parseForm(posted, codeForm) : parseForm(posted, passwordForm)
  // Empty fields are a try like any other.
  const typed: SignInFields = submission.status === 'success' ? submission.value : {}
  const { email = '', password = '', code = '' } = typed
  const outcome = isCode
    ? await signInWithCode(services, visitor, code)
    : await signInWithPassword(services, visitor, { email, password })
  const isOver = !outcome.ok && outcome.error === 'expired'
  if (isOver) session.flash(OWNER_TOASTS.sessionOver)
  if (isOver || (outcome.ok && outcome.value === 'needs-code'))
    return redirect(url.pathname + url.search, 303)
  if (outcome.ok) return redirect(adminAddressOf(url), 303)
  const { status, toast, retryAfter }: Refusal = REFUSALS[outcome.error]
  const headers = retryAfter === undefined ? undefined : { 'Retry-After': String(retryAfter) }
  const isAtField = status === 401
  const fieldErrors = isAtField ? { [isCode ? 'code' : 'password']: [toast.title] } : {}
  const result = submission.reply({ fieldErrors, hideFields: ['password', 'code'] })
  return data({ result, toast: isAtField ? null : toast }, { status, headers })
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const reply = useAnswer(actionData)
  const toasts = reply?.toast ? [reply.toast] : reply ? [] : loaderData.toasts
  return loaderData.step === 'code' ? (
    <CodeStep toasts={toasts} reply={reply} />
  ) : (
    <AuthPanel title="Owner sign in" toasts={toasts}>
      <PasswordForm reply={reply} />
    </AuthPanel>
  )
}

function PasswordForm({ reply }: { reply: FormReply | undefined }) {
  const busy = useBusy({ step: 'password' })
  const { formProps, bind } = useForm({ id: 'password', schema: async () => passwordForm }, reply)
  return (
    <Form method="post" {...formProps}>
      <input type="hidden" name="step" value="password" />
      <Field {...bind('email')} label="Email" type="email" autoComplete="username" maxLength={255} required />
      <Field
        {...bind('password')}
        label="Password"
        type="password"
        autoComplete="current-password"
        maxLength={500}
        required
      />
      <Button wide busy={busy} busyLabel="Signing in...">
        Sign in
      </Button>
    </Form>
  )
}

function CodeStep({ toasts, reply }: { toasts: readonly Toast[]; reply: FormReply | undefined }) {
  const busy = useBusy({ step: 'code' })
  const { search } = useLocation()
  const { formProps, bind } = useForm({ id: 'code', schema: async () => codeForm }, reply)
  return (
    <AuthPanel title="One more key" toasts={toasts}>
      <Form method="post" {...formProps}>
        <input type="hidden" name="step" value="code" />
        <CodeField {...bind('code')} />
        <Button wide busy={busy}>
          Continue
        </Button>
      </Form>
      <form method="post" action={`/admin/sign-out${search}`} className="-mt-2 justify-items-center">
        <Button variant="link">Start over</Button>
      </form>
    </AuthPanel>
  )
}
