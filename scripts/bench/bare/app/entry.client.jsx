import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

function Awake({ children }) {
  useEffect(() => {
    document.documentElement.dataset.awake = ''
    performance.mark('awake')
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
