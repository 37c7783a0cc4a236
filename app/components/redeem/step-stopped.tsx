import type { StepNumber } from '../../content/redeem-words.ts'
import type { Notice } from '../../models/messages.ts'
import { NoticeBox } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { RedeemHead, STEP } from './stepper.tsx'

/** Shown instead of a step that cannot be continued. */
export function StepStopped({ step, notice }: { step: StepNumber; notice: Notice }) {
  return (
    <Section className={STEP}>
      <RedeemHead step={step} />
      <NoticeBox notice={notice} className="mx-auto max-w-160" />
    </Section>
  )
}
