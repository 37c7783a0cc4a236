import { byUrgency, type CheckedFinding, summaryOf } from '../../models/doctor.ts'
import { OWNER_NOTICES } from '../../models/owner-messages.ts'
import type { Owner } from '../backend/auth-replies.server.ts'
import type { Services } from '../request/services.server.ts'
import { audited, failedOnOutage } from './admin-outcome.server.ts'

/** The result of a check-up; both are null when it could not be written down, and so was not made. */
export type CheckUpReply = {
  readonly summary: string | null
  readonly findings: readonly CheckedFinding[] | null
}

/** Checks every service for the owner, what is to be mended first. */
export async function runCheckUp(
  services: Pick<Services, 'backend' | 'doctor' | 'log'>,
  owner: Owner,
): Promise<CheckUpReply> {
  const entry = { actor: owner, action: 'shop.examined' } as const
  const reply = await failedOnOutage(services, OWNER_NOTICES.notSaved, () =>
    audited(services, entry, () => services.doctor.examine()),
  )
  if (reply === false || 'kind' in reply) return { summary: null, findings: null }
  return { summary: summaryOf(reply), findings: byUrgency(reply) }
}
