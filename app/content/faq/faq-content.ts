import { plainText } from '#app/models/inline-text.ts'
import type { PageFacts } from '../page-facts.ts'
import { aboutQuestions } from './about-questions.ts'
import { careQuestions } from './care-questions.ts'
import type { FaqCategory } from './faq-types.ts'
import { orderQuestions } from './order-questions.ts'
import { returnQuestions } from './return-questions.ts'

/** The questions of a store on a given day, by category. Spec: 2 Other pages, FAQ */
export function faqCategories(facts: PageFacts): FaqCategory[] {
  return [
    { id: 'about', title: 'About', items: aboutQuestions(facts) },
    { id: 'orders', title: 'Orders & Shipping', items: orderQuestions(facts) },
    { id: 'returns-and-exchanges', title: 'Returns & Exchanges', items: returnQuestions(facts) },
    { id: 'care', title: 'Product Care', items: careQuestions(facts) },
  ]
}

export const FAQ_HEAD = {
  title: 'Frequently asked questions',
  text: 'The short answers. If yours is missing, ask us.',
} as const

/** Below the questions. */
export function faqEnd(f: PageFacts) {
  return {
    title: 'Still locked out?',
    text: `Write to us. You will have a reply within ${f.replyWithin}.`,
    button: 'Contact Us',
  }
}

/** All questions with their answers as plain text, for structured data. */
export function faqEntries(categories: readonly FaqCategory[]) {
  return categories.flatMap(({ items }) =>
    items.map(({ question, answer, list = [] }) => ({
      question,
      answer: [...answer, ...list].map(plainText).join(' '),
    })),
  )
}
