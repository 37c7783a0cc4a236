import { redirect } from 'react-router'
import { CACHE } from '#app/models/http.ts'
import { marketPath } from '#app/models/market.ts'
import { failure, TOO_MANY_TRIES } from '#app/models/messages.ts'
import type { Services } from '#app/services/compose.server.ts'
import { visitorKey } from '#app/services/limits/limits.server.ts'
import { requireMarket, shopOf } from '#app/services/request/context.server.ts'
import type { Route } from './+types/letter'

const PERSONAL = {
  'Cache-Control': CACHE.secret,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

/** The letter of the gift that a token names; null when there is no such gift, or it was revoked. */
async function personalLetter({ backend, letters }: Services, origin: string, token: string) {
  const id = letters.giftOfToken(token)
  const gift = id === null ? null : await backend.gifts.get(id)
  if (gift === null || gift.revokedAt !== null) return null
  return letters.personal(gift.market, origin, { words: gift.code, from: gift.purchaserName })
}

/** The printable letter: blank, or with the words and names of a bought gift. Spec: 2 Other pages, Gift-download */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const market = requireMarket(params.market)
  const { origin, ip, services, session } = shopOf(context)
  const token = url.searchParams.get('gift')
  const isReady = token === null && services.letters.isReady(market, origin)
  if (!isReady && (await services.limits.consume('letter', visitorKey(ip))) !== null) {
    session.flash(TOO_MANY_TRIES)
    return redirect(marketPath(market, '/gift-download'))
  }
  try {
    const isBlank = token === null
    const pdf = await (isBlank
      ? services.letters.blank(market, origin)
      : personalLetter(services, origin, token))
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'inline; filename="letter-of-gift.pdf"',
      ...(isBlank ? { 'Cache-Control': CACHE.file } : PERSONAL),
    }
    if (pdf) return new Response(Buffer.from(pdf), { headers })
  } catch (error) {
    services.log.error({ err: error }, 'letter not made')
  }
  session.flash(failure('The letter would not come. Please try again, or write to us and we will send it.'))
  return redirect(marketPath(market, '/gift-download'))
}
