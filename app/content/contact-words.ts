import type { PageFacts } from './page-facts.ts'

/** Spec: 2 Contact */
export function contactHead(f: PageFacts) {
  return {
    title: 'Contact us',
    text: `Write to us about an order, a wand or anything on the shelf. We reply as soon as possible, and within ${f.replyHours} hours.`,
  }
}

/** The cards beside the form. */
export const REACH_US = {
  time: {
    title: 'Response time',
    text: (f: PageFacts) => `As soon as possible, and within ${f.replyHours} hours.`,
  },
  email: { title: 'Email' },
  seller: { title: 'Who we are' },
} as const

/** Refers inquiries about the earlier company to its own website. Spec: 1, 2 Contact */
export const OTHER_BRAND = {
  title: 'Looking for the earlier company?',
  text: 'We bought back some of its assets. We are not that company, and we are not affiliated with its brand. We do not answer questions about it.',
  link: 'Go to their website',
} as const
