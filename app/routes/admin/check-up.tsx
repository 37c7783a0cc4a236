import { data, Form } from 'react-router'
import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { AdminHead, AdminSection } from '#app/components/admin/admin-section.tsx'
import { AdminTable, Under } from '#app/components/admin/admin-table.tsx'
import { Breakable, Tag } from '#app/components/admin/cells.tsx'
import { useAnswer, useBusy } from '#app/components/admin/submitting.ts'
import { Button } from '#app/components/ui/button.tsx'
import { byUrgency, summaryOf } from '#app/models/doctor.ts'
import { CHECK_UP } from '#app/models/owner-messages.ts'
import { readAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { ownerContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/check-up'

export const meta = () => adminMeta(CHECK_UP.title)

export function loader({ context }: Route.LoaderArgs) {
  context.get(ownerContext)
  return null
}

/** Renders the result instead of redirecting: it is of this moment, and nothing is changed. */
export async function action({ request, context }: Route.ActionArgs) {
  context.get(ownerContext)
  if ((await readAdminForm(request)).intent !== 'check') throw data(null, { status: 400 })
  const found = await context.get(servicesContext).doctor.examine()
  return { summary: summaryOf(found), findings: byUrgency(found) }
}

const RESULTS = {
  ok: <Tag tone="ok">All right</Tag>,
  look: <Tag tone="wait">To look at</Tag>,
  mend: <Tag tone="bad">To mend</Tag>,
}

export default function CheckUp({ actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData)
  const busy = useBusy({ intent: 'check' })
  return (
    <>
      <AdminHead title={CHECK_UP.title} />
      <p className="mt-4 max-w-measure text-quiet">{CHECK_UP.about}</p>
      <Form method="post" className="mt-5">
        <Button name="intent" value="check" busy={busy} busyLabel={CHECK_UP.busy} className="max-md:w-full">
          {answer ? CHECK_UP.again : CHECK_UP.run}
        </Button>
      </Form>
      {answer ? (
        <AdminSection id="result" title={answer.summary}>
          <AdminTable
            caption="What was checked"
            rows={answer.findings.map((finding) => ({
              ...finding,
              id: finding.service + finding.what + finding.found,
            }))}
            cells={({ service, what, level, found, mend }) => ({
              Service: <b>{service}</b>,
              Checked: what,
              Result: RESULTS[level],
              'Found, and what to do': (
                <>
                  <Breakable text={found} />
                  <Under>{mend === null ? null : <Breakable text={mend} />}</Under>
                </>
              ),
            })}
          />
        </AdminSection>
      ) : null}
    </>
  )
}
