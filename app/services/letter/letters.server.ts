import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Market, marketPath } from '../../models/market.ts'

/** Where a store's letter is fetched; `gift` in its query names whose words it has. */
export function letterPath(market: Market, token?: string): string {
  const path = marketPath(market, '/gift-download/letter.pdf')
  return token === undefined ? path : `${path}?gift=${token}`
}

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i
const TOKEN = /^([\w-]{22})\.([\w-]{22})$/
const SIGNATURE_BYTES = 16
/** An origin is the visitor's word where none is configured, so only a few are remembered. */
const MOST_LETTERS = 8

/**
 * The printable letter, for everybody and for one gift.
 * @param secrets signing secrets, newest first: the first signs, all of them verify
 */
export function createLetters(secrets: readonly string[]) {
  const everybodys = new LRUCache<string, Promise<Uint8Array>>({ max: MOST_LETTERS })

  const keyOf = (market: Market, origin: string) => `${market} ${origin}`

  function sign(secret: string, id: Buffer): Buffer {
    return createHmac('sha256', secret)
      .update('gift letter ')
      .update(id)
      .digest()
      .subarray(0, SIGNATURE_BYTES)
  }

  async function make(market: Market, origin: string, filling: { words?: string; from?: string } = {}) {
    const { makeLetter } = await import('./letter-pdf.server.ts')
    return makeLetter({ market, redeemUrl: origin + marketPath(market, '/redeem'), filling })
  }

  return {
    /** A token for the letter of a gift: unguessable, and nothing of the magic words is in it. */
    tokenFor(giftCodeId: string): string {
      const id = Buffer.from(giftCodeId.replaceAll('-', ''), 'hex')
      const [newest] = secrets
      if (newest === undefined) throw new Error('Letters need a signing secret')
      return `${id.toString('base64url')}.${sign(newest, id).toString('base64url')}`
    },
    /** The gift that a token names; null for one that we did not make. */
    giftOfToken(token: string): string | null {
      const [, name = '', signature = ''] = TOKEN.exec(token) ?? []
      const [id, given] = [Buffer.from(name, 'base64url'), Buffer.from(signature, 'base64url')]
      if (id.length !== 16 || given.length !== SIGNATURE_BYTES) return null
      if (!secrets.some((secret) => timingSafeEqual(sign(secret, id), given))) return null
      const uuid = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      return UUID.test(uuid) ? uuid : null
    },
    /** The letter without anybody's words, made once for each store and origin. */
    blank(market: Market, origin: string): Promise<Uint8Array> {
      const key = keyOf(market, origin)
      const known = everybodys.get(key)
      if (known) return known
      const letter = make(market, origin)
      everybodys.set(key, letter)
      letter.catch(() => everybodys.delete(key))
      return letter
    },
    /** Whether the letter without anybody's words need not be made first. */
    isReady(market: Market, origin: string): boolean {
      return everybodys.has(keyOf(market, origin))
    },
    /** The letter of one gift: its words and its giver's name stand in it, and can still be changed. */
    personal(market: Market, origin: string, gift: { readonly words: string; readonly from: string | null }) {
      return make(market, origin, { words: gift.words, ...(gift.from && { from: gift.from }) })
    },
  }
}
