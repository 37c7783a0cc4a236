import { Form } from 'react-router'
import { Button, linkClass } from '../ui/button.tsx'
import { AdminCard, AdminSection } from './admin-section.tsx'
import { CodeField } from './auth-panel.tsx'
import { RowForm } from './row-form.tsx'
import { useBusy } from './submitting.ts'

type SetUp = {
  readonly factorId: string
  readonly uri: string
  readonly secret: string
  readonly picture: { readonly side: number; readonly path: string }
}

/** Two-factor authentication: disabled, being set up, or enabled. */
export function AuthenticatorSection({
  factorId,
  setUp,
  error,
}: {
  /** The verified authenticator app, or null. */
  factorId: string | null
  setUp: SetUp | null
  error?: string
}) {
  return (
    <AdminSection id="authenticator" title="Authenticator app">
      <AdminCard className="lg:grid-cols-lead">
        {factorId ? (
          <div>
            <p>Your sign-in needs your password and your app.</p>
            <details>
              <summary className={linkClass('min-h-tap')}>Turn off</summary>
              <div className="mt-2 grid justify-items-start gap-3">
                <p>Sign in with a password only from now on?</p>
                <RowForm fields={{ intent: 'remove', factorId }}>Turn off</RowForm>
              </div>
            </details>
          </div>
        ) : setUp ? (
          <Enrollment setUp={setUp} error={error} />
        ) : (
          <div className="grid justify-items-start gap-5">
            <p>Your sign-in needs a password only. Add an app for a second key.</p>
            <RowForm fields={{ intent: 'start' }}>Set up</RowForm>
          </div>
        )}
      </AdminCard>
    </AdminSection>
  )
}

function Enrollment({ setUp, error }: { setUp: SetUp; error?: string }) {
  const { side, path } = setUp.picture
  const busy = useBusy({ intent: 'confirm' })
  return (
    <>
      <div>
        <svg
          className="w-56 max-w-full bg-leaf"
          viewBox={`0 0 ${side} ${side}`}
          role="img"
          aria-label="QR code for your app"
        >
          <path d={path} />
        </svg>
      </div>
      <div className="grid gap-2.5">
        <p>Scan this picture with your app, or type the key by hand. Then enter the six-digit code.</p>
        <p>
          Key: <code className="text-sm wrap-anywhere">{setUp.secret}</code>
        </p>
        <Form method="post" preventScrollReset className="mt-2 grid justify-items-start gap-5">
          <input type="hidden" name="intent" value="confirm" />
          <input type="hidden" name="factorId" value={setUp.factorId} />
          <input type="hidden" name="uri" value={setUp.uri} />
          <CodeField fieldClass="w-full max-w-96" error={error} />
          <Button busy={busy} className="max-md:w-full">
            Continue
          </Button>
        </Form>
      </div>
    </>
  )
}
