import { sellerOf } from '#app/models/company.ts'
import type { PageFacts } from '../page-facts.ts'
import type { LegalSection } from './legal-types.ts'

/** Sections 8 to 12 of the privacy policy: rights, children, security and changes. */
export function privacyRights(f: PageFacts): LegalSection[] {
  const mail = `[${f.contactEmail}](mailto:${f.contactEmail})`
  return [
    {
      id: 'rights-uk-eu',
      title: 'Your rights in the UK and the EU',
      blocks: [
        'You may:',
        {
          kind: 'list',
          items: [
            'ask what we hold about you, and have a copy',
            'have mistakes put right',
            'have data erased',
            'have its use restricted',
            'receive data you gave us in a form you can take elsewhere',
            'object to uses that rest on our legitimate interests',
            'object to direct marketing, always and without a reason',
            'withdraw consent at any time, without undoing what was lawful before',
          ],
        },
        `Write to ${mail}. We answer within one month. It costs nothing.`,
        'You may also complain to a data protection authority. In the UK that is the Information Commissioner’s Office ([ico.org.uk](https://ico.org.uk/)). In the EU it is the authority of the country where you live or work. We would be glad to hear from you first, but you do not have to.',
      ],
    },
    {
      id: 'rights-us',
      title: 'Your rights in the United States',
      blocks: [
        'Many states, California among them, give their residents rights over personal data. We offer the same to everybody in the US. You may:',
        {
          kind: 'list',
          items: [
            'know what we collect, use and disclose, and have a copy',
            'have mistakes corrected',
            'have data deleted',
            'take your data elsewhere',
            'not be treated worse for asking',
          ],
        },
        'We do not sell personal information. We do not share it for targeted or cross-context behavioral advertising, and have nothing of the kind to opt out of. We do not use sensitive personal information to infer things about you. We treat a Global Privacy Control signal as a request not to sell or share, which is what we do anyway.',
        'In the past twelve months we may have collected: identifiers (name, email, address, network address), purchase records, rough location (country) and the messages you sent. The sources, purposes and recipients are in sections [2](#what-we-collect) to [4](#who-helps-us).',
        `Write to ${mail}. We check that you are you, usually by replying to the email we hold. You may send somebody on your behalf, with your written permission. We answer within 45 days. If we say no, you may appeal by replying to our answer, and you may write to your state’s attorney general.`,
      ],
    },
    {
      id: 'children',
      title: 'Children',
      blocks: [
        `The shop is for adults. We do not knowingly collect data from children under ${f.privacyMinimumAge}. If you think we have, write to us and we will delete it.`,
      ],
    },
    {
      id: 'security',
      title: 'Security',
      blocks: [
        'Connections are encrypted. Gift codes and lists cannot be read with the public key of the shop. Only the owner can see them, after signing in. No shop can promise that nothing will ever go wrong. If something does, and the law says you should know, we will tell you.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes, and how to reach us',
      blocks: [
        'When this page changes, the date at the top changes. If a change matters to you and we have your email, we write to you.',
        `${sellerOf(f)}, ${mail}.`,
      ],
    },
  ]
}
