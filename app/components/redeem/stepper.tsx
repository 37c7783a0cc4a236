import { Icon } from '../ui/icon.tsx'
import { STEP_NAMES, type StepNumber } from './redeem-words.ts'

/** Title and progress of the redeem pages. */
export function RedeemHead({ step }: { step: StepNumber }) {
  return (
    <>
      <h1 className="sr">Redeem a gift</h1>
      <p className="sr">{`Step ${step} of ${STEP_NAMES.length}`}</p>
      <ol className="stepper" aria-label="Steps">
        {STEP_NAMES.map((name, index) => {
          const number = index + 1
          const isDone = number < step
          return (
            <li
              key={name}
              className={isDone ? 'done' : undefined}
              aria-current={number === step ? 'step' : undefined}
            >
              <i>{isDone ? <Icon name="check" /> : number}</i>
              {name}
              {isDone ? <span className="sr">, done</span> : null}
            </li>
          )
        })}
      </ol>
    </>
  )
}
