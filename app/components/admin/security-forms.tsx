import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { Notice } from '#app/models/messages.ts'
import { OWNER_NOTICES } from '#app/models/owner-messages.ts'
import { Button, linkClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { AdminCard, AdminSection } from './admin-page.tsx'
import { CodeField } from './auth-panel.tsx'
import { useBusy } from './submitting.ts'

type SetUp = {
  readonly factorId: string
  readonly uri: string
  readonly secret: string
  readonly picture: { readonly side: number; readonly path: string }
}

/** What a form was refused for, by its intent. */
type RefusedForm = { readonly intent: string; readonly notice: Notice }

type Props = {
  /** The verified authenticator app, or null. */
  readonly factorId: string | null
  readonly refused: RefusedForm | null
}

/** A form that asks for the password again, and for a code where an app is set up. */
function SecurityForm({
  intent,
  fields = {},
  button,
  needsCode,
  refused,
  children,
}: {
  intent: string
  fields?: Readonly<Record<string, string>>
  button: string
  needsCode: boolean
  refused: RefusedForm | null
  children?: ReactNode
}) {
  const busy = useBusy({ intent })
  const error = refused?.intent === intent ? refused.notice.title : undefined
  const isCode = error === OWNER_NOTICES.wrongCode.title
  return (
    <Form method="post" preventScrollReset className="grid w-full max-w-96 justify-items-start gap-5">
      {Object.entries({ intent, ...fields }).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
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

/** Two-factor authentication: disabled, being set up, or enabled. */
export function AuthenticatorSection({ factorId, setUp, refused }: Props & { setUp: SetUp | null }) {
  return (
    <AdminSection id="authenticator" title="Authenticator app">
      <AdminCard className="lg:grid-cols-lead">
        {factorId ? (
          <div>
            <p>Your sign-in needs your password and your app.</p>
            <details open={refused?.intent === 'remove'}>
              <summary className={linkClass('min-h-tap')}>Turn off</summary>
              <div className="mt-2 grid justify-items-start gap-3">
                <p>Sign in with a password only from now on?</p>
                <SecurityForm
                  intent="remove"
                  fields={{ factorId }}
                  button="Turn off"
                  needsCode
                  refused={refused}
                />
              </div>
            </details>
          </div>
        ) : setUp ? (
          <Enrollment setUp={setUp} refused={refused} />
        ) : (
          <div className="grid justify-items-start gap-5">
            <p>Your sign-in needs a password only. Add an app for a second key.</p>
            <SecurityForm intent="start" button="Set up" needsCode={false} refused={refused} />
          </div>
        )}
      </AdminCard>
    </AdminSection>
  )
}

function Enrollment({ setUp, refused }: { setUp: SetUp; refused: RefusedForm | null }) {
  const { factorId, uri, picture, secret } = setUp
  return (
    <>
      <div>
        <svg
          className="w-56 max-w-full bg-leaf"
          viewBox={`0 0 ${picture.side} ${picture.side}`}
          role="img"
          aria-label="QR code for your app"
        >
          <path d={picture.path} />
        </svg>
      </div>
      <div className="grid gap-2.5">
        <p>Scan this picture with your app, or type the key by hand. Then enter the six-digit code.</p>
        <p className="mb-2">
          Key: <code className="text-sm wrap-anywhere">{secret}</code>
        </p>
        <SecurityForm
          intent="confirm"
          fields={{ factorId, uri }}
          button="Continue"
          needsCode
          refused={refused}
        />
      </div>
    </>
  )
}

/** A new password. @param isFixed whether each start of the shop sets it */
export function PasswordSection({ factorId, refused, isFixed }: Props & { isFixed: boolean }) {
  const { title, text } = OWNER_NOTICES.passwordFixed
  return (
    <AdminSection id="password" title="Password">
      <AdminCard className="lg:grid-cols-lead">
        <div className="grid justify-items-start gap-5">
          {isFixed ? (
            <p>
              {title} {text}
            </p>
          ) : (
            <>
              <p>Everybody is signed out when it changes, you too.</p>
              <SecurityForm
                intent="password"
                button="Change password"
                needsCode={factorId !== null}
                refused={refused}
              >
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
            </>
          )}
        </div>
      </AdminCard>
    </AdminSection>
  )
}

/** The end of all sessions. */
export function EverywhereSection({ factorId, refused }: Props) {
  return (
    <AdminSection id="everywhere" title="Other browsers">
      <AdminCard className="lg:grid-cols-lead">
        <div className="grid justify-items-start gap-5">
          <p>Signed in somewhere else, or lost a device? This ends all sessions, here too.</p>
          <SecurityForm
            intent="everywhere"
            button="Sign out everywhere"
            needsCode={factorId !== null}
            refused={refused}
          />
        </div>
      </AdminCard>
    </AdminSection>
  )
}
