import { LIMITED_EDITION_MARKET, MARKETS } from '#app/models/market.ts'
import type { PageFacts } from '../page-facts.ts'
import type { FaqItem } from './faq-types.ts'

export function returnQuestions(f: PageFacts): FaqItem[] {
  const uk = f.store.consumerRights === 'uk-eu'
  return [
    {
      id: 'returns',
      question: 'Can I return my order?',
      answer: [
        `Most items: within ${f.returnDays} days of getting them. Wands: within ${f.wandReturnDays} days. Vol. I and Vol. II have their own rules, below.`,
      ],
    },
    {
      id: 'return-vol-1',
      question: 'Can I return Vol. I?',
      answer: [
        f.store.sellsLimitedEdition
          ? `Vol. I is final sale, except for damage or a defect. Tell us within ${f.vol1ReportDays} days, with photos. This takes nothing away from the rights the law gives you: see [Returns & Refunds](/terms-and-conditions#returns).`
          : `Vol. I is not sold in this store. In the ${MARKETS[LIMITED_EDITION_MARKET].storeName} it is final sale, except for damage or a defect reported within ${f.vol1ReportDays} days with photos.`,
      ],
    },
    {
      id: 'return-vol-2',
      question: 'Can I return Vol. II?',
      answer: [
        `Yes, within ${f.returnDays} days of getting it, if it is unopened. We deduct ${f.envelopeValue}, the value of the gift wrap.`,
        ...(uk
          ? [
              'Your legal right to cancel stands beside this: see [Returns & Refunds](/terms-and-conditions#returns).',
            ]
          : []),
      ],
    },
    { id: 'cancel', question: 'Can I cancel before it ships?', answer: [cancel(f)] },
    {
      id: 'damaged',
      question: 'It arrived damaged. What now?',
      answer: [
        `Tell us straight away, with your order number and photos. We will put it right.${f.store.sellsLimitedEdition ? ` For Vol. I, write within ${f.vol1ReportDays} days.` : ''}`,
        ...(uk
          ? ['Your legal rights about faulty goods last longer than that, and we do not shorten them.']
          : []),
      ],
    },
    {
      id: 'refunds',
      question: 'When do I get my money?',
      answer: [
        `Refunds are issued within ${f.refundDays} days of receipt, to the way you paid. Customs duties are non-refundable.`,
      ],
    },
    {
      id: 'exchange-a-wand',
      question: 'Can I exchange a wand for another style?',
      answer: [`Return it within ${f.wandReturnDays} days and order the one you meant.`],
    },
    {
      id: 'return-a-gift',
      question: 'Someone gave me the box. Can I return it?',
      answer: [
        'Write to us. A refund goes back to the person who paid, so you may want to talk to them first.',
      ],
    },
  ]
}

function cancel(f: PageFacts): string {
  return f.store.consumerRights !== 'uk-eu'
    ? `Yes, for most items, within ${f.returnDays} days of your order. Write to us with your order number.`
    : `Yes, for most items. Write to us with your order number, at the latest ${f.returnDays} days after the order arrives. Vol. I is final sale under our own policy, but your legal rights come first.`
}
