import type { ReactNode } from 'react'
import type { Toast } from '#app/models/messages.ts'
import { Hydrated } from '../page/navigation.tsx'
import { Toaster } from '../page/toaster.tsx'
import { linkClass } from '../ui/button.tsx'
import { ToastBox } from '../ui/note.tsx'
import { Plate, SkipLink } from '../ui/section.tsx'

type AuthPanelProps = { title: string; toasts?: readonly Toast[]; children?: ReactNode }

/** Page layout of the sign-in, its second step, and the errors of the auth guard. */
export function AuthPanel({ title, toasts = [], children }: AuthPanelProps) {
  return (
    <>
      <SkipLink />
      <main id="main" tabIndex={-1} data-theme="dark" className="min-h-svh bg-lamp-pine">
        <div className="wrap grid justify-items-center gap-6 py-stage">
          <Plate className="grid w-full max-w-104 gap-5 p-panel [&_form]:grid [&_form]:gap-4">
            <img src="/art/logo-mark.svg" alt="" width="200" height="200" className="mx-auto w-16" />
            <h1 className="text-center text-3xl leading-heading">{title}</h1>
            {toasts.map((toast) => (
              <ToastBox key={toast.title} toast={toast} />
            ))}
            {children}
          </Plate>
          <a className={linkClass()} href="/">
            Back to the shop
          </a>
        </div>
      </main>
      <Toaster areErrorsKept />
      <Hydrated />
    </>
  )
}

export const PASSWORD_FIELD = {
  label: 'Password',
  name: 'password',
  type: 'password',
  autoComplete: 'current-password',
  maxLength: 500,
  fieldClass: 'w-full',
  required: true,
}

export const CODE_FIELD = {
  label: 'Six-digit code from your authenticator app',
  name: 'code',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  pattern: '[0-9 ]{6,8}',
  maxLength: 8,
  fieldClass: 'w-full',
  required: true,
} as const
