import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { LOADING_PRODUCT } from '#app/models/page-messages.ts'
import { Spinner } from '../ui/button.tsx'

/** Delay before the message is shown, in ms: most products load sooner, and the message would only flash. */
const SHOW_AFTER_MS = 200

/** Says that a product page is loading while the previous page is still shown. Spec: 2 Product detail, Loading */
export function LoadingProduct() {
  const { state, location } = useNavigation()
  const isLoadingProduct = state === 'loading' && /^\/(us|uk)\/product\//.test(location.pathname)
  const [isDelayOver, setIsDelayOver] = useState(false)
  useEffect(() => {
    if (!isLoadingProduct) return setIsDelayOver(false)
    const timer = setTimeout(() => setIsDelayOver(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isLoadingProduct])
  return (
    <div role="status">
      {isLoadingProduct && isDelayOver ? (
        <p
          data-theme="dark"
          className="fixed bottom-5 left-1/2 z-60 flex -translate-x-1/2 items-center gap-2.5 rounded-board bg-soot px-5 py-3 text-sm"
        >
          <Spinner /> {LOADING_PRODUCT}
        </p>
      ) : null}
    </div>
  )
}
