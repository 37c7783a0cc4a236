import { CACHE } from '../models/http.ts'
import { BRAND } from '../models/market.ts'
import { UNEXPECTED_ERROR } from '../models/page-messages.ts'
import { errorReference } from '../models/screen-texts.ts'
import { contentSecurityPolicy, hashOf, setWindowPolicy } from './security-headers.server.ts'

const STYLE = `body{margin:0;min-height:100vh;display:grid;place-content:center;padding:2rem;text-align:center;background:#0b1412;color:#ede9de;font:1.0625rem/1.6 system-ui,sans-serif}img{width:5rem}h1{font:400 2rem/1.2 Georgia,serif}p{max-width:34rem;margin:1rem auto}.ref{color:#b7c0ba;overflow-wrap:anywhere}a{color:#e9cb82}`

/**
 * Replaces the error page if rendering that failed as well: a page without React, routes and session.
 * @param reference the request id, shown to the visitor
 */
export function lastResortPage(reference: string, secure: boolean): Response {
  const { title, text } = UNEXPECTED_ERROR
  const page = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><title>${title} | ${BRAND}</title><meta name="robots" content="noindex"/><style>${STYLE}</style></head><body><main><img src="/art/logo-mark.svg" alt=""/><h1>${title}</h1><p>${text}</p><p class="ref">${errorReference(reference)}</p><p><a href="/">Go to the home page</a></p></main></body></html>`
  const response = new Response(page, {
    status: 500,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': CACHE.secret,
      'Content-Security-Policy': contentSecurityPolicy(
        { scripts: [], styles: [hashOf(STYLE)] },
        { formTargets: [], mediaOrigins: [], secure, development: false },
      ),
    },
  })
  setWindowPolicy(response.headers)
  return response
}
