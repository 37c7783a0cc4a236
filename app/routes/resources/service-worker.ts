import { CACHE } from '#app/models/http.ts'

/** Replaces the worker of an earlier site, whose stored pages would hide the shop. It deletes these and itself. */
const WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(end()))
async function end() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`

export function loader() {
  const headers = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': CACHE.none }
  return new Response(WORKER, { headers })
}
