/**
 * A template tag for the few static pages of the embedded checkout. Escaping five characters needs no template engine.
 */

/** Escaped markup, which can be inserted into a page unchanged. */
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

/** Template tag that escapes all values, except for Html and lists of it. */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): Html {
  return { markup: strings.reduce((out, text, index) => out + text + toMarkup(values[index]), '') }
}

/** Marks a constant of the source code as markup. Never for user input. */
export function trusted(markup: string): Html {
  return { markup }
}
