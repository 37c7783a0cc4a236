import { sellerOf } from '#app/models/company.ts'
import type { PageFacts } from '../page-facts.ts'
import { type LegalSection, when } from './legal-types.ts'

/** Sections 10 to 14 of the terms: returns, refunds, cancellation and faulty goods. */
export function returnTerms(f: PageFacts): LegalSection[] {
  return [
    returnsAtAGlance(f),
    {
      id: 'how-to-return',
      title: 'How to return something',
      blocks: [
        {
          kind: 'steps',
          items: [
            `Write to [${f.contactEmail}](mailto:${f.contactEmail}), or use the [contact form](/contact?subject=Return%2FExchange) and choose Return/Exchange. Give your order number and what you are returning. Photos, if something is damaged.`,
            f.returnAddress === ''
              ? 'We answer with the address to send it to.'
              : `We answer with the address: ${f.returnAddress}.`,
            'Pack it well and send it within 14 days of telling us. Keep the receipt from the carrier.',
          ],
        },
        `For a change of mind, the postage back is paid by ${f.returnPostagePaidBy}. If the goods are damaged, defective or not what you ordered, we pay it.`,
        'Send wands so that children cannot get at them on the way.',
      ],
    },
    {
      id: 'refunds',
      title: 'Refunds',
      blocks: [
        `We issue refunds within ${f.refundDays} days of receipt of the returned goods, to the way you paid. If you cancel before we ship, we issue the refund within ${f.refundDays} days of your message. We charge nothing for the refund itself. When Vol. II is returned, ${f.envelopeValue} is deducted for the gift wrap, as [section 10](#returns) says.`,
        'Customs duties are non-refundable.',
        'If goods come back used more than was needed to look at them, we may deduct what they have lost in value.',
      ],
    },
    rightToCancel(f),
    faulty(f),
  ]
}

function returnsAtAGlance(f: PageFacts): LegalSection {
  const uk = f.store.consumerRights === 'uk-eu'
  const vol1 = `Final sale, except for damage or a defect reported within ${f.vol1ReportDays} days, with photos`
  return {
    id: 'returns',
    title: 'Returns at a glance',
    blocks: [
      {
        kind: 'table',
        table: {
          caption: 'How long you may return what',
          head: ['What', 'Our policy'],
          rows: [
            ['Most items', `Cancel or return within ${f.returnDays} days`],
            ['Wands and wand bundles', `Return within ${f.wandReturnDays} days`],
            ...(f.store.sellsLimitedEdition ? [['Vol. I: The Phoenix Edition', vol1]] : []),
            [
              'Vol. II: Magical You',
              `Return within ${f.returnDays} days if unopened. ${f.envelopeValue} is deducted, the value of the gift wrap.`,
            ],
            ['Complete Sets', 'As the volume they belong to'],
            ['Merch', `Return within ${f.returnDays} days, unused`],
          ],
        },
      },
      'The days run from the day the goods reach you.',
      ...when(
        uk,
        'This is our own policy. Your legal right to cancel ([section 13](#cancel)) and your rights about faulty goods ([section 14](#faulty)) stand beside it. Where they give you more, they come first, for Vol. I and Vol. II as well.',
      ),
    ],
  }
}

function rightToCancel(f: PageFacts): LegalSection {
  if (f.store.consumerRights !== 'uk-eu') {
    const blocks = ['This section is for orders from the United Kingdom store.']
    return { id: 'cancel', alias: 'withdrawal', title: 'Your right to cancel, UK and EU', blocks }
  }
  return {
    id: 'cancel',
    alias: 'withdrawal',
    title: 'Your right to cancel, UK and EU',
    blocks: [
      'This section is for consumers in the UK and EU. It is a right the law gives you, apart from our own policy.',
      '**The right.** You may cancel your order within 14 days, without giving a reason. In the EU this is called the right of withdrawal. The 14 days end 14 days after the day on which you, or somebody you name who is not the carrier, receive the goods. If one order comes in several deliveries, they end 14 days after the last one.',
      `**How.** Tell us clearly, before the 14 days are over. Write to ${sellerOf(f)}, [${f.contactEmail}](mailto:${f.contactEmail}). You may use the form in [section 20](#cancellation-form), but you need not. If you use our [contact form](/contact?subject=Return%2FExchange), we confirm by email within ${f.replyWithin} that we have it. It is enough to send your message before the time is up.`,
      '**What we do.** We refund all you paid for the goods, with the cost of standard delivery. If you chose dearer delivery, the extra is not refunded. We do this without undue delay, and at the latest 14 days after the goods come back, or after you show that you have sent them, if that is sooner. If we have not yet sent anything, 14 days after your message. We use the way you paid, and charge nothing for it.',
      `**What you do.** Send the goods back without undue delay, at the latest 14 days after telling us. The postage back is paid by ${f.returnPostagePaidBy}. You answer for lost value only if it comes from handling the goods beyond what was needed to see what they are and whether they work.`,
      `**Gifts that came with the goods.** When you cancel, send back what came free with them too. If the gift envelope has been used, we may deduct its value of up to ${f.envelopeValue}, as far as the law allows.`,
      '**Vol. I and Vol. II.** Our own policy for these is stricter ([section 10](#returns)). It does not limit the right in this section.',
    ],
  }
}

function faulty(f: PageFacts): LegalSection {
  const uk = f.store.consumerRights === 'uk-eu'
  const vol1 = `For Vol. I our policy asks for this within ${f.vol1ReportDays} days, so that we can put it right quickly. `
  return {
    id: 'faulty',
    title: 'If something is faulty',
    blocks: [
      `Tell us as soon as you see it, with your order number and photos. ${f.store.sellsLimitedEdition ? vol1 : ''}We repair, replace or refund.`,
      ...when(
        uk,
        'In the UK, goods must be as described, fit for purpose and of satisfactory quality. You may reject faulty goods within 30 days for a full refund. After that, we may first repair or replace them. You can claim for up to six years (five in Scotland), as far as goods can be expected to last that long. For free advice, see [citizensadvice.org.uk](https://www.citizensadvice.org.uk/).',
        'In the EU, you have a legal guarantee of at least two years from delivery. You may have goods repaired or replaced free of charge, or, where that fails, pay less or have your money back. Some countries give more.',
      ),
      ...when(
        !uk,
        'Warranties that the law implies and that cannot be excluded apply. Some states give you further rights.',
      ),
    ],
  }
}
