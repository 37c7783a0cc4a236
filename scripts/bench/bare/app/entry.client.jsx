import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

function Hydrated({ children }) {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
    performance.mark('hydrated')
  }, [])
  return children
}

startTransition(() => {
  hydrateRoot(
    document,
    <Hydrated>
      <HydratedRouter />
    </Hydrated>,
  )
})
