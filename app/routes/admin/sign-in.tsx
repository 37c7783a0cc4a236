import { data, Form, redirect, useLocation } from 'react-router'
import * as z from 'zod/mini'
import { AuthPanel, CODE_FIELD, PASSWORD_FIELD } from '#app/components/admin/admin-frame.tsx'
import { adminMeta, useAnswer, useBusy } from '#app/components/admin/admin-page.tsx'
import { useForm } from '#app/components/forms/use-form.ts'
import { Button } from '#app/components/ui/button.tsx'
import { EmailField, Field } from '#app/components/ui/field.tsx'
import { REFUSALS } from '#app/models/owner-messages.ts'
import { parseForm, readForm } from '#app/services/forms/form-post.server.ts'
import { preventCaching } from '#app/services/owner/admin-forms.server.ts'
import {
  adminAddressOf,
  authenticateOwner,
  signInWithCode,
  signInWithPassword,
} from '#app/services/owner/sign-in.server.ts'
import { sessionContext } from '#app/services/request/context.server.ts'
import { FIELD_MESSAGES } from '#supabase/functions/_shared/forms/words.ts'
import type { Route } from './+types/sign-in'

const passwordForm = z.object({
  email: z.string(FIELD_MESSAGES.enterEmail).check(z.trim(), z.minLength(1, FIELD_MESSAGES.enterEmail)),
  password: z.string(FIELD_MESSAGES.fillIn),
})
/** The second step, where an authenticator app is set up. */
const codeForm = z.object({ code: z.string(FIELD_MESSAGES.fillIn) })

export const meta = () => adminMeta('Owner sign in')

export const middleware: Route.MiddlewareFunction[] = [preventCaching]

export async function loader({ url, context }: Route.LoaderArgs) {
  const result = await authenticateOwner(context)
  if (result.ok) throw redirect(adminAddressOf(url))
  const expired = result.error === 'expired' ? [REFUSALS.expired.toast] : []
  return {
    step: result.error === 'needs-code' ? ('code' as const) : ('password' as const),
    toasts: [...context.get(sessionContext).takeToasts(), ...expired],
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const posted = await readForm(request)
  const isCode = posted.has('code')
  const submission = parseForm(posted, isCode ? codeForm : passwordForm)
  // Empty fields are a try like any other.
  const typed: Readonly<Record<string, string>> = submission.status === 'success' ? submission.value : {}
  const outcome = isCode
    ? await signInWithCode(context, typed.code ?? '')
    : await signInWithPassword(context, typed.email ?? '', typed.password ?? '')
  if (outcome.ok) return redirect(adminAddressOf(url), 303)
  const { status, toast, retryAfter } = REFUSALS[outcome.error]
  if (outcome.error === 'expired') {
    context.get(sessionContext).flash(toast)
    return redirect(url.pathname + url.search, 303)
  }
  const isAtField = status === 401
  const fieldErrors = isAtField ? { [isCode ? 'code' : 'password']: [toast.title] } : {}
  const result = submission.reply({ fieldErrors, hideFields: ['password', 'code'] })
  const headers = retryAfter ? { 'Retry-After': String(retryAfter) } : undefined
  return data({ result, toast: isAtField ? null : toast }, { status, headers })
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export default function SignIn(props: Route.ComponentProps) {
  return <Step key={props.loaderData.step} {...props} />
}

function Step({ loaderData: { step, toasts }, actionData }: Route.ComponentProps) {
  const reply = useAnswer(actionData)
  const { search } = useLocation()
  const busy = useBusy({ step })
  const isCode = step === 'code'
  const { formProps, bind } = useForm(isCode ? codeForm : passwordForm, step, reply)
  const shown = reply ? [reply.toast].filter((toast) => toast !== null) : toasts
  return (
    <AuthPanel title={isCode ? 'One more key' : 'Owner sign in'} toasts={shown}>
      <Form method="post" {...formProps}>
        <input type="hidden" name="step" value={step} />
        {isCode ? (
          <Field {...CODE_FIELD} {...bind('code')} />
        ) : (
          <>
            <EmailField {...bind('email')} autoComplete="username" maxLength={255} required />
            <Field {...PASSWORD_FIELD} {...bind('password')} />
          </>
        )}
        <Button wide busy={busy} busyLabel={isCode ? undefined : 'Signing in...'}>
          {isCode ? 'Continue' : 'Sign in'}
        </Button>
      </Form>
      {isCode ? (
        <form method="post" action={`/admin/sign-out${search}`} className="-mt-2 justify-items-center">
          <Button variant="link">Start over</Button>
        </form>
      ) : null}
    </AuthPanel>
  )
}
