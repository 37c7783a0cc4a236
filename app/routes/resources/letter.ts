import { createHash } from 'node:crypto'
import { redirect } from 'react-router'
import { CACHE, matchesEtag } from '#app/models/http.ts'
import { marketPath } from '#app/models/market.ts'
import { failure, TOO_MANY_TRIES } from '#app/models/messages.ts'
import type { Services } from '#app/services/compose.server.ts'
import { visitorKey } from '#app/services/limits/limits.server.ts'
import { requireMarket, shopOf } from '#app/services/request/context.server.ts'
import type { Route } from './+types/letter'

const PDF = {
  'Content-Type': 'application/pdf',
  'Content-Disposition': 'inline; filename="letter-of-gift.pdf"',
}
const PERSONAL = {
  'Cache-Control': CACHE.secret,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

function respondWithBlank(pdf: Uint8Array, tags: string | null): Response {
  const etag = `"${createHash('sha256').update(pdf).digest('base64url').slice(0, 22)}"`
  const headers = { ETag: etag, 'Cache-Control': CACHE.file }
  if (matchesEtag(tags, etag)) return new Response(null, { status: 304, headers })
  return new Response(Buffer.from(pdf), { headers: { ...PDF, ...headers } })
}

/** The letter of the gift that a token names; null when there is no such gift, or it was revoked. */
async function personalLetter({ backend, letters }: Services, origin: string, token: string) {
  const id = letters.giftOfToken(token)
  const gift = id === null ? null : await backend.gifts.get(id)
  if (gift === null || gift.revokedAt !== null) return null
  return letters.personal(gift.market, origin, { words: gift.code, from: gift.purchaserName })
}

/** The printable letter: blank, or with the words and names of a bought gift. Spec: 2 Other pages, Gift-download */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const market = requireMarket(params.market)
  const { origin, ip, services, session } = shopOf(context)
  const token = url.searchParams.get('gift')
  const isReady = token === null && services.letters.isReady(market, origin)
  if (!isReady && (await services.limits.consume('letter', visitorKey(ip))) !== null) {
    session.flash(TOO_MANY_TRIES)
    return redirect(marketPath(market, '/gift-download'))
  }
  try {
    if (token === null)
      return respondWithBlank(
        await services.letters.blank(market, origin),
        request.headers.get('If-None-Match'),
      )
    const letter = await personalLetter(services, origin, token)
    if (letter) return new Response(Buffer.from(letter), { headers: { ...PDF, ...PERSONAL } })
  } catch (error) {
    services.log.error({ err: error }, 'letter not made')
  }
  session.flash(failure('The letter would not come. Please try again, or write to us and we will send it.'))
  return redirect(marketPath(market, '/gift-download'))
}
