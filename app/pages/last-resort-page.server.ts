import { CACHE } from '../models/http.ts'
import { BRAND } from '../models/market.ts'
import { UNEXPECTED_ERROR } from '../models/page-messages.ts'
import { errorReference, type ScreenText } from '../models/screen-texts.ts'
import { contentSecurityPolicy, hashOf, setWindowPolicy } from './security-headers.server.ts'

/** Shown instead of any page while visitors send more at a time than fits into memory. */
const TOO_BUSY: ScreenText = {
  title: 'One moment, please',
  text: 'The shop is getting more than it can read at once. Nothing was changed: please go back and try again in a few seconds.',
}

const STYLE = `body{margin:0;min-height:100vh;display:grid;place-content:center;padding:2rem;text-align:center;background:#0b1412;color:#ede9de;font:1.0625rem/1.6 system-ui,sans-serif}img{width:5rem}h1{font:400 2rem/1.2 Georgia,serif}p{max-width:34rem;margin:1rem auto}.ref{color:#b7c0ba;overflow-wrap:anywhere}a{color:#e9cb82}`

/** A page without React, routes and session. @param more markup below the text */
function plainPage(status: number, { title, text }: ScreenText, secure: boolean, more: string): Response {
  const page = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><title>${title} | ${BRAND}</title><meta name="robots" content="noindex"/><style>${STYLE}</style></head><body><main><img src="/art/logo-mark.svg" alt=""/><h1>${title}</h1><p>${text}</p>${more}<p><a href="/">Go to the home page</a></p></main></body></html>`
  const response = new Response(page, {
    status,
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

/** Replaces the error page if rendering that failed as well. @param reference the request id, shown to the visitor */
export function lastResortPage(reference: string, secure: boolean): Response {
  return plainPage(500, UNEXPECTED_ERROR, secure, `<p class="ref">${errorReference(reference)}</p>`)
}

/** Says that the shop cannot take another body into memory. Webhooks are sent again by their sender. */
export function tooBusyPage(secure: boolean): Response {
  const page = plainPage(503, TOO_BUSY, secure, '')
  page.headers.set('Retry-After', '5')
  return page
}
