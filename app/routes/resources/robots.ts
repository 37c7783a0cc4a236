import { CACHE } from '#app/models/http.ts'
import { requestContext } from '#app/services/request/context.server.ts'
import type { Route } from './+types/robots'

export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(requestContext)
  const lines = [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /*/cart',
    'Disallow: /*/checkout',
    'Disallow: /*/redeem/',
    'Disallow: /discount/',
    'Disallow: /embedded/',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': CACHE.file },
  })
}
