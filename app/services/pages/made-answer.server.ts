import { promisify } from 'node:util'
import { brotliCompressSync, constants, gzip, zstdCompressSync } from 'node:zlib'
import type { Bytes } from './page-cache.server.ts'
import { DocumentPart, gzipOf, type PageDocument, textOfDocument } from './page-parts.server.ts'

const compressGzip = promisify(gzip)

/** An answer made for one visitor. Its body is whole: streaming it would take longer than making it. */
export type MadeAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly body: Bytes | PageDocument | null
}

/** An answer that a socket takes as it is. */
export type ReadyAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Bytes | null
}

/** The documents of the answers that `documentResponse` made. */
const documents = new WeakMap<Response, PageDocument>()

/** An answer without a body, whose document `documentOf` gives back. */
export function documentResponse(document: PageDocument, init: ResponseInit): Response {
  const response = new Response(null, init)
  documents.set(response, document)
  return response
}

/** The document that an answer stands for; null for an answer with a body of its own. */
export function documentOf(response: Response): PageDocument | null {
  return documents.get(response) ?? null
}

function isDocument(body: Bytes | PageDocument): body is PageDocument {
  return Array.isArray(body)
}

export function responseOf({ status, headers, body }: MadeAnswer): Response {
  return new Response(body && isDocument(body) ? textOfDocument(body) : body, { status, headers })
}

export function responseOfReady({ status, headers: given, body }: ReadyAnswer): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given))
    for (const one of [value].flat()) headers.append(name, one)
  return new Response(body, { status, headers })
}

export const isRedirect = (status: number) => status >= 300 && status < 400

export type BareRefusal = MadeAnswer & { readonly status: 400 | 404 | 405 }

/** What the framework answers for a route without a page: JSON, of no use to whoever sees it. */
export function isBareRefusal(made: MadeAnswer): made is BareRefusal {
  const isJson = made.headers.get('Content-Type')?.startsWith('application/json') ?? false
  return isJson && (made.status === 400 || made.status === 404 || made.status === 405)
}

/** An answer that has a body of its own, with that body read whole. */
export async function madeOf(response: Response): Promise<MadeAnswer> {
  const { status, headers, body } = response
  return { status, headers, body: body && Buffer.from(await response.arrayBuffer()) }
}

/** Matches where one of an Accept-Encoding header's names is `name`, without a weight of zero. */
const named = (name: string) =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:$|[,;])))`, 'i')
const GZIP = named('(?:x-)?gzip')
const BROTLI = named('br')
const ZSTD = named('zstd')

/** What an Accept-Encoding header takes: a weight of zero is a refusal. */
export const takes = {
  gzip: (accepted: string) => GZIP.test(accepted),
  brotli: (accepted: string) => BROTLI.test(accepted),
  zstd: (accepted: string) => ZSTD.test(accepted),
} as const

const SMALLEST = 1024
/** Pages are written here to be compressed: a buffer for each would be freed late. */
const scratch = Buffer.allocUnsafeSlow(1024 * 1024)
const MOST_BYTES_OF_A_LETTER = 3

/** The bytes of a body, to be used before the next call. */
function borrowedBytes(body: Bytes | string): Bytes {
  if (typeof body !== 'string') return body
  if (body.length * MOST_BYTES_OF_A_LETTER > scratch.length) return Buffer.from(body)
  return scratch.subarray(0, scratch.write(body))
}

const ownBytes = (body: Bytes | string): Bytes => (typeof body === 'string' ? Buffer.from(body) : body)

const plainOf = (body: Bytes | PageDocument): Bytes | string =>
  isDocument(body) ? textOfDocument(body) : body

const TEXT = /text|json|xml|x-script/

/**
 * Compresses what is sent only once, with the least CPU time: as gzip where most of the document is already compressed
 * so, else with Zstandard or the quickest Brotli, which take a third of a millisecond for a page where gzip takes one.
 */
async function compressed(
  made: Bytes | PageDocument,
  accepted: string,
): Promise<{ body: Bytes; encoding: string | null }> {
  if (isDocument(made) && made.some((part) => part instanceof DocumentPart) && takes.gzip(accepted))
    return { body: gzipOf(made), encoding: 'gzip' }
  const body = plainOf(made)
  if (body.length < SMALLEST) return { body: ownBytes(body), encoding: null }
  if (takes.zstd(accepted)) return { body: zstdCompressSync(borrowedBytes(body)), encoding: 'zstd' }
  if (takes.brotli(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    return { body: brotliCompressSync(borrowedBytes(body), { params }), encoding: 'br' }
  }
  if (takes.gzip(accepted)) return { body: await compressGzip(body, { level: 4 }), encoding: 'gzip' }
  return { body: ownBytes(body), encoding: null }
}

/**
 * Compresses an answer made for one visitor as far as their browser takes it. Its headers are changed in place.
 * @param accepted the browser's Accept-Encoding
 */
export async function finishAnswer(
  answer: MadeAnswer,
  method: string,
  accepted: string,
): Promise<ReadyAnswer> {
  const { status, headers } = answer
  headers.append('Vary', 'Accept-Encoding, Cookie')
  if (method === 'HEAD' || answer.body === null) return { status, headers: nodeHeaders(headers), body: null }
  const isText = TEXT.test(headers.get('Content-Type') ?? '')
  const { body, encoding } = await compressed(answer.body, isText ? accepted : '')
  if (encoding) headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.length))
  return { status, headers: nodeHeaders(headers), body }
}

export function finishFor(request: Request, made: MadeAnswer): Promise<ReadyAnswer> {
  return finishAnswer(made, request.method, request.headers.get('Accept-Encoding') ?? '')
}

/** Headers as Node's `writeHead` takes them. */
function nodeHeaders(headers: Headers): Record<string, string | string[]> {
  const given: Record<string, string | string[]> = Object.fromEntries(headers)
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) given['set-cookie'] = cookies
  return given
}
