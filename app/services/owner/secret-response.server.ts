import { CACHE } from '../../models/http.ts'

/** Sets the headers that keep an admin response out of caches and search engines. @returns the same response */
export function markPrivate(response: Response): Response {
  response.headers.set('Cache-Control', CACHE.secret)
  response.headers.set('X-Robots-Tag', 'noindex')
  return response
}
