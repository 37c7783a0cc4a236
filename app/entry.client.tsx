import { bringHeads } from './components/layout/page-meta.ts'
import { bringFaces } from './runtime/faces.ts'
import { whenIdle } from './runtime/idle.ts'
import { start } from './runtime/start.tsx'

const letFacesCome = () => whenIdle(() => bringFaces().catch(() => undefined))

if (import.meta.env.DEV) {
  const [{ startTransition }, { hydrateRoot }, { HydratedRouter }, heads] = await Promise.all([
    import('react'),
    import('react-dom/client'),
    import('react-router/dom'),
    import('./components/layout/page-head.ts'),
  ])
  bringHeads(heads)
  startTransition(() => void hydrateRoot(document, <HydratedRouter />))
  const [{ startPageLinks }, { fetchOnSigns }] = await Promise.all([
    import('./runtime/page-links.ts'),
    import('./runtime/links-ahead.ts'),
  ])
  const waiting = setInterval(() => {
    const { __reactRouterDataRouter: router, __reactRouterManifest: manifest } = window
    if (!router || !manifest) return
    clearInterval(waiting)
    startPageLinks(router)
    fetchOnSigns({ router, manifest, modules: {} })
    letFacesCome()
  }, 50)
} else if (window.__shop) {
  // Without it the page stays as it is: its links and forms work.
  start(window.__shop)
    .catch(() => undefined)
    .finally(letFacesCome)
}
