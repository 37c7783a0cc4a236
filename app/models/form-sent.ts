/** The forms whose success is told on the page after a redirect, and by which parameter it is told. */
const FORMS = ['signup', 'waitlist', 'contact'] as const
export type FormName = (typeof FORMS)[number]

/** Where forms are posted by script, under the market. */
export const FORMS_PATH = '/forms'

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
