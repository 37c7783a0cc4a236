import { provideMeta } from './components/layout/page-meta.ts'
import { loadFonts } from './runtime/fonts.ts'
import { whenIdle } from './runtime/idle.ts'
import { start } from './runtime/start.tsx'

const letFacesCome = () => whenIdle(() => loadFonts().catch(() => undefined))

if (import.meta.env.DEV) {
  const [{ startTransition }, { hydrateRoot }, { HydratedRouter }, heads] = await Promise.all([
    import('react'),
    import('react-dom/client'),
    import('react-router/dom'),
    import('./components/layout/page-head.ts'),
  ])
  provideMeta(heads)
  startTransition(() => void hydrateRoot(document, <HydratedRouter />))
  const [{ startPageLinks }, { prefetchOnIntent }] = await Promise.all([
    import('./runtime/page-links.ts'),
    import('./runtime/link-prefetch.ts'),
  ])
  const waiting = setInterval(() => {
    const { __reactRouterDataRouter: router, __reactRouterManifest: manifest } = window
    if (!router || !manifest) return
    clearInterval(waiting)
    startPageLinks(router)
    prefetchOnIntent({ router, manifest, modules: {} })
    letFacesCome()
  }, 50)
} else if (window.__shop) {
  // Without it the page stays as it is: its links and forms work.
  start(window.__shop)
    .catch(() => undefined)
    .finally(letFacesCome)
}
