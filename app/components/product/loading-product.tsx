import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { LOADING_PRODUCT } from '../../models/page-messages.ts'
import { Spinner } from '../ui/spinner.tsx'

/** Most products are there sooner than this and what `runtime/show-pages.ts` waits, milliseconds; a word would only flash. */
const SHOW_AFTER_MS = 200

/** Says that a product is on its way, while the page before it is still shown. Spec: 2 Product detail, Loading */
export function LoadingProduct() {
  const { state, location } = useNavigation()
  const isLoadingProduct = state === 'loading' && /^\/(us|uk)\/product\//.test(location.pathname)
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isLoadingProduct) return setIsLate(false)
    const timer = setTimeout(() => setIsLate(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isLoadingProduct])
  return (
    <div className="loading-product" role="status">
      {isLoadingProduct && isLate ? (
        <p className="dark">
          <Spinner /> {LOADING_PRODUCT}
        </p>
      ) : null}
    </div>
  )
}
