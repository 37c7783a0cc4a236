import { capitalizeFirst } from '#app/models/wands.ts'
import { WAND_COUNT } from '../models/wands.ts'
import type { PageFacts } from './page-facts.ts'

/** The three facts in large type. Spec: 2 Other pages, Press */
export function headlineFacts(f: PageFacts): readonly (readonly [label: string, value: string])[] {
  return [
    ['Founded', f.foundedYear],
    ['First edition', 'Phoenix'],
    ['Units', f.vol1Copies],
  ]
}

/** The rest of the quick facts. */
export function quickFacts(f: PageFacts): readonly (readonly [label: string, value: string])[] {
  return [
    [
      'Editions of Vol. I',
      `Ashborn\u00a0${f.ashbornCopies}, Sunfire\u00a0${f.sunfireCopies}, Ember\u00a0${f.emberCopies}`,
    ],
    ['Second volume', f.isPreOrder ? `Magical You, ships ${f.vol2ShipsNow}` : 'Magical You'],
    ['Size', `${f.boxHeight} × ${f.boxWidth} × ${f.boxDepth}`],
    ['Wands', `${capitalizeFirst(WAND_COUNT)} styles`],
    ['Prices', `Box from ${f.boxOnlyPrice}, wand from ${f.classicWandPrice}`],
    ['Markets', 'United States; United Kingdom and EU'],
  ]
}

export function brandStory(f: PageFacts): string {
  return `Wizard Box makes a box in the shape of a book that opens when a wand touches its cover. It was founded in ${f.foundedYear} and made from assets that our founder bought back from a wizard-themed company that had failed. The first volume is The Phoenix Edition, limited to ${f.vol1Copies} signed and numbered copies. The second is Magical You. Wizard Box is independent and is not affiliated with the earlier company or its brand.`
}

/** Descriptions of the company for articles, short and long. */
export function boilerplate(f: PageFacts): readonly (readonly [title: string, text: string])[] {
  return [
    [
      'In one breath',
      `Wizard Box makes book-shaped boxes that open at the touch of a wand. Founded in ${f.foundedYear}. Independent.`,
    ],
    [
      'In a paragraph',
      `Wizard Box makes collectible boxes in the shape of a book. Each one opens when a wand touches the symbol on its cover. Founded in ${f.foundedYear} with assets bought back from a failed wizard-themed company, it sells boxes, wands and gifts from a US store and a UK and EU store. Vol. I: The Phoenix Edition is limited to ${f.vol1Copies} hand-made, signed and numbered copies. Wizard Box is independent and is not affiliated with any other wizard-themed brand.`,
    ],
  ]
}

export const PRESS = {
  title: 'Press',
  text: 'Writing about us? Here are the facts and three buttons. Anything else, ask.',
  phoenixAlt: 'The Phoenix Edition in Ashborn, Sunfire and Ember',
  story: 'Brand story',
  boilerplate: 'Boilerplate',
  facts: 'Quick facts',
} as const

/** The end of the page. */
export function mediaInquiries(f: PageFacts) {
  return {
    title: f.store.english === 'american' ? 'Media inquiries' : 'Media enquiries',
    text: `Write to [${f.pressEmail}](mailto:${f.pressEmail}), or use the contact form and choose Press Inquiry. Tell us your deadline and we will do our best to beat it.`,
    button: 'Use the contact form',
  }
}
