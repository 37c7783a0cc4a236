/** One question of the FAQ. Answers use the marks of `inline-text.ts`. */
export type FaqItem = {
  /** Its anchor, the same in both stores and for good: other pages and mails may link to it. */
  readonly id: string
  readonly question: string
  readonly answer: readonly string[]
  readonly list?: readonly string[]
}

export type FaqCategory = { readonly id: string; readonly title: string; readonly items: readonly FaqItem[] }
