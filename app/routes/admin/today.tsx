import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { AdminNotices } from '#app/components/admin/admin-notices.tsx'
import { AdminHead } from '#app/components/admin/admin-section.tsx'
import { formatDay } from '#app/components/admin/cells.tsx'
import { DuplicateSection } from '#app/components/admin/duplicate-section.tsx'
import { Unreachable } from '#app/components/admin/list-page.tsx'
import {
  Figures,
  MissingFacts,
  RetentionNote,
  TodayAlert,
  WebhookRefusals,
} from '#app/components/admin/today-cards.tsx'
import { missingCompanyLabels } from '#app/models/company.ts'
import { takeAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { nullOnOutage } from '#app/services/owner/read-list.server.ts'
import { handleTodayForm, readToday } from '#app/services/owner/today.server.ts'
import { ownerContext, requestContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/today'

export const meta = () => adminMeta()

export { reloadAfterForm as shouldRevalidate } from '#app/components/admin/submitting.ts'

/** Spec: 2 Admin, 4 Admin */
export async function loader({ context }: Route.LoaderArgs) {
  context.get(ownerContext)
  const services = context.get(servicesContext)
  const [today, saved] = await Promise.all([
    readToday(services),
    nullOnOutage(services, services.backend.readCompany),
  ])
  const missing = saved ? missingCompanyLabels(saved.company) : []
  return { ...today, missing, now: context.get(requestContext).now, view: crypto.randomUUID() }
}

/** Marks pending gift codes as complete; sends gifts and mails that have not arrived. Spec: 8 Admin */
export const action = (args: Route.ActionArgs) => takeAdminForm(args, handleTodayForm)

export default function TodayPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isIncomplete, alerts, refusals, figures, missing, retention, now, view } = loaderData
  return (
    <>
      <AdminNotices notices={actionData ? [actionData.notice] : []} />
      <AdminHead title="The owner’s room">{formatDay(now)}</AdminHead>
      <WebhookRefusals refusals={refusals} />
      {isIncomplete ? (
        <div className="mt-6">
          <Unreachable />
        </div>
      ) : null}
      {alerts.map((alert) => (
        <TodayAlert alert={alert} view={view} key={alert.id} />
      ))}
      <Figures figures={figures} />
      <RetentionNote last={retention} />
      <MissingFacts missing={missing} />
      <DuplicateSection />
    </>
  )
}
