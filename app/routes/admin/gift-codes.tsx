import { data } from 'react-router'
import { adminMeta } from '#app/components/admin/admin-meta.ts'
import { giftCodeCells } from '#app/components/admin/gift-code-cells.tsx'
import { ListPage } from '#app/components/admin/list-page.tsx'
import { useAnswer } from '#app/components/admin/submitting.ts'
import { answerAdminAction, pathAndQuery, readAdminForm } from '#app/services/owner/admin-outcome.server.ts'
import { handleGiftCodeForm, handleReveal } from '#app/services/owner/gift-code-form.server.ts'
import { readGiftCodes } from '#app/services/owner/gift-code-list.server.ts'
import { ownerContext, servicesContext, sessionContext } from '#app/services/request/context.server.ts'
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

export async function action({ request, url, context }: Route.ActionArgs) {
  const { owner } = context.get(ownerContext)
  const fields = await readAdminForm(request)
  const posted = [context.get(servicesContext), owner, fields, pathAndQuery(url)] as const
  const outcome = (await handleGiftCodeForm(...posted)) ?? (await handleReveal(...posted))
  if (outcome === null) throw data(null, { status: 400 })
  if (outcome.kind === 'revealed') return { revealed: outcome.revealed, notice: null }
  if (outcome.kind === 'failed')
    return data({ notice: outcome.notice, revealed: null }, { status: outcome.status })
  return answerAdminAction(context.get(sessionContext), url, outcome)
}

export default function GiftCodes({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData)
  const reply = answer && 'revealed' in answer ? answer : null
  return (
    <ListPage
      title="Gift codes"
      notice={answer?.notice}
      list={loaderData.list}
      filters={FILTERS}
      empty="No gift codes yet. They appear when a gift is bought."
      many
      cells={(gift) => giftCodeCells(gift, reply?.revealed ?? null, loaderData.resendKey)}
    />
  )
}
