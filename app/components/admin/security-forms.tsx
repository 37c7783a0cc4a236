import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { Toast } from '#app/models/messages.ts'
import { OWNER_TOASTS } from '#app/models/owner-messages.ts'
import type { AppSetUp } from '#app/models/sign-in-form.ts'
import { Button, linkClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { AdminCard, AdminSection } from './admin-page.tsx'
import { CodeField } from './auth-panel.tsx'
import { useBusy } from './submitting.ts'

/** What a form was refused for, by its intent. */
type RefusedForm = { readonly intent: string; readonly toast: Toast }

/** A form that asks for the password again, and for a code where an app is set up. */
function SecurityForm({
  intent,
  button,
  needsCode,
  refused,
  children,
}: {
  intent: string
  button: string
  needsCode: boolean
  refused: RefusedForm | null
  children?: ReactNode
}) {
  const busy = useBusy({ intent })
  const error = refused?.intent === intent ? refused.toast.title : undefined
  const isCode = error === OWNER_TOASTS.wrongCode.title
  return (
    <Form method="post" preventScrollReset className="grid w-full max-w-96 justify-items-start gap-5">
      <input type="hidden" name="intent" value={intent} />
      {children}
      <Field
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={500}
        fieldClass="w-full"
        required
        error={isCode ? undefined : error}
      />
      {needsCode ? <CodeField fieldClass="w-full" error={isCode ? error : undefined} /> : null}
      <Button busy={busy} className="max-md:w-full">
        {button}
      </Button>
    </Form>
  )
}

/**
 * Everything that changes how the owner signs in.
 * @param factorId the verified authenticator app, or null
 * @param setUp the app that is being set up, or null
 * @param isFixed whether each start of the shop sets the password
 */
export function SecuritySections({
  factorId,
  setUp,
  refused,
  isFixed,
}: {
  factorId: string | null
  setUp: AppSetUp | null
  refused: RefusedForm | null
  isFixed: boolean
}) {
  const form = { needsCode: factorId !== null, refused }
  const { title, text } = OWNER_TOASTS.passwordFixed
  return (
    <>
      <AdminSection id="authenticator" title="Authenticator app">
        <AdminCard className="justify-items-start gap-5 lg:grid-cols-1">
          {factorId ? (
            <>
              <p>Your sign-in needs your password and your app.</p>
              <details open={refused?.intent === 'remove'}>
                <summary className={linkClass('min-h-tap')}>Turn off</summary>
                <p className="mt-2 mb-3">Sign in with a password only from now on?</p>
                <SecurityForm {...form} intent="remove" button="Turn off">
                  <input type="hidden" name="factorId" value={factorId} />
                </SecurityForm>
              </details>
            </>
          ) : setUp ? (
            <Enrollment setUp={setUp} refused={refused} />
          ) : (
            <>
              <p>Your sign-in needs a password only. Add an app for a second key.</p>
              <SecurityForm {...form} intent="start" button="Set up" />
            </>
          )}
        </AdminCard>
      </AdminSection>
      <AdminSection id="password" title="Password">
        <AdminCard className="justify-items-start gap-5 lg:grid-cols-1">
          <p>{isFixed ? `${title} ${text}` : 'Everybody is signed out when it changes, you too.'}</p>
          {isFixed ? null : (
            <SecurityForm {...form} intent="password" button="Change password">
              <Field
                label="New password"
                name="newPassword"
                type="password"
                autoComplete="new-password"
                minLength={8}
                maxLength={500}
                fieldClass="w-full"
                required
              />
            </SecurityForm>
          )}
        </AdminCard>
      </AdminSection>
      <AdminSection id="everywhere" title="Other browsers">
        <AdminCard className="justify-items-start gap-5 lg:grid-cols-1">
          <p>Signed in somewhere else, or lost a device? This ends all sessions, here too.</p>
          <SecurityForm {...form} intent="everywhere" button="Sign out everywhere" />
        </AdminCard>
      </AdminSection>
    </>
  )
}

function Enrollment({ setUp, refused }: { setUp: AppSetUp; refused: RefusedForm | null }) {
  const { factorId, uri, picture, secret } = setUp
  return (
    <div className="grid items-start gap-part lg:grid-cols-lead">
      <svg
        className="w-56 max-w-full bg-leaf"
        viewBox={`0 0 ${picture.side} ${picture.side}`}
        role="img"
        aria-label="QR code for your app"
      >
        <path d={picture.path} />
      </svg>
      <div className="grid gap-5">
        <p>Scan this picture with your app, or type the key by hand. Then enter the six-digit code.</p>
        <p>
          Key: <code className="text-sm wrap-anywhere">{secret}</code>
        </p>
        <SecurityForm intent="confirm" button="Continue" needsCode refused={refused}>
          <input type="hidden" name="factorId" value={factorId} />
          <input type="hidden" name="uri" value={uri} />
        </SecurityForm>
      </div>
    </div>
  )
}
