import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

function Awake({ children }) {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
    performance.mark('hydrated')
  }, [])
  return children
}

startTransition(() => {
  hydrateRoot(
    document,
    <Awake>
      <HydratedRouter />
    </Awake>,
  )
})
