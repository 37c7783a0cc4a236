import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { acceptedEncodings, CACHE } from './models/http.ts'

/** The registered media types, where the library has others. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.ico': 'image/vnd.microsoft.icon',
  '.svg': 'image/svg+xml',
}
/** Files have an extension; hidden ones are not for visitors. */
const FILE = /^(?!.*\/\.).*\.\w+$/

/** Serves the files of the build, as it compressed them: hashed ones are cached for ever, others for an hour. */
export function serveFiles(folder: string): MiddlewareHandler {
  const send = serveStatic({ root: folder, precompressed: true })
  const answerConditions = etag()
  const sendFile: MiddlewareHandler = async (c, next) => {
    const { path } = c.req
    const { headers } = c.req.raw
    const [range, accepted] = [headers.get('Range'), headers.get('Accept-Encoding')]
    // The whole file is sent for any other range than a single plain one, and for one with a condition, as the tags of
    // files are weak.
    if (range !== null && (headers.has('If-Range') || !isPlainRange(range))) headers.delete('Range')
    // The library compares whole items, so it would not know `gzip;q=0.5`.
    if (accepted?.includes(';')) headers.set('Accept-Encoding', acceptedEncodings(accepted).join(', '))
    const file = await send(c, async () => undefined)
    if (!(file instanceof Response)) return next()
    const size = file.headers.get('Content-Range')?.split('/')[1] ?? file.headers.get('Content-Length')
    const modifiedAt = Date.parse(file.headers.get('Last-Modified') ?? '')
    file.headers.set('ETag', `W/"${size}-${modifiedAt}"`)
    const isHashed = path.startsWith('/assets/')
    file.headers.set('Cache-Control', isHashed ? CACHE.hashedFile : CACHE.file)
    file.headers.set('X-Content-Type-Options', 'nosniff')
    const type = MEDIA_TYPES[path.slice(path.lastIndexOf('.'))]
    if (type) file.headers.set('Content-Type', type)
    return answerConditions(c, async () => {
      c.res = file
    })
  }
  return (c, next) => (FILE.test(c.req.path) ? sendFile(c, next) : next())
}

/** Whether a Range header names one range of bytes from a start. */
function isPlainRange(range: string): boolean {
  const [, first, last] = /^bytes=(\d{1,12})-(\d{1,12})?$/.exec(range) ?? []
  return first !== undefined && (last === undefined || (Number(last) > 0 && Number(first) <= Number(last)))
}
