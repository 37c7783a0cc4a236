import { type ReactNode, useState } from 'react'
import {
  Form,
  type MetaDescriptor,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
} from 'react-router'
import type { Toast } from '#app/models/messages.ts'
import { LIST_UNREACHABLE } from '#app/models/owner-messages.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { ToastBox } from '../ui/note.tsx'

export const ROOM = 'The owner’s room'

/** The metadata of an admin page, which must not be indexed. @param name its title; none for the start page */
export function adminMeta(name?: string): MetaDescriptor[] {
  const title = [name, ROOM, 'Wizard Box'].filter((part) => part !== undefined).join(' | ')
  return [{ title }, { name: 'robots', content: 'noindex' }]
}

type PageProps = { title: string; about?: string; toast?: Toast | null | undefined; children: ReactNode }

/** A page of the admin: the result of its last form, and its heading with a few words below it. */
export function AdminPage({ title, about, toast, children }: PageProps) {
  return (
    <>
      <AdminToasts toasts={toast ? [toast] : []} />
      <h1 className="text-head">{title}</h1>
      {about ? <p className="mt-4 max-w-measure text-quiet">{about}</p> : null}
      {children}
    </>
  )
}

/**
 * Result of the last form. Shown until the next navigation. Errors are alerts and
 * stay outside the live region, as some screen readers would announce them twice inside it.
 */
export function AdminToasts({ toasts }: { toasts: readonly Toast[] }) {
  // Of each form its own: the same words in the same element would not be announced a second time.
  const { key } = useLocation()
  const box = (toast: Toast) => (
    <ToastBox
      toast={toast}
      role={toast.kind === 'error' ? 'alert' : undefined}
      className="mb-6 shade-drop"
      key={key + toast.title}
    />
  )
  return (
    <div className="sticky top-3 z-30 grid gap-3">
      <div aria-live="polite">{toasts.filter(({ kind }) => kind !== 'error').map(box)}</div>
      {toasts.filter(({ kind }) => kind === 'error').map(box)}
    </div>
  )
}

const CARD = 'grid items-start gap-part rounded-board bg-plate p-part shade-rest'

type SectionProps = { id: string; title: string; card?: string; children: ReactNode }

/** A part of a page under its heading. @param card the columns of the card that it stands on; without it there is none */
export function AdminSection({ id, title, card, children }: SectionProps) {
  return (
    <section className="mt-panel" aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      {card === undefined ? children : <div className={cn(CARD, card)}>{children}</div>}
    </section>
  )
}

export function EmptyNote({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <p role={role} className="mt-6 max-w-none rounded-board bg-plate px-6 py-band text-center text-balance">
      <img src="/art/logo-mark.svg" alt="" width="200" height="200" className="mx-auto mb-4 h-12 w-auto" />
      {children}
    </p>
  )
}

export function Unreachable() {
  const { pathname, search } = useLocation()
  return (
    <EmptyNote role="alert">
      {LIST_UNREACHABLE} <a href={pathname + search}>Try again</a>
    </EmptyNote>
  )
}

type RowFormProps = { action?: string; fields: Readonly<Record<string, string>>; field?: ReactNode }

/** A form of one button that posts hidden fields, and at most one field to fill in. @param action the page itself by default */
export function RowForm({ action, fields, field, ...button }: RowFormProps & ButtonProps) {
  const busy = useBusy(fields)
  return (
    <Form
      method="post"
      action={action}
      preventScrollReset={action === undefined}
      className="flex flex-wrap items-end gap-2"
    >
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      {field}
      <Button {...button} busy={busy} />
    </Form>
  )
}

/** Creates UK copies of the US products. `children`: the result. Spec: 2 Admin */
export function DuplicateSection({ children }: { children?: ReactNode }) {
  return (
    <AdminSection id="duplicate" title="Copy US products to the UK store" card="lg:grid-cols-2-3">
      <div className="grid gap-6">
        <p className="text-sm text-quiet">
          Makes a UK copy of each US product that has none, with the same figures in pounds. Nothing that
          exists is changed, and nothing is made twice.
        </p>
        <RowForm
          action="/admin/products"
          fields={{ intent: 'duplicate' }}
          busyLabel="Duplicating..."
          className="max-md:w-full"
        >
          <Icon name="copy" /> Duplicate products
        </RowForm>
      </div>
      {children}
    </AdminSection>
  )
}

/**
 * The `shouldRevalidate` of admin lists: a refused form reloads the list too, as it was changed elsewhere, or the form
 * has changed what it shows. An outage does not, since it would replace the rows with an error.
 */
export function reloadAfterForm({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || (actionStatus !== undefined && actionStatus !== 503)
}

/**
 * The answer to the last form of the page; a form that could not be sent (null) leaves what is shown.
 * @param answer the `actionData`
 */
export function useAnswer<Answer>(answer: Answer | null | undefined): Answer | undefined {
  const [shown, setShown] = useState(answer ?? undefined)
  if (answer === null || answer === shown) return shown
  setShown(answer)
  return answer
}

/** Whether a form with these fields is being submitted. */
export function useBusy(fields: Readonly<Record<string, string>>): boolean {
  const { formData } = useNavigation()
  return (
    formData !== undefined && Object.entries(fields).every(([name, value]) => formData.get(name) === value)
  )
}
