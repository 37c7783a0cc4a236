import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { AdminNotices } from '#app/components/admin/admin-notices.tsx'
import { AdminHead } from '#app/components/admin/admin-section.tsx'
import { formatDay } from '#app/components/admin/cells.tsx'
import { DuplicateSection } from '#app/components/admin/duplicate-section.tsx'
import { Unreachable } from '#app/components/admin/list-page.tsx'
import { PendingCodes } from '#app/components/admin/pending-codes.tsx'
import { Figures, MissingFacts, OrdersToSettle, WebhookRefusals } from '#app/components/admin/today-cards.tsx'
import { UndeliveredGifts } from '#app/components/admin/undelivered-gifts.tsx'
import { missingCompanyLabels } from '#app/models/company.ts'
import { eitherForm, takeAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { handleGiftCodeForm, handleGiftMailForm } from '#app/services/owner/gift-code-form.server.ts'
import { nullOnOutage } from '#app/services/owner/list-view.server.ts'
import { readToday } from '#app/services/owner/today.server.ts'
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
  return { ...today, missing, now: context.get(requestContext).now }
}

/** Marks pending gift codes as complete, or undoes that; sends gifts that have not arrived. Spec: 8 Admin */
export const action = (args: Route.ActionArgs) =>
  takeAdminForm(args, eitherForm(handleGiftMailForm, handleGiftCodeForm))

export default function TodayPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isIncomplete, pending, pendingTotal, undelivered, refusals, reported, figures, missing, now } =
    loaderData
  return (
    <>
      <AdminNotices notices={actionData ? [actionData.notice] : []} />
      <AdminHead title="The owner’s room">{formatDay(now)}</AdminHead>
      <WebhookRefusals refusals={refusals} />
      <OrdersToSettle orders={reported} />
      <UndeliveredGifts gifts={undelivered} />
      {isIncomplete ? (
        <div className="mt-6">
          <Unreachable />
        </div>
      ) : null}
      <PendingCodes codes={pending} total={pendingTotal} />
      <Figures figures={figures} />
      <MissingFacts missing={missing} />
      <DuplicateSection />
    </>
  )
}
