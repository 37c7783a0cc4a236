import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/**
 * The Content-Security-Policy of a rendered page, and the other security headers. Only our own inline scripts may
 * run, which are allowed by their hashes: unlike nonces, these work for cached pages too.
 */

const OPENING_TAG = /<(script|style)\b([^>]*)>/y

/** Hashes by content: most inline scripts are the same on every page. */
const hashes = new LRUCache<string, string>({ max: 100 })

function hashOf(content: string): string {
  const cached = hashes.get(content)
  if (cached !== undefined) return cached
  const hash = `'sha256-${createHash('sha256').update(content).digest('base64')}'`
  // A copy of the text, as a slice of a page keeps the whole page in memory.
  hashes.set(Buffer.from(content).toString(), hash)
  return hash
}

/** Whether a script element with these attributes is executed, rather than a data block. */
function isExecutable(attributes: string): boolean {
  const type = /\btype="([^"]*)"/.exec(attributes)?.[1]
  return type === undefined || type === 'module' || type === 'text/javascript' || type === 'speculationrules'
}

export type InlineHashes = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

/** Hashes of the inline scripts and styles of a page, as CSP sources. Empty elements need none. */
export function inlineHashes(html: string): InlineHashes {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  let end = 0
  for (let at = html.indexOf('<s'); at >= 0; at = html.indexOf('<s', end)) {
    end = at + 2
    OPENING_TAG.lastIndex = at
    const [opening = '', tag = '', attributes = ''] = OPENING_TAG.exec(html) ?? []
    const start = at + opening.length
    const close = opening ? html.indexOf(`</${tag}>`, start) : -1
    if (close < 0) continue
    end = close
    if (close === start) continue
    if (tag === 'style') styles.add(hashOf(html.slice(start, close)))
    else if (!/\bsrc=/.test(attributes) && isExecutable(attributes))
      scripts.add(hashOf(html.slice(start, close)))
  }
  return { scripts: [...scripts], styles: [...styles] }
}

export type PolicyOptions = {
  /**
   * Hashes of our own inline scripts. The policy leaves out any other script in the page, so that it does not run.
   */
  readonly scripts: readonly string[]
  /** Origins of the checkout, to which a form may redirect. */
  readonly formTargets: readonly string[]
  /** Origins of product images and videos. */
  readonly mediaOrigins: readonly string[]
  readonly secure: boolean
  /** Allows inline code and a WebSocket, for hot reload. */
  readonly development: boolean
}

/** The Content-Security-Policy of a page with these inline scripts and styles. */
export function contentSecurityPolicy(inline: InlineHashes, options: PolicyOptions): string {
  const { styles } = inline
  const scripts = inline.scripts.filter((hash) => options.scripts.includes(hash))
  const media = options.mediaOrigins.join(' ')
  const directives = [
    "default-src 'none'",
    options.development ? "script-src 'self' 'unsafe-inline'" : `script-src 'self' ${scripts.join(' ')}`,
    options.development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' ${styles.join(' ')}`,
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

/** Sets the headers of every response, of whatever kind. */
export function setBasicHeaders(headers: Headers, secure: boolean): void {
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('X-Frame-Options', 'DENY')
  // Pages whose URL is a secret set a stricter policy themselves.
  if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  headers.set(
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  )
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  // Without `includeSubDomains`: other subdomains of the owner's domain may still use http.
  if (secure) headers.set('Strict-Transport-Security', 'max-age=63072000')
}

/**
 * Isolates a page from the windows of other sites that opened it. Shared pages, which show no more of a visitor than
 * the number of items in the cart, do without.
 * Decision: docs/decisions/020-cross-origin-opener-policy.md
 */
export function setWindowPolicy(headers: Headers): void {
  headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
}
