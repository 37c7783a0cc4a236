/** Markup that is safe to put into a page as it is. */
export type Html = { readonly markup: string }

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function toMarkup(value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(toMarkup).join('')
  if (typeof value === 'object' && 'markup' in value) return String(value.markup)
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Template tag: everything put in is escaped, unless it is Html itself (or a list of it). */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): Html {
  return { markup: strings.reduce((out, text, place) => out + text + toMarkup(values[place]), '') }
}

/** Marks constant text of this project as markup. */
export function trusted(markup: string): Html {
  return { markup }
}
