import { useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'

/**
 * The `shouldRevalidate` of admin lists: a refused form reloads the list too, as it was changed elsewhere, or the form
 * has changed what it shows. An outage does not, since it would replace the rows with an error.
 */
export function reloadAfterForm({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || (actionStatus !== undefined && actionStatus !== 503)
}

/**
 * The answer to the last form of the page; a form that could not be sent (null) leaves what is shown.
 * @param answer the `actionData`
 */
export function useAnswer<Answer>(answer: Answer | null | undefined): Answer | undefined {
  const [shown, setShown] = useState(answer ?? undefined)
  if (answer === null || answer === shown) return shown
  setShown(answer)
  return answer
}

/** Whether a form with these fields is being submitted. */
export function useBusy(fields: Readonly<Record<string, string>>): boolean {
  const { formData } = useNavigation()
  return (
    formData !== undefined && Object.entries(fields).every(([name, value]) => formData.get(name) === value)
  )
}
