import { data } from 'react-router'
import { Honeypot, SpamError } from 'remix-utils/honeypot/server'
import { safeRedirect } from 'remix-utils/safe-redirect'
import { singleLine, wellFormed, withoutControls } from '../../../supabase/functions/_shared/text.ts'
import { cutText } from '../../models/cut-text.ts'

/** A form as it was posted, fit to be stored and shown again. */
export type FormPost = {
  /** The fields that were asked for: no control characters, line breaks only where `long` allows them. */
  readonly fields: URLSearchParams
  /** Sent by our own script, which wants data; otherwise the browser itself wants a page. */
  readonly isScripted: boolean
  /** The browser has cookies of the shop, so it keeps more of them. */
  readonly hasCookies: boolean
  /** A field that no person sees was filled in. */
  readonly isRobot: boolean
  /** Made by the form for one submission; empty without JavaScript. */
  readonly idempotencyKey: string
  /** The page the form stood on, always an address of this shop, or null. */
  readonly returnTo: string | null
}

export type FormShape = { readonly short: readonly string[]; readonly long?: readonly string[] }

/** Pages are shared between visitors, so a time sealed into the form is not used; the hidden field is. */
const honeypot = new Honeypot({ validFromFieldName: null })

const SOMEWHERE = 'http://shop.invalid'

/**
 * Reads a posted form. Other fields than those of `shape` are left out; a file in place of text is no text.
 * @throws a Response with 415 when the body is no form, 400 when it is a broken one
 */
export async function readPost(request: Request, shape: FormShape): Promise<FormPost> {
  const form = await readForm(request)
  const fields = new URLSearchParams()
  const keep = (names: readonly string[], clean: (text: string) => string) => {
    for (const name of names) {
      const value = form.get(name)
      if (typeof value === 'string') fields.set(name, clean(wellFormed(value)))
    }
  }
  keep(shape.short, singleLine)
  keep(shape.long ?? [], withoutControls)
  const key = form.get('idempotencyKey')
  return {
    fields,
    isScripted: new URL(request.url).pathname.endsWith('.data'),
    hasCookies: request.headers.has('Cookie'),
    isRobot: await isRobot(form),
    idempotencyKey: typeof key === 'string' ? cutText(key, 128) : '',
    returnTo: pageOfForm(request, form),
  }
}

async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    throw data(null, { status: 415 })
  try {
    return await request.formData()
  } catch {
    throw data(null, { status: 400 })
  }
}

async function isRobot(form: FormData): Promise<boolean> {
  try {
    await honeypot.check(form)
    return false
  } catch (error) {
    if (error instanceof SpamError) return true
    throw error
  }
}

/**
 * The page that a posted form says it stands on (`returnTo`), or null. What else its address held is the browser's to know: a page
 * that is the same for everybody has its own parameters only.
 */
export function pageOfForm(request: Request, form: FormData): string | null {
  const page = localAddress(form.get('returnTo'))
  const seen = URL.parse(request.headers.get('Referer') ?? '')
  return seen !== null && seen.pathname === page?.split('?')[0]
    ? localAddress(seen.pathname + seen.search)
    : page
}

/** Path and query of an address on this shop; null for anything that could lead elsewhere. */
export function localAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const path = safeRedirect(value, '')
  if (path === '' || path.length > 2000) return null
  try {
    const url = new URL(path, SOMEWHERE)
    return url.origin === SOMEWHERE && !url.pathname.startsWith('//') ? url.pathname + url.search : null
  } catch {
    return null
  }
}
