import { AdminPage, AdminSection, adminMeta, RowForm, useAnswer } from '#app/components/admin/admin-page.tsx'
import { Table } from '#app/components/admin/table.tsx'
import { summaryOf } from '#app/models/doctor.ts'
import { part, tableRow } from '#app/models/owner-lists.ts'
import { ownerServices, readAdminForm } from '#app/services/owner/admin-forms.server.ts'
import type { Route } from './+types/check-up'

const TITLE = 'Is everything all right?'

export const meta = () => adminMeta(TITLE)

/** Renders the result instead of redirecting: it is of this moment, and nothing is changed. */
export async function action({ request, context }: Route.ActionArgs) {
  const { examine } = ownerServices(context)
  await readAdminForm(request, ['check'])
  const findings = await examine()
  const isRight = ({ found }: { found: string | null }) => Number(found === null)
  const rows = findings
    .toSorted((one, other) => isRight(one) - isRight(other))
    .map(({ service, what, found, mend }) =>
      tableRow(service + what, {
        Service: part.strong(service),
        Checked: what,
        Result: found === null ? part.ok('All right') : part.bad('To mend'),
        'Found, and what to do': found === null ? [] : [found, part.under(mend)],
      }),
    )
  return { summary: summaryOf(findings), rows }
}

export default function CheckUp({ actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData)
  return (
    <AdminPage
      title={TITLE}
      about="Asks Shopify, Supabase, the mail server and the shop’s own address, and tells what is missing and what to do about it. Nothing is changed, and it takes a few seconds. The same as npm run doctor."
    >
      <RowForm fields={{ intent: 'check' }} busyLabel="Checking..." className="mt-5 max-md:w-full">
        {answer ? 'Check again' : 'Check now'}
      </RowForm>
      {answer ? (
        <AdminSection id="result" title={answer.summary}>
          <Table caption="What was checked" rows={answer.rows} />
        </AdminSection>
      ) : null}
    </AdminPage>
  )
}
