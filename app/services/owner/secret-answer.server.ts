import { CACHE } from '../../http.ts'

/** Marks an answer of the owner's room, so that neither caches nor search engines keep it. */
export function markSecret(response: Response): Response {
  response.headers.set('Cache-Control', CACHE.secret)
  response.headers.set('X-Robots-Tag', 'noindex')
  return response
}
