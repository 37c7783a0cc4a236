import { Form } from 'react-router'
import { PERSON_PAGE } from '#app/models/owner-messages.ts'
import { Button, linkClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { AdminCard, AdminSection } from './admin-section.tsx'

type Held = { readonly what: string; readonly rows: readonly Readonly<Record<string, unknown>>[] }

const shown = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** All that is held of an address, to be downloaded or erased. */
export function HeldData({ email, held, busy }: { email: string; held: readonly Held[]; busy: boolean }) {
  if (held.length === 0)
    return (
      <p className="mt-6" role="status">
        {PERSON_PAGE.none(email)} {PERSON_PAGE.stays}
      </p>
    )
  return (
    <>
      <a className={linkClass('mt-6')} href={`/admin/people.json?${new URLSearchParams({ email })}`}>
        <Icon name="download" /> Download (JSON)
      </a>
      {held.map(({ what, rows }) => (
        <AdminSection key={what} id={`held-${what.replaceAll(' ', '-')}`} title={`${what}: ${rows.length}`}>
          <ul className="grid gap-3">
            {rows.map((row) => (
              <li key={String(row.id)} className="rounded-board bg-plate p-part text-sm shadow-rest">
                <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)]">
                  {Object.entries(row)
                    .filter(([, value]) => value !== null && value !== '')
                    .map(([column, value]) => (
                      <div className="contents" key={column}>
                        <dt className="text-quiet">{column.replaceAll('_', ' ')}</dt>
                        <dd className="whitespace-pre-wrap wrap-anywhere" dir="auto">
                          {shown(value)}
                        </dd>
                      </div>
                    ))}
                </dl>
              </li>
            ))}
          </ul>
        </AdminSection>
      ))}
      <AdminSection id="erase" title="Erase">
        <AdminCard className="lg:grid-cols-2">
          <div className="grid gap-3 text-sm">
            <p>{PERSON_PAGE.erase}</p>
            <p className="text-quiet">{PERSON_PAGE.stays}</p>
          </div>
          <Form method="post" className="grid justify-items-start gap-4">
            <input type="hidden" name="intent" value="erase" />
            <input type="hidden" name="email" value={email} />
            <Field
              label={PERSON_PAGE.confirm}
              name="confirmation"
              maxLength={255}
              autoComplete="off"
              fieldClass="w-full max-w-96"
              required
            />
            <Button busy={busy} busyLabel="Erasing...">
              Erase
            </Button>
          </Form>
        </AdminCard>
      </AdminSection>
    </>
  )
}
