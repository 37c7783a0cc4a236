/** A table in a legal text. Texts may contain the markup of `inline-text.ts`. */
export type LegalTable = {
  /** Announced by screen readers, not displayed. */
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
  /** Its anchor. Links rely on it, so it must not change. */
  readonly id: string
  /** An additional anchor. */
  readonly alias?: string
  readonly title: string
  readonly blocks: readonly LegalBlock[]
}

/** The blocks, or none, for texts of one store only: `...when(uk, 'text', …)`. */
export function when(condition: boolean, ...blocks: readonly LegalBlock[]): readonly LegalBlock[] {
  return condition ? blocks : []
}
