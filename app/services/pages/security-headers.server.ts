import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/**
 * The security policy of a finished page. Inline scripts are allowed by their hash only, and only those that are ours, so
 * a stored page and a page made for one visitor are equally strict; nothing else may run.
 */

const OPENING = /<(script|style)\b([^>]*)>/y

/** Most inline scripts are the same on every page, so their hashes are remembered; the rest pass through. */
const known = new LRUCache<string, string>({ max: 100 })

function hashOf(content: string): string {
  const remembered = known.get(content)
  if (remembered !== undefined) return remembered
  const hash = `'sha256-${createHash('sha256').update(content).digest('base64')}'`
  // A copy: a piece of a page keeps the whole page in memory.
  known.set(Buffer.from(content).toString(), hash)
  return hash
}

/** Whether a script element's attributes make it code that runs, rather than a data block. */
function isExecutable(attributes: string): boolean {
  const type = /\btype="([^"]*)"/.exec(attributes)?.[1]
  return type === undefined || type === 'module' || type === 'text/javascript' || type === 'speculationrules'
}

export type InlineHashes = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

/** Hashes of the inline scripts and styles of a page. Empty scripts need none. */
export function inlineHashes(html: string): InlineHashes {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  let end = 0
  for (let at = html.indexOf('<s'); at >= 0; at = html.indexOf('<s', end)) {
    end = at + 2
    OPENING.lastIndex = at
    const [opening = '', tag = '', attributes = ''] = OPENING.exec(html) ?? []
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
  /** Hashes of our own inline scripts. Any other that got into a page is not in its policy, and does not run. */
  readonly scripts: readonly string[]
  /** Origins of the checkout that a form of ours may end at. */
  readonly formTargets: readonly string[]
  /** Origins that serve product pictures and films. */
  readonly mediaOrigins: readonly string[]
  readonly secure: boolean
  /** Hot reload needs inline code and a socket; never in production. */
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

/** Headers that every answer carries, whatever it is. */
export function setBasicHeaders(headers: Headers, secure: boolean): void {
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('X-Frame-Options', 'DENY')
  // What is opened by its address alone says itself that the address stays where it is.
  if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  headers.set(
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  )
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  // This host alone: other subdomains of the owner's domain may still be plain http.
  if (secure) headers.set('Strict-Transport-Security', 'max-age=63072000')
}

/**
 * Parts a page from the windows of other sites that opened it. Pages that are the same for everybody go without
 * (docs/decisions/020-cross-origin-opener-policy.md).
 */
export function setWindowPolicy(headers: Headers): void {
  headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
}
