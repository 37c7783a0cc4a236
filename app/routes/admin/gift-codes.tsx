import { data } from 'react-router'
import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { giftCodeCells } from '#app/components/admin/gift-code-cells.tsx'
import { ListPage } from '#app/components/admin/list-page.tsx'
import { takeAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { handleGiftCodeForm } from '#app/services/owner/gift-code-form.server.ts'
import { readGiftCodes } from '#app/services/owner/gift-code-list.server.ts'
import { ownerContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/gift-codes'

const FILTERS = [
  { value: 'open', label: 'Open', none: 'No gift code is open.' },
  { value: 'redeemed', label: 'Redeemed', none: 'Nobody has redeemed a gift yet.' },
  { value: 'setup-pending', label: 'Setup pending', none: 'No gift code waits for its setup.' },
]

export const meta = () => adminMeta('Gift codes')

export { reloadAfterForm as shouldRevalidate } from '#app/components/admin/submitting.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  context.get(ownerContext)
  const list = await readGiftCodes(context.get(servicesContext), url)
  return data({ list, resendKey: crypto.randomUUID() }, { status: list ? 200 : 503 })
}

export const action = (args: Route.ActionArgs) => takeAdminForm(args, handleGiftCodeForm)

export default function GiftCodes({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Gift codes"
      notice={actionData?.notice}
      list={loaderData.list}
      filters={FILTERS}
      empty="No gift codes yet. They appear when a gift is bought."
      many
      cells={(gift) => giftCodeCells(gift, loaderData.resendKey)}
    />
  )
}
