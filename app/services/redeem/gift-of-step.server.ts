import type { Market } from '../../models/market.ts'
import { marketPath } from '../../models/market.ts'
import type { Notice } from '../../models/messages.ts'
import { decideRedeem } from '../../models/redeem.ts'
import { giftNotLoaded, REDEMPTION_FAILED, redeemRefused } from '../../models/redeem-messages.ts'
import type { StoredGiftCode } from '../backend/gift-code-rows.server.ts'
import type { FormStatus, RedeemServices } from './redeem-services.server.ts'
import type { RedeemStep } from './redeem-step.server.ts'

/** Why a step goes no further. */
export type StepRefusal = {
  readonly ok: false
  readonly notice: Notice
  readonly status: FormStatus
  /** There is no gift to show any more: the page of the step says why by itself. */
  readonly isStopped?: true
}

export function refuseStep(notice: Notice, status: StepRefusal['status']): StepRefusal {
  return { ok: false, notice, status }
}

function stopStep(notice: Notice, status: StepRefusal['status']): StepRefusal {
  return { ...refuseStep(notice, status), isStopped: true }
}

/**
 * The gift behind a step, decided anew: somebody else may have redeemed it in the meantime, or it was taken back.
 * @returns the gift or what to say. Never throws.
 * Spec: 5 Redeem, 8 Redeem
 */
export async function giftOfStep(
  services: RedeemServices,
  market: Market,
  step: RedeemStep | null,
): Promise<{ readonly ok: true; readonly gift: StoredGiftCode } | StepRefusal> {
  const notLoaded = stopStep(giftNotLoaded(marketPath(market, '/redeem')), 422)
  if (step === null) return notLoaded
  try {
    const gift = await services.backend.getGiftCode(step.giftCodeId)
    if (gift === null || gift.revokedAt !== null) return notLoaded
    const refusal = redeemRefused(decideRedeem(gift, market), market)
    return refusal === null ? { ok: true, gift } : stopStep(refusal, 422)
  } catch (error) {
    services.log.warn({ err: error }, 'gift of step not loaded')
    return stopStep(REDEMPTION_FAILED, 503)
  }
}
