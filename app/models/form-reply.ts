import type { Notice } from './messages.ts'

/**
 * The result of a signup, waitlist or contact form. A form submitted by script gets it as data. One submitted without
 * JavaScript gets it only after a failure, as the page with the typed values; a success redirects.
 */
export type FormReply = {
  readonly ok: boolean
  /** For the whole form; null when the field errors say it all. */
  readonly notice: Notice | null
  /** Error messages by field name. */
  readonly errors: Readonly<Record<string, string>>
  /** Typed values by field name; empty after a success. */
  readonly values: Readonly<Record<string, string>>
}

const FORMS = ['signup', 'waitlist', 'contact'] as const
export type FormName = (typeof FORMS)[number]

/** Query parameter with the name of the submitted form; not its message, so that links cannot inject texts. */
export const FORM_SENT = 'sent'

/** Parses the query parameter `sent`; null for anything else. */
export function parseFormName(value: unknown): FormName | null {
  return FORMS.find((form) => form === value) ?? null
}

/** Sets the query parameter `sent` of a root-relative URL, or removes it when `form` is null. */
export function withFormSent(address: string, form: FormName | null): string {
  const [path = ''] = address.split('?', 1)
  const query = new URLSearchParams(address.slice(path.length))
  query.delete(FORM_SENT)
  if (form !== null) query.set(FORM_SENT, form)
  return query.size > 0 ? `${path}?${query}` : path
}
