import { data, Link, redirect } from 'react-router'
import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { AdminNotices } from '#app/components/admin/admin-notices.tsx'
import { AdminHead, AdminSection, EmptyNote } from '#app/components/admin/admin-section.tsx'
import { AdminTable, Text, Under } from '#app/components/admin/admin-table.tsx'
import { AuthenticatorSection } from '#app/components/admin/authenticator-section.tsx'
import { When } from '#app/components/admin/cells.tsx'
import { Unreachable } from '#app/components/admin/list-page.tsx'
import { Pager } from '#app/components/admin/pager.tsx'
import { useAnswer } from '#app/components/admin/submitting.ts'
import { describeAuditAction, OWNER_NOTICES } from '#app/models/owner-messages.ts'
import { answerAdminAction, readAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { readAudit } from '#app/services/owner/audit-list.server.ts'
import { signInAddress } from '#app/services/owner/sign-in.server.ts'
import { handleTwoFactorForm } from '#app/services/owner/two-factor-form.server.ts'
import {
  ownerContext,
  requestContext,
  servicesContext,
  sessionContext,
} from '#app/services/request/context.server.ts'
import type { Route } from './+types/security'

export const meta = () => adminMeta('Security')

export async function loader({ url, context }: Route.LoaderArgs) {
  const { factors } = context.get(ownerContext)
  const services = context.get(servicesContext)
  const audit = await readAudit(services, url)
  return { audit, factorId: factors.find((factor) => factor.verified)?.id ?? null }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const session = context.get(sessionContext)
  const visitor = { ip: context.get(requestContext).ip, session }
  const fields = await readAdminForm(request)
  const signedIn = context.get(ownerContext)
  const outcome = await handleTwoFactorForm(context.get(servicesContext), visitor, signedIn, fields)
  if (outcome === null) throw data(null, { status: 400 })
  if (outcome.kind === 'expired') {
    session.flash(OWNER_NOTICES.sessionOverUnsaved)
    return redirect(signInAddress(url), 303)
  }
  if (outcome.kind === 'set-up')
    return data({ setUp: outcome.setUp, notice: outcome.notice }, { status: outcome.status })
  if (outcome.kind === 'failed')
    return data({ setUp: null, notice: outcome.notice }, { status: outcome.status })
  return answerAdminAction(session, url, outcome)
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData)
  const setUp = answer && 'setUp' in answer ? answer.setUp : null
  const { audit, factorId } = loaderData
  return (
    <>
      <AdminNotices notices={answer?.notice && !setUp ? [answer.notice] : []} />
      <AdminHead title="Security" />
      <AuthenticatorSection factorId={factorId} setUp={setUp} error={answer?.notice?.title} />
      <AdminSection id="audit" title="Who did what, and when">
        {audit ? <AuditTable rows={audit.rows} /> : <Unreachable />}
        {audit ? <Pager list={audit} /> : null}
      </AdminSection>
    </>
  )
}

type Row = NonNullable<Route.ComponentProps['loaderData']['audit']>['rows'][number]

/** Entries of the audit trail. */
function AuditTable({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0) return <EmptyNote>Nothing to report.</EmptyNote>
  return (
    <AdminTable
      caption="Who did what, and when"
      rows={rows}
      cells={(row) => ({
        When: <When at={row.createdAt} />,
        Who: row.actorEmail,
        What: (
          <>
            {describeAuditAction(row.action)}
            <Details detail={row.detail} />
          </>
        ),
        'To what': row.subject.href ? (
          <Link to={row.subject.href}>
            <Text>{row.subject.text}</Text>
          </Link>
        ) : (
          row.subject.text
        ),
      })}
    />
  )
}

function Details({ detail }: { detail: Row['detail'] }) {
  if (detail === null) return null
  const items = Object.entries(detail)
    .filter(([, value]) => value !== false)
    .map(([name, value]) => (value === true ? name : `${name}: ${String(value)}`))
  return items.length === 0 ? null : (
    <Under>
      <Text>{items.join(', ')}</Text>
    </Under>
  )
}
