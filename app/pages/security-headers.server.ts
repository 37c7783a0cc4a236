import { createHash } from 'node:crypto'
import { secureHeaders } from 'hono/secure-headers'
import { createContext } from 'react-router'

/**
 * The Content-Security-Policy of a rendered page, and the other security headers. Only our own inline scripts may
 * run, which are allowed by their hashes: unlike nonces, these work for cached pages too.
 */

/** The hash of an inline script or style, as a CSP source. */
export const hashOf = (content: string, encoding: 'utf8' | 'latin1' = 'utf8') =>
  `'sha256-${createHash('sha256').update(content, encoding).digest('base64')}'`

/**
 * Hashes the inline scripts that have the nonce of this rendering, and removes the nonce, so that the page can be
 * stored. Injected scripts do not know the nonce, so they get no hash and do not run.
 * @param page one character per byte
 */
export function allowNoncedScripts(page: string, nonce: string) {
  const mark = ` nonce="${nonce}"`
  const scripts = new Set<string>()
  for (const [, attributes = '', code = ''] of page.matchAll(/<script\b([^<>]*)>(.*?)<\/script>/gs))
    if (attributes.includes(mark) && code !== '') scripts.add(hashOf(code, 'latin1'))
  return { html: page.replaceAll(mark, ''), scripts: [...scripts] }
}

export type PolicyOptions = {
  /** Origins of the checkout, to which a form may redirect. */
  readonly formTargets: readonly string[]
  /** Origins of product images and videos. */
  readonly mediaOrigins: readonly string[]
  readonly secure: boolean
  /** Allows inline code and a WebSocket, for hot reload. */
  readonly development: boolean
}

/** The policy of the page that a request gets. */
export const policyContext = createContext<PolicyOptions>()

/** The Content-Security-Policy of a page. @param code its allowed inline scripts and styles, as CSP sources */
export function contentSecurityPolicy(
  code: { readonly scripts: readonly string[]; readonly styles: readonly string[] },
  options: PolicyOptions,
): string {
  const media = options.mediaOrigins.join(' ')
  const sources = (allowed: readonly string[]) =>
    options.development ? "'unsafe-inline'" : allowed.join(' ')
  const directives = [
    "default-src 'none'",
    `script-src 'self' ${sources(code.scripts)}`,
    `style-src 'self' ${sources(code.styles)}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: ${media}`,
    `media-src 'self' ${media}`,
    "font-src 'self'",
    `connect-src 'self'${options.development ? ' ws:' : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    `form-action 'self' ${options.formTargets.join(' ')}`,
    ...(options.secure ? ['upgrade-insecure-requests'] : []),
  ]
  return directives.map((directive) => directive.trim()).join('; ')
}

const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'browsingTopics'] as const

/** The headers of every response that are the same for all of them. Pages may set a stricter Referrer-Policy. */
const COMMON_HEADERS = {
  overwrite: false,
  xFrameOptions: 'DENY',
  referrerPolicy: 'strict-origin-when-cross-origin',
  permissionsPolicy: Object.fromEntries(PERMISSIONS.map((name) => [name, false])),
  // Set by the rendering, for the pages that need it: see `setWindowPolicy`.
  crossOriginOpenerPolicy: false,
  // These are for old browsers, or have no effect on a shop.
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const

/** Sets the headers of every response, over http and over https. */
export const securityHeaders = {
  http: secureHeaders({ ...COMMON_HEADERS, strictTransportSecurity: false }),
  // Without `includeSubDomains`: other subdomains of the owner's domain may still use http.
  https: secureHeaders({ ...COMMON_HEADERS, strictTransportSecurity: 'max-age=63072000' }),
} as const

/**
 * Isolates a page from the windows of other sites that opened it. Stored pages do without this header: it makes browsers
 * start another process, which takes 30 to 40 ms on a slow phone, and if it comes and goes with the cart, a reload loses
 * its scroll position.
 */
export function setWindowPolicy(headers: Headers): void {
  headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
}
