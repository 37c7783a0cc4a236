import { euPersonOf, makerOf } from '#app/models/company.ts'
import type { PageFacts } from '../page-facts.ts'
import { type LegalSection, when } from './legal-types.ts'

/** Sections 15 to 20 of the terms: safety, independence, liability, law and the model form. */
export function generalTerms(f: PageFacts): LegalSection[] {
  return [
    safety(f),
    {
      id: 'independence',
      title: 'Independence',
      blocks: [
        'Wizard Box is independent. Our founder bought back assets of a wizard-themed company that had failed. We are not that company, and we are not affiliated with, endorsed by or connected to its brand or any other. We do not answer questions about it, and we are not responsible for what it sold. Original wands are named only to say what a Wizard Box works with.',
      ],
    },
    {
      id: 'words-and-pictures',
      title: 'Our words and pictures',
      blocks: [
        'The name, logo, texts, pictures, films and designs of the shop belong to us or are used with permission. You may share links and your own photos of our things. Anything more, ask.',
      ],
    },
    {
      id: 'liability',
      title: 'What we answer for',
      blocks: [
        'We answer for loss that we cause and that could be foreseen when you ordered. We sell to private people, not for resale, so we do not answer for business losses. Nothing here limits our responsibility for death or injury caused by our negligence, for fraud, for unsafe products, or for anything else for which the law does not let us limit it.',
        'The pages may be out of reach now and then. We do our best.',
      ],
    },
    law(f),
    cancellationForm(f),
  ]
}

function safety(f: PageFacts): LegalSection {
  return {
    id: 'safety',
    title: 'Product safety',
    blocks: [
      {
        kind: 'warning',
        lead: 'Warning. Wands contain a small magnet.',
        text: `It is dangerous if swallowed. Not for children under ${f.minimumAge}.`,
      },
      {
        kind: 'list',
        items: [
          'Magnets that stick together inside the body can cause serious injury. If one is swallowed or breathed in, get medical help at once.',
          'Keep wands out of reach of children and animals.',
          'Keep wands away from pacemakers and other medical implants, and from bank cards.',
          'If a wand breaks and the magnet comes loose, stop using it, put it where no child can reach it and write to us.',
          'A Wizard Box opens only with our wands or with original wands of the earlier company. Do not try to open it with other magnets or by force.',
          'Wands are keepsakes. Do not point them at eyes, and do not run with them.',
        ],
      },
      `Maker: ${makerOf(f)}.`,
      ...when(f.store.consumerRights === 'uk-eu', `Responsible person in the EU: ${euPersonOf(f)}.`),
      `If you believe that something we sold is not safe, stop using it and write to [${f.contactEmail}](mailto:${f.contactEmail}). If we ever recall something, we write to everybody who bought it and say so on this site.`,
    ],
  }
}

function law(f: PageFacts): LegalSection {
  const governed = f.governingLaw === '' ? '' : `These terms are governed by ${f.governingLaw}. `
  const consumerProtection =
    f.store.consumerRights !== 'uk-eu'
      ? 'You keep the protection of the consumer law of your state.'
      : 'If you are a consumer, you keep the protection of the law of the country where you live, and may go to court there.'
  return {
    id: 'law',
    title: 'Law and disputes',
    blocks: [
      'Please write to us first. Most things are settled in a letter or two.',
      governed + consumerProtection,
      'If one part of these terms does not hold, the rest does. We may change these terms for future orders. The terms of the day you ordered apply to your order.',
    ],
  }
}

function cancellationForm(f: PageFacts): LegalSection {
  return {
    id: 'cancellation-form',
    title: 'Model cancellation form',
    blocks:
      f.store.consumerRights !== 'uk-eu'
        ? ['This form is for orders from the United Kingdom store.']
        : [
            'Complete and return this form only if you wish to cancel the contract (in the EU: withdraw from it).',
            { kind: 'cancellation-form' },
          ],
  }
}
