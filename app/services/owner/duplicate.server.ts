import { info, type Notice, success } from '#app/models/messages.ts'
import { OWNER_NOTICES } from '#app/models/owner-messages.ts'
import type { Services } from '../request/services.server.ts'
import { failedOnOutage } from './admin-outcome.server.ts'

export type DuplicateReply = {
  readonly status: number
  readonly notices: readonly Notice[]
  /** The function's full response as JSON; null when there was none. */
  readonly json: string | null
}

const NOTHING_TO_DO = info(
  'Nothing to do',
  'Created 0 UK products. Every US product has its UK copy already.',
)

/** Copies the US products for the UK store. Idempotent: existing copies are skipped. Spec: 2 Admin, 8 Admin */
export async function duplicateProducts(
  services: Pick<Services, 'backend' | 'log'>,
): Promise<DuplicateReply> {
  const reply = await failedOnOutage(services, OWNER_NOTICES.duplicateFailed, async () => {
    const answer = await services.backend.duplicateProducts()
    const [created, failed] = [answer.created.length, answer.failed.length]
    const made = success('Products duplicated successfully!', `Created ${created} UK products`)
    return {
      status: failed > 0 && created === 0 ? 502 : 200,
      notices: [
        ...(created > 0 ? [made] : failed > 0 ? [] : [NOTHING_TO_DO]),
        ...(failed > 0 ? [OWNER_NOTICES.duplicateFailed] : []),
      ],
      json: JSON.stringify(answer, null, 2),
    }
  })
  return 'notice' in reply ? { status: reply.status, notices: [reply.notice], json: null } : reply
}
