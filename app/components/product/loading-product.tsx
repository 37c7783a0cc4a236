import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { LOADING_PRODUCT } from '../../models/page-messages.ts'
import { Spinner } from '../ui/spinner.tsx'

/** Most products are there sooner than this and what `runtime/show-pages.ts` waits, milliseconds; a word would only flash. */
const PATIENCE = 200

/** Says that a product is on its way, while the page before it is still shown. Spec: 2 Product detail, Loading */
export function LoadingProduct() {
  const { state, location } = useNavigation()
  const isComing = state === 'loading' && /^\/(us|uk)\/product\//.test(location.pathname)
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isComing) return setIsLate(false)
    const timer = setTimeout(() => setIsLate(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [isComing])
  return (
    <div className="loading-product" role="status">
      {isComing && isLate ? (
        <p className="dark">
          <Spinner /> {LOADING_PRODUCT}
        </p>
      ) : null}
    </div>
  )
}
