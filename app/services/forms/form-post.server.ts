import { parseWithZod } from '@conform-to/zod/v4'
import { data } from 'react-router'
import { safeRedirect } from 'remix-utils/safe-redirect'
import type { ZodMiniObject } from 'zod/mini'
import { withoutControls } from '#supabase/functions/_shared/text/text.ts'

const ANY_ORIGIN = 'http://shop.invalid'

const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** Reads a posted form. @throws a Response with 415 when the body is not a form, 400 when it is malformed */
export async function readForm(request: Request): Promise<FormData> {
  if (!FORM_TYPES.test(request.headers.get('Content-Type') ?? '')) throw data(null, { status: 415 })
  try {
    return await request.formData()
  } catch {
    throw data(null, { status: 400 })
  }
}

/** Validates a posted form: the first text of each field of the schema, without files and other fields. */
export function parseForm<Schema extends ZodMiniObject>(posted: FormData, schema: Schema) {
  const typed = new FormData()
  for (const name of Object.keys(schema.shape)) {
    const value = posted.get(name)
    if (typeof value === 'string') typed.set(name, withoutControls(value.toWellFormed()))
  }
  return parseWithZod(typed, { schema })
}

/**
 * Path and query of the page that a posted form names in `returnTo`, or null. The query is taken from the Referer
 * where possible: a cached page is rendered without parameters of its visitors' URLs, such as `utm_source`.
 */
export function pageOfForm(request: Request, form: FormData): string | null {
  const page = localAddress(form.get('returnTo'))
  const referer = URL.parse(request.headers.get('Referer') ?? '')
  return referer !== null && referer.pathname === page?.split('?')[0]
    ? localAddress(referer.pathname + referer.search)
    : page
}

/** Path and query of a URL within this shop; null for anything that could lead to another site (open redirect). */
export function localAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const path = safeRedirect(value, '')
  if (path === '' || path.length > 2000) return null
  const url = URL.parse(path, ANY_ORIGIN)
  return url?.origin === ANY_ORIGIN && !url.pathname.startsWith('//') ? url.pathname + url.search : null
}
