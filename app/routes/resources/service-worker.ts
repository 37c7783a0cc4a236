import { CACHE } from '#app/models/http.ts'

/** Takes the place of the former worker, whose pages would hide the shop, and ends with all that it has stored. */
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
