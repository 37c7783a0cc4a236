import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * The `shouldRevalidate` of admin lists: a refused form reloads the list too, as it was changed elsewhere, or the form
 * has changed what it shows. An outage does not, since it would replace the rows with an error.
 */
export function reloadAfterForm({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || (actionStatus !== undefined && actionStatus !== 503)
}
