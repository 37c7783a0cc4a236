import type { Notice } from '../../models/messages.ts'
import { NoticeBox } from '../ui/notice.tsx'
import type { StepNumber } from './redeem-words.ts'
import { RedeemHead } from './stepper.tsx'

/** Shown instead of a step that cannot be continued. */
export function StepStopped({ step, notice }: { step: StepNumber; notice: Notice }) {
  return (
    <div className="page-redeem">
      <section className="state stopped">
        <div className="wrap">
          <RedeemHead step={step} />
          <NoticeBox notice={notice} />
        </div>
      </section>
    </div>
  )
}
