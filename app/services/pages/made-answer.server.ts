import { promisify } from 'node:util'
import { brotliCompressSync, constants, gzip, zstdCompressSync } from 'node:zlib'
import type { Bytes } from './page-cache.server.ts'

const compressGzip = promisify(gzip)

/** An answer made for one visitor, with a body that is whole: streams would take longer than most of what fills them. */
export type MadeAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly body: Bytes | string | null
}

/** An answer that a socket takes as it is. */
export type ReadyAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Bytes | null
}

/** Documents as text, by the answer that stands for them. */
const texts = new WeakMap<Response, string>()

/** An answer without a body that `textOf` knows the document of. */
export function documentResponse(text: string, init: ResponseInit): Response {
  const response = new Response(null, init)
  texts.set(response, text)
  return response
}

/** The document that an answer stands for; null for an answer with a body of its own. */
export function textOf(response: Response): string | null {
  return texts.get(response) ?? null
}

export function responseOf({ status, headers, body }: MadeAnswer): Response {
  return new Response(body, { status, headers })
}

export function responseOfReady({ status, headers: given, body }: ReadyAnswer): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given))
    for (const one of [value].flat()) headers.append(name, one)
  return new Response(body, { status, headers })
}

const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/
const BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/
const ZSTD = /\bzstd\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

/** What an Accept-Encoding header takes: a weight of zero is a refusal. */
export const takes = {
  gzip: (accepted: string) => GZIP.test(accepted),
  brotli: (accepted: string) => BROTLI.test(accepted),
  zstd: (accepted: string) => ZSTD.test(accepted),
} as const

const SMALLEST = 1024
/** Where pages are written to be compressed at once: memory of its own for each is given back late. */
const scratch = Buffer.allocUnsafeSlow(1024 * 1024)
const MOST_BYTES_OF_A_LETTER = 3

/** Only until the next call. */
function borrowedBytes(body: Bytes | string): Bytes {
  if (typeof body !== 'string') return body
  if (body.length * MOST_BYTES_OF_A_LETTER > scratch.length) return Buffer.from(body)
  return scratch.subarray(0, scratch.write(body))
}

const ownBytes = (body: Bytes | string): Bytes => (typeof body === 'string' ? Buffer.from(body) : body)

const TEXT = /text|json|xml|x-script/

/**
 * Compresses what is sent once only, in the way that takes least of a processor: Zstandard and the quickest Brotli need
 * a third of a millisecond for a page where gzip needs one.
 */
async function compressed(
  body: Bytes | string,
  accepted: string,
): Promise<{ body: Bytes; encoding: string | null }> {
  if (body.length < SMALLEST) return { body: ownBytes(body), encoding: null }
  if (takes.zstd(accepted)) return { body: zstdCompressSync(borrowedBytes(body)), encoding: 'zstd' }
  if (takes.brotli(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    return { body: brotliCompressSync(borrowedBytes(body), { params }), encoding: 'br' }
  }
  if (takes.gzip(accepted)) return { body: await compressGzip(body, { level: 4 }), encoding: 'gzip' }
  return { body: ownBytes(body), encoding: null }
}

/** Compresses an answer made for one visitor as far as their browser takes it. Its headers are changed in place. */
export async function finishAnswer(answer: MadeAnswer, request: Request): Promise<ReadyAnswer> {
  const { status, headers } = answer
  headers.set('Vary', 'Accept-Encoding, Cookie')
  if (request.method === 'HEAD' || answer.body === null)
    return { status, headers: nodeHeaders(headers), body: null }
  const accepted = TEXT.test(headers.get('Content-Type') ?? '')
    ? request.headers.get('Accept-Encoding')
    : null
  const { body, encoding } = await compressed(answer.body, accepted ?? '')
  if (encoding) headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.length))
  return { status, headers: nodeHeaders(headers), body }
}

/** Headers as Node's `writeHead` takes them. */
function nodeHeaders(headers: Headers): Record<string, string | string[]> {
  const given: Record<string, string | string[]> = Object.fromEntries(headers)
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) given['set-cookie'] = cookies
  return given
}
