import { start } from './runtime/start.tsx'

if (import.meta.env.DEV) {
  const [{ startTransition }, { hydrateRoot }, { HydratedRouter }] = await Promise.all([
    import('react'),
    import('react-dom/client'),
    import('react-router/dom'),
  ])
  startTransition(() => void hydrateRoot(document, <HydratedRouter />))
} else if (window.__shop) {
  // Without it the page stays as it is: its links and forms work.
  start(window.__shop).catch(() => undefined)
}
