/** A question of the FAQ. Answers may contain the markup of `inline-text.ts`. */
export type FaqItem = {
  /** Its anchor, the same in both stores. Other pages and emails link to it, so it must not change. */
  readonly id: string
  readonly question: string
  readonly answer: readonly string[]
  readonly list?: readonly string[]
}

export type FaqCategory = { readonly id: string; readonly title: string; readonly items: readonly FaqItem[] }
