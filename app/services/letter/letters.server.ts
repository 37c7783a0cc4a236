import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Market, marketPath } from '#app/models/market.ts'
import type { LetterValues } from './letter-pdf.server.ts'

/** Path of a store's letter. @param token names the gift whose magic words are filled in */
export function letterPath(market: Market, token?: string): string {
  const path = marketPath(market, '/gift-download/letter.pdf')
  return token === undefined ? path : `${path}?gift=${token}`
}

/** 16 bytes each. */
const TOKEN = /^([\w-]{22})\.([\w-]{22})$/
const SIGNATURE_BYTES = 16
/** Limited, as the key contains the origin, which requests choose if none is configured. */
const MAX_CACHED_LETTERS = 8

/** The printable letters. @param secrets signing secrets, newest first: the first signs, all of them verify */
export function createLetters(secrets: readonly string[]) {
  const blankLetters = new LRUCache<string, Promise<Uint8Array>>({ max: MAX_CACHED_LETTERS })

  const cacheKey = (market: Market, origin: string) => `${market} ${origin}`

  function sign(secret: string, id: Buffer): Buffer {
    return createHmac('sha256', secret)
      .update('gift letter ')
      .update(id)
      .digest()
      .subarray(0, SIGNATURE_BYTES)
  }

  /** The letter with its values, which remain editable. */
  async function render(market: Market, origin: string, values: LetterValues = {}): Promise<Uint8Array> {
    const { renderLetterPdf } = await import('./letter-pdf.server.ts')
    return renderLetterPdf(market, origin + marketPath(market, '/redeem'), values)
  }

  return {
    /** A signed token for the letter of a gift. It does not contain the magic words. */
    tokenFor(giftCodeId: string): string {
      const id = Buffer.from(giftCodeId.replaceAll('-', ''), 'hex')
      const [newest] = secrets
      if (newest === undefined) throw new Error('Letters need a signing secret')
      return `${id.toString('base64url')}.${sign(newest, id).toString('base64url')}`
    },
    /** The gift code id of a token; null when its signature is invalid. */
    giftOfToken(token: string): string | null {
      const [, name, signature] = TOKEN.exec(token) ?? []
      if (name === undefined || signature === undefined) return null
      const [id, given] = [Buffer.from(name, 'base64url'), Buffer.from(signature, 'base64url')]
      if (!secrets.some((secret) => timingSafeEqual(sign(secret, id), given))) return null
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
    /** The blank letter, rendered once per store and origin. */
    blank(market: Market, origin: string): Promise<Uint8Array> {
      const key = cacheKey(market, origin)
      const letter = blankLetters.get(key) ?? render(market, origin)
      blankLetters.set(key, letter)
      letter.catch(() => blankLetters.delete(key))
      return letter
    },
    isReady(market: Market, origin: string): boolean {
      return blankLetters.has(cacheKey(market, origin))
    },
    personal: render,
  }
}
