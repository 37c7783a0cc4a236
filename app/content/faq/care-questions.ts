import type { PageFacts } from '../page-facts.ts'
import type { FaqItem } from './faq-types.ts'

export function careQuestions(f: PageFacts): FaqItem[] {
  return [
    {
      id: 'box-care',
      question: 'How do I look after the box?',
      answer: [
        'Dust it with a soft, dry cloth. Keep it away from water and strong sun, as you would a good book.',
      ],
    },
    {
      id: 'wand-care',
      question: 'How do I look after a wand?',
      answer: [
        'Wipe it with a soft, dry cloth. Do not bend it, soak it or take it apart. Store it out of reach of children.',
      ],
    },
    {
      id: 'children',
      question: 'Is it safe around children?',
      answer: [
        `Wands contain a small magnet. It is dangerous if swallowed. Nothing with a wand is for children under ${f.minimumAge}. If a magnet is swallowed, get medical help at once.`,
      ],
    },
    {
      id: 'magnet',
      question: 'Is the magnet a problem for anything else?',
      answer: [
        'Keep wands away from pacemakers and other medical implants, and from bank cards. It is a small magnet, but so are they.',
      ],
    },
    {
      id: 'lost-wand',
      question: 'I lost my wand. Is my box shut for good?',
      answer: [
        'No. Any of our wands opens it. [Order another](/product/magic-wand), or borrow one from somebody you trust.',
      ],
    },
    {
      id: 'will-not-open',
      question: 'My box does not open. What should I do?',
      answer: [
        'Check that the wand is one of ours, or an original of the earlier company. Rest the tip on the middle of the triangle. If the cover still does not lift, do not force it. [Write to us](/contact).',
      ],
    },
  ]
}
