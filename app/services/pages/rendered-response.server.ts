import { promisify } from 'node:util'
import { brotliCompressSync, constants, gzip, zstdCompressSync } from 'node:zlib'
import type { Bytes } from './page-cache.server.ts'

const compressGzip = promisify(gzip)

/** A response rendered for one visitor, with its whole body: streaming would take longer than rendering. */
export type RenderedResponse = {
  readonly status: number
  readonly headers: Headers
  readonly body: Bytes | null
}

/** A response ready for the socket: compressed, with headers as `writeHead` takes them. */
export type EncodedResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Bytes | null
}

/** Converts a rendered response to a Response, uncompressed. */
export function responseOfRendered({ status, headers, body }: RenderedResponse): Response {
  return new Response(body, { status, headers })
}

/** Converts an encoded response to a Response. The body stays as it was encoded. */
export function responseOfEncoded({ status, headers, body }: EncodedResponse): Response {
  const responseHeaders = new Headers()
  for (const [name, values] of Object.entries(headers))
    for (const value of [values].flat()) responseHeaders.append(name, value)
  return new Response(body, { status, headers: responseHeaders })
}

/** Whether a status is 3xx, which includes 304. */
export const isRedirect = (status: number) => status >= 300 && status < 400

export type BareRefusal = RenderedResponse & { readonly status: 400 | 404 | 405 }

/** Whether React Router refused a request to a route without a page: with JSON, of no use to a visitor. */
export function isBareRefusal(rendered: RenderedResponse): rendered is BareRefusal {
  const isJson = rendered.headers.get('Content-Type')?.startsWith('application/json') ?? false
  return isJson && (rendered.status === 400 || rendered.status === 404 || rendered.status === 405)
}

/** Reads a Response that has a body of its own into memory. */
export async function readResponse(response: Response): Promise<RenderedResponse> {
  const { status, headers, body } = response
  return { status, headers, body: body && Buffer.from(await response.arrayBuffer()) }
}

/** Matches an Accept-Encoding header that lists `name` with a weight other than zero. */
const accepting = (name: string) =>
  new RegExp(`(?:^|,)\\s*${name}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:$|[,;])))`, 'i')
const GZIP = accepting('(?:x-)?gzip')
const BROTLI = accepting('br')
const ZSTD = accepting('zstd')

/** Which encodings an Accept-Encoding header accepts; a weight of zero refuses one. */
export const accepts = {
  gzip: (accepted: string) => GZIP.test(accepted),
  brotli: (accepted: string) => BROTLI.test(accepted),
  zstd: (accepted: string) => ZSTD.test(accepted),
} as const

/** Shorter bodies are not compressed. */
const MIN_COMPRESSED_BYTES = 1024
const COMPRESSIBLE_TYPE = /text|json|xml|x-script/

/**
 * Compresses a body that is sent once, with the least CPU time.
 * @param acceptEncoding empty for a body that must not be compressed
 */
async function compress(
  body: Bytes,
  acceptEncoding: string,
): Promise<{ body: Bytes; encoding: string | null }> {
  if (body.length < MIN_COMPRESSED_BYTES) return { body, encoding: null }
  if (accepts.zstd(acceptEncoding)) return { body: zstdCompressSync(body), encoding: 'zstd' }
  if (accepts.brotli(acceptEncoding)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    return { body: brotliCompressSync(body, { params }), encoding: 'br' }
  }
  if (accepts.gzip(acceptEncoding)) return { body: await compressGzip(body, { level: 4 }), encoding: 'gzip' }
  return { body, encoding: null }
}

/**
 * Encodes a response for the socket, compressed as the client accepts it. Its headers are changed in place.
 * @param acceptEncoding the client's Accept-Encoding header
 */
export async function encodeResponse(
  rendered: RenderedResponse,
  method: string,
  acceptEncoding: string,
): Promise<EncodedResponse> {
  const { status, headers } = rendered
  headers.append('Vary', 'Accept-Encoding, Cookie')
  if (method === 'HEAD' || rendered.body === null)
    return { status, headers: nodeHeaders(headers), body: null }
  const isCompressible = COMPRESSIBLE_TYPE.test(headers.get('Content-Type') ?? '')
  const { body, encoding } = await compress(rendered.body, isCompressible ? acceptEncoding : '')
  if (encoding) headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.length))
  return { status, headers: nodeHeaders(headers), body }
}

/** `encodeResponse` with the method and Accept-Encoding of a request. */
export function encodeFor(request: Request, rendered: RenderedResponse): Promise<EncodedResponse> {
  return encodeResponse(rendered, request.method, request.headers.get('Accept-Encoding') ?? '')
}

/** Headers as Node's `writeHead` takes them: one array for all `Set-Cookie` lines. */
function nodeHeaders(headers: Headers): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = Object.fromEntries(headers)
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) record['set-cookie'] = cookies
  return record
}
