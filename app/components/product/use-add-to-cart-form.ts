import type { FormEvent } from 'react'
import { useAddToCart } from '../cart/client/hooks.tsx'

/** Submits an add-to-cart form without leaving the page. */
export function useAddToCartForm({ onAdded }: { readonly onAdded?: () => void } = {}) {
  const { submit, busy } = useAddToCart()
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (await submit(event.currentTarget)) onAdded?.()
  }
  return { onSubmit, isBusy: busy }
}
