import type { Toast } from '#app/models/messages.ts'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { ToastBox } from '../ui/note.tsx'
import { Section } from '../ui/section.tsx'

const STEP_NAMES = ['Magic words', 'Review', 'Address'] as const
type StepNumber = 1 | 2 | 3

export const STEP = 'py-column sideways:pt-3 sideways:pb-8'

export function RedeemHead({ step }: { step: StepNumber }) {
  return (
    <>
      <h1 className="sr-only">Redeem a gift</h1>
      <p className="sr-only">{`Step ${step} of ${STEP_NAMES.length}`}</p>
      <ol
        className="mb-panel flex justify-center max-md:mb-4 gap-1.5 text-hint max-xs:gap-1 max-2xs:flex-wrap md:gap-2 md:text-sm sideways:mb-2"
        aria-label="Steps"
      >
        {STEP_NAMES.map((name, index) => {
          const number = index + 1
          const isDone = number < step
          const isCurrent = number === step
          return (
            <li
              key={name}
              className={cn(
                'flex items-center gap-1.5 max-xs:gap-1 md:gap-2',
                isCurrent ? 'font-bold' : 'text-quiet',
              )}
              aria-current={isCurrent ? 'step' : undefined}
            >
              {index === 0 ? null : (
                <span className="mr-0.5 h-px w-2.5 bg-current opacity-50 max-2xs:hidden md:w-10 lg:w-16" />
              )}
              <span
                className={cn(
                  'grid size-7 place-items-center rounded-full edge border-current text-hint font-semibold',
                  isCurrent && 'border-gilt-bright bg-gilt-bright text-coal',
                  isDone && 'border-verdigris bg-verdigris text-bone',
                )}
              >
                {isDone ? <Icon name="check" className="size-4 stroke-2" /> : number}
              </span>
              <span className={isCurrent ? undefined : 'max-sm:sr-only'}>{name}</span>
              {isDone ? <span className="sr-only">, done</span> : null}
            </li>
          )
        })}
      </ol>
    </>
  )
}

export function StepStopped({ step, toast }: { step: StepNumber; toast: Toast }) {
  return (
    <Section className={STEP}>
      <RedeemHead step={step} />
      <ToastBox toast={toast} className="mx-auto max-w-160" />
    </Section>
  )
}
