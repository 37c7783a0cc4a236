import type { Notice } from './messages.ts'

/**
 * What the action of a signup, waitlist or contact form answers. A form sent by script gets it as data; one sent by
 * the browser itself gets it only after a failure, as the page again with what was typed.
 */
export type FormReply = {
  readonly ok: boolean
  /** For the whole form; null when all that is to be said stands under the fields. */
  readonly notice: Notice | null
  /** What is wrong with a field, by its name. */
  readonly errors: Readonly<Record<string, string>>
  /** What was typed, by field; empty after a success. */
  readonly values: Readonly<Record<string, string>>
}

const FORMS = ['signup', 'waitlist', 'contact'] as const
export type FormName = (typeof FORMS)[number]

/** In an address: the form that went through, by name and never in words, so that no link makes the shop say what it did not. */
export const FORM_SENT = 'sent'

/** The form that an address names, or null. */
export function parseFormName(value: unknown): FormName | null {
  return FORMS.find((form) => form === value) ?? null
}

/** The address of a page of this shop with the form that went through, or with none. */
export function withFormSent(address: string, form: FormName | null): string {
  const [path = ''] = address.split('?', 1)
  const asked = new URLSearchParams(address.slice(path.length))
  asked.delete(FORM_SENT)
  if (form !== null) asked.set(FORM_SENT, form)
  return asked.size > 0 ? `${path}?${asked}` : path
}
