import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { CODE_FIELD, PASSWORD_FIELD } from '#app/components/admin/admin-frame.tsx'
import { AdminPage, AdminSection, adminMeta, useAnswer, useBusy } from '#app/components/admin/admin-page.tsx'
import { Button, linkClass } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { REFUSALS } from '#app/models/owner-messages.ts'
import { handleSecurityForm } from '#app/services/owner/security-form.server.ts'
import { ownerContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/security'

export const meta = () => adminMeta('Security')

export function loader({ context }: Route.LoaderArgs) {
  const hasApp = context.get(ownerContext).factors.some(({ verified }) => verified)
  return { hasApp, hasFixedPassword: context.get(servicesContext).config.hasFixedPassword }
}

export const action = ({ request, context }: Route.ActionArgs) => handleSecurityForm(request, context)

type FormProps = { needsCode: boolean; refused: NonNullable<Route.ComponentProps['actionData']>['refused'] }

const CARD = 'justify-items-start gap-5'
const NEW_PASSWORD = {
  ...PASSWORD_FIELD,
  ...{ label: 'New password', name: 'newPassword', autoComplete: 'new-password', minLength: 8 },
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { setUp = null, refused = null } = useAnswer(actionData) ?? {}
  const { hasApp, hasFixedPassword } = loaderData
  const form = { needsCode: hasApp, refused }
  const { title, text } = REFUSALS['fixed-password'].toast
  // A wrong password or code is told at its field.
  const isAtField = refused?.toast.text === undefined
  return (
    <AdminPage title="Security" toast={refused && !isAtField ? refused.toast : null}>
      <AdminSection id="authenticator" title="Authenticator app" card={CARD}>
        {hasApp ? (
          <>
            <p>Your sign-in needs your password and your app.</p>
            <details open={refused?.intent === 'remove'}>
              <summary className={linkClass('min-h-tap')}>Turn off</summary>
              <p className="mt-2 mb-3">Sign in with a password only from now on?</p>
              <SecurityForm {...form} intent="remove" button="Turn off" />
            </details>
          </>
        ) : setUp ? (
          <div className="grid items-start gap-part lg:grid-cols-lead">
            <img src={setUp.qrCode} alt="QR code for your app" width="224" height="224" className="bg-leaf" />
            <div className="grid gap-5">
              <p>Scan this picture with your app, or type the key by hand. Then enter the six-digit code.</p>
              <p>
                Key: <code className="text-sm wrap-anywhere">{setUp.secret}</code>
              </p>
              <SecurityForm intent="confirm" button="Continue" needsCode refused={refused}>
                <input type="hidden" name="uri" value={setUp.uri} />
              </SecurityForm>
            </div>
          </div>
        ) : (
          <>
            <p>Your sign-in needs a password only. Add an app for a second key.</p>
            <SecurityForm {...form} intent="start" button="Set up" />
          </>
        )}
      </AdminSection>
      <AdminSection id="password" title="Password" card={CARD}>
        <p>{hasFixedPassword ? `${title} ${text}` : 'Everybody is signed out when it changes, you too.'}</p>
        {hasFixedPassword ? null : (
          <SecurityForm {...form} intent="password" button="Change password">
            <Field {...NEW_PASSWORD} />
          </SecurityForm>
        )}
      </AdminSection>
      <AdminSection id="everywhere" title="Other browsers" card={CARD}>
        <p>Signed in somewhere else, or lost a device? This ends all sessions, here too.</p>
        <SecurityForm {...form} intent="everywhere" button="Sign out everywhere" />
      </AdminSection>
    </AdminPage>
  )
}

/** A form that asks for the password again, and for a code where an app is set up. */
function SecurityForm(props: FormProps & { intent: string; button: string; children?: ReactNode }) {
  const { intent, button, needsCode, refused, children } = props
  const busy = useBusy({ intent })
  const error = refused?.intent === intent ? refused.toast.title : undefined
  const isCode = refused?.error === 'wrong-code'
  return (
    <Form method="post" preventScrollReset className="grid w-full max-w-96 justify-items-start gap-5">
      <input type="hidden" name="intent" value={intent} />
      {children}
      <Field {...PASSWORD_FIELD} label="Your password" error={isCode ? undefined : error} />
      {needsCode ? <Field {...CODE_FIELD} error={isCode ? error : undefined} /> : null}
      <Button busy={busy} className="max-md:w-full">
        {button}
      </Button>
    </Form>
  )
}
