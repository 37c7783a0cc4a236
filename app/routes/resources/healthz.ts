/** Alive while it can serve: storefront and backend outages do not count, the shop stays up through them. */
export function loader() {
  return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } })
}
