import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'
import { chooseEncoding } from './models/http.ts'

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = zlib.constants
const brotli = promisify(zlib.brotliCompress)
const zstd = promisify(zlib.zstdCompress)
/** The quickest first: a page of 160 kB takes 0.3, 1.8 and 1.6 ms, and is 30.4, 26.5 and 29.9 kB long. */
const COMPRESS = {
  zstd: (body: Buffer) => zstd(body, { pledgedSrcSize: body.length }),
  br: (body: Buffer) => brotli(body, { params: { [BROTLI_PARAM_QUALITY]: 6, [BROTLI_PARAM_LGWIN]: 18 } }),
  gzip: promisify(zlib.gzip),
}
const MIN_BYTES = 1_024

/** Sends what the routes make as a whole, with its length, and texts compressed: as a stream it takes half as long again. */
export const compressed: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers, status } = c.res
  if (!c.res.body || c.req.method === 'HEAD' || headers.has('Content-Encoding')) return
  const whole = Buffer.from(await c.res.arrayBuffer())
  const isText = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(headers.get('Content-Type') ?? '')
  const encoding =
    isText && whole.length >= MIN_BYTES
      ? chooseEncoding(['zstd', 'br', 'gzip'], c.req.raw.headers.get('Accept-Encoding'))
      : undefined
  const sent = encoding ? await COMPRESS[encoding](whole) : whole
  headers.set('Content-Length', String(sent.length))
  if (encoding) headers.set('Content-Encoding', encoding)
  // Otherwise Hono makes a third response, of both.
  c.res = undefined
  c.res = new Response(sent, { status, headers })
}
