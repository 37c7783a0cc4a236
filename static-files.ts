import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import sirv from 'sirv'

/** Sends a file, or calls back where there is none. */
export type Files = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Serves the files of a folder, and closes those that nobody reads to the end. */
export function serveFiles(folder: string): Files {
  const send = sendFiles(folder)
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const { range, 'if-range': condition, 'accept-encoding': accepted } = request.headers
    // Whoever asks for a part in another way, or for one of a certain version, gets the whole.
    if (range !== undefined && (condition !== undefined || !isPlainRange(range))) delete request.headers.range
    if (accepted !== undefined) request.headers['accept-encoding'] = withoutRefused(accepted)
    // Neither a file that nobody reads on nor one that has vanished, because a new build came, may stay open or end the process.
    response.once('pipe', (file: Readable) => {
      file.once('error', () => response.destroy())
      response.once('close', () => file.destroy())
    })
    send(request, response, next)
  }
}

/** Whether a Range header asks for one part that there can be: the file server takes it to be so. */
function isPlainRange(range: string): boolean {
  const [, first, last] = /^bytes=(\d{1,12})-(\d{1,12})?$/.exec(range) ?? []
  return first !== undefined && (last === undefined || (Number(last) > 0 && Number(first) <= Number(last)))
}

/** Without the encodings of weight zero, which are refused: the file server looks for names alone. */
function withoutRefused(accepted: string): string {
  return accepted
    .split(',')
    .filter((encoding) => !/;\s*q=0(?:\.0*)?\s*$/i.test(encoding))
    .join()
}

/** Hashed files for ever, pre-compressed; the rest for an hour. */
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
      // The table of types that sirv uses has no icons.
      if (pathname.endsWith('.ico')) response.setHeader('Content-Type', 'image/vnd.microsoft.icon')
      // Browsers take what to fetch ahead from nothing that merely calls itself JSON.
      if (pathname === '/speculation-rules.json')
        response.setHeader('Content-Type', 'application/speculationrules+json')
    },
  })
}
