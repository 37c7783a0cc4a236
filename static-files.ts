import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import sirv from 'sirv'

/** Sends the requested file, or calls `next` where there is none. */
export type FileMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Serves the files of a folder, and closes those that a client does not read to the end. */
export function serveFiles(folder: string): FileMiddleware {
  const send = sendFiles(folder)
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const { range, 'if-range': condition, 'accept-encoding': accepted } = request.headers
    // sirv supports a single plain range only; for any other, or a conditional one, the whole file is sent.
    if (range !== undefined && (condition !== undefined || !isPlainRange(range))) delete request.headers.range
    if (accepted !== undefined) request.headers['accept-encoding'] = withoutRefused(accepted)
    // A file must neither stay open when the client disconnects nor end the process when a new build removed it.
    response.once('pipe', (file: Readable) => {
      file.once('error', () => response.destroy())
      response.once('close', () => file.destroy())
    })
    send(request, response, next)
  }
}

/** Whether a Range header names one satisfiable range of bytes, which sirv does not check. */
function isPlainRange(range: string): boolean {
  const [, first, last] = /^bytes=(\d{1,12})-(\d{1,12})?$/.exec(range) ?? []
  return first !== undefined && (last === undefined || (Number(last) > 0 && Number(first) <= Number(last)))
}

/** Removes encodings with a weight of zero, which the client refuses: sirv looks at names only. */
function withoutRefused(accepted: string): string {
  return accepted
    .split(',')
    .filter((encoding) => !/;\s*q=0(?:\.0*)?\s*$/i.test(encoding))
    .join()
}

/** Hashed files are cached for ever, all others for an hour. */
function sendFiles(folder: string) {
  return sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(response, pathname) {
      const isHashed = pathname.startsWith('/assets/')
      response.setHeader(
        'Cache-Control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      response.setHeader('X-Content-Type-Options', 'nosniff')
      // sirv's table of media types has no icons.
      if (pathname.endsWith('.ico')) response.setHeader('Content-Type', 'image/vnd.microsoft.icon')
      // Browsers ignore speculation rules that are served as plain JSON.
      if (pathname === '/speculation-rules.json')
        response.setHeader('Content-Type', 'application/speculationrules+json')
    },
  })
}
