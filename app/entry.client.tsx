import { provideMeta } from './components/layout/page-meta.ts'
import { loadFonts } from './runtime/fonts.ts'
import { whenIdle } from './runtime/idle.ts'
import { start } from './runtime/start.tsx'

const loadFontsWhenIdle = () => whenIdle(() => loadFonts().catch(() => undefined))

if (import.meta.env.DEV) {
  const [{ startTransition }, { hydrateRoot }, { HydratedRouter }, metaFunctions] = await Promise.all([
    import('react'),
    import('react-dom/client'),
    import('react-router/dom'),
    import('./components/layout/page-head.ts'),
  ])
  provideMeta(metaFunctions)
  startTransition(() => void hydrateRoot(document, <HydratedRouter />))
  const [{ startPageLinks }, { prefetchOnIntent }] = await Promise.all([
    import('./runtime/page-links.ts'),
    import('./runtime/link-prefetch.ts'),
  ])
  const polling = setInterval(() => {
    const { __reactRouterDataRouter: router, __reactRouterManifest: manifest } = window
    if (!router || !manifest) return
    clearInterval(polling)
    startPageLinks(router)
    prefetchOnIntent({ router, manifest, modules: {} })
    loadFontsWhenIdle()
  }, 50)
} else if (window.__shop) {
  // If hydration fails, the page stays as the server rendered it: its links and forms work.
  start(window.__shop)
    .catch(() => undefined)
    .finally(loadFontsWhenIdle)
}
