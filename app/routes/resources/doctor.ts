import { CACHE } from '#app/models/http.ts'
import { requestContext, servicesContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/doctor'

/** Tells a doctor that knows the shop's secret how the shop sees its request. To anybody else there is no such page. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { ip, origin, now } = context.get(requestContext)
  const report = context.get(servicesContext).doctor.reportTo(request.headers, { ip, origin, now })
  const headers = { 'Cache-Control': CACHE.secret }
  return report === null ? new Response(null, { status: 404, headers }) : Response.json(report, { headers })
}
