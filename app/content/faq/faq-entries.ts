import { plainText } from '../../models/inline-text.ts'
import type { FaqCategory } from './faq-types.ts'

/** All questions with their answers as plain text, for structured data. */
export function faqEntries(
  categories: readonly FaqCategory[],
): { readonly question: string; readonly answer: string }[] {
  return categories.flatMap(({ items }) =>
    items.map(({ question, answer, list = [] }) => ({
      question,
      answer: [...answer, ...list].map(plainText).join(' '),
    })),
  )
}
