import { CACHE } from '#app/models/http.ts'

/** Liveness: independent of the storefront and the backend, as the shop works through their outages. */
export function loader() {
  return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': CACHE.none } })
}
