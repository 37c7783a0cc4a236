/** Long legal text as data. Sentences use the marks of `inline-text.ts`. */
export type LegalTable = {
  /** What the table is about, for those who do not see it. */
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export type LegalBlock =
  | string
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'steps'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly table: LegalTable }
  | { readonly kind: 'warning'; readonly lead: string; readonly text: string }
  | { readonly kind: 'cancellation-form' }

export type LegalSection = {
  /** Its anchor; links from elsewhere rely on it. */
  readonly id: string
  /** Another name that links may use. */
  readonly alias?: string
  readonly title: string
  readonly blocks: readonly LegalBlock[]
}

/** Blocks that belong to one store only: `...when(uk, 'text', …)`. */
export function when(condition: boolean, ...blocks: readonly LegalBlock[]): readonly LegalBlock[] {
  return condition ? blocks : []
}
