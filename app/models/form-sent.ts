/** The forms of the shop, and the page where each is posted without JavaScript, under the market. */
export const FORM_PAGES = { signup: '/subscribe', waitlist: '/waitlist', contact: '/contact' } as const
export type FormName = keyof typeof FORM_PAGES

/** Where forms are posted by script, under the market. */
export const FORMS_PATH = '/forms'

/** The field that nobody sees: what is filled in there is held back for the owner to look at. */
export const HONEYPOT = 'name__confirm'

/** Query parameter with the name of the submitted form; not its message, so that links cannot inject texts. */
export const FORM_SENT = 'sent'

export function parseFormName(value: unknown): FormName | null {
  return (Object.keys(FORM_PAGES) as FormName[]).find((form) => form === value) ?? null
}

/** Sets the query parameter `sent` of a root-relative URL, or removes it when `form` is null. */
export function withFormSent(address: string, form: FormName | null): string {
  const [path = ''] = address.split('?', 1)
  const query = new URLSearchParams(address.slice(path.length))
  query.delete(FORM_SENT)
  if (form !== null) query.set(FORM_SENT, form)
  return query.size > 0 ? `${path}?${query}` : path
}
