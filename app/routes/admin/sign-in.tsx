import { useState } from 'react'
import { data, Form, redirect, useFetcher, useLocation } from 'react-router'
import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { AuthPanel, CodeField } from '#app/components/admin/auth-panel.tsx'
import { useBusy } from '#app/components/admin/submitting.ts'
import { blockWhenOffline } from '#app/components/page/network-failure.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { OWNER_NOTICES } from '#app/models/owner-messages.ts'
import { markPrivate, readAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { authenticateOwner } from '#app/services/owner/owner-auth.server.ts'
import { adminAddressOf, signInWithCode, signInWithPassword } from '#app/services/owner/sign-in.server.ts'
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
  const expired = result.kind === 'expired' ? [OWNER_NOTICES.sessionOver] : []
  return { step, notices: [...session.takeNotices(), ...expired] }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const fields = await readAdminForm(request)
  const services = context.get(servicesContext)
  const session = context.get(sessionContext)
  const visitor = { ip: context.get(requestContext).ip, session }
  const { email = '', password = '', code } = fields
  const outcome =
    code === undefined
      ? await signInWithPassword(services, visitor, { email, password })
      : await signInWithCode(services, visitor, code)
  switch (outcome.kind) {
    case 'signed-in':
      return redirect(adminAddressOf(url), 303)
    case 'needs-code':
      return redirect(url.pathname + url.search, 303)
    case 'expired':
      session.flash(OWNER_NOTICES.sessionOver)
      return redirect(url.pathname + url.search, 303)
    case 'refused': {
      const { status, notice, retryAfter } = outcome
      const headers = retryAfter === undefined ? undefined : { 'Retry-After': String(retryAfter) }
      return data({ notice, email }, { status, headers })
    }
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.notice
  const isWrong = refused?.title === OWNER_NOTICES.wrongPassword.title
  const notices = refused ? (isWrong ? [] : [refused]) : loaderData.notices
  if (loaderData.step === 'code') return <CodeStep notice={refused} />
  return (
    <AuthPanel title="Owner sign in" notices={notices}>
      <PasswordForm email={actionData?.email} error={isWrong ? refused?.title : undefined} />
    </AuthPanel>
  )
}

function PasswordForm({ email, error }: { email?: string; error?: string }) {
  const busy = useBusy({ step: 'password' })
  // As the document was rendered: what was typed since is in the field.
  const [typed] = useState(email)
  return (
    <Form method="post">
      <input type="hidden" name="step" value="password" />
      <Field
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        defaultValue={typed}
        maxLength={255}
        required
      />
      <Field
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        maxLength={500}
        error={error}
        required
      />
      <Button wide busy={busy} busyLabel="Signing in...">
        Sign in
      </Button>
    </Form>
  )
}

function CodeStep({ notice }: { notice?: { readonly title: string } }) {
  const busy = useBusy({ step: 'code' })
  const { search } = useLocation()
  const signOut = useFetcher()
  return (
    <AuthPanel title="One more key">
      <Form method="post">
        <input type="hidden" name="step" value="code" />
        <CodeField error={notice?.title} />
        <Button wide busy={busy}>
          Continue
        </Button>
      </Form>
      <signOut.Form
        method="post"
        action={`/admin/sign-out${search}`}
        className="-mt-2 justify-items-center"
        onSubmit={blockWhenOffline}
      >
        <Button variant="link" busy={signOut.state !== 'idle'}>
          Start over
        </Button>
      </signOut.Form>
    </AuthPanel>
  )
}
