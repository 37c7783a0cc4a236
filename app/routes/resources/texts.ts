import { CACHE } from '#app/models/http.ts'
import { requestContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/texts'

const DISALLOWED = ['/admin', '/*/cart', '/*/checkout', '/*/redeem/', '/discount/', '/embedded/']

/** Replaces the worker of an earlier site, whose stored pages would hide the shop. It deletes these and itself. */
const WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(end()))
async function end() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`

/** What robots, old service workers and the host of the shop ask for. */
export function loader({ url, context }: Route.LoaderArgs) {
  const respond = (text: string, type: string, cache: string) =>
    new Response(text, { headers: { 'Content-Type': type, 'Cache-Control': cache } })
  // Liveness: independent of the storefront and the backend, as the shop works through their outages.
  if (url.pathname === '/healthz') return respond('{"status":"ok"}', 'application/json', CACHE.none)
  if (url.pathname !== '/robots.txt') return respond(WORKER, 'text/javascript; charset=utf-8', CACHE.none)
  const rules = DISALLOWED.map((path) => `Disallow: ${path}\n`).join('')
  const sitemap = `Sitemap: ${context.get(requestContext).origin}/sitemap.xml\n`
  return respond(`User-agent: *\n${rules}\n${sitemap}`, 'text/plain; charset=utf-8', CACHE.file)
}
