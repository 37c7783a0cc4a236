import { isSellerGiven, sellerOf } from '#app/models/company.ts'
import type { PageFacts } from '../page-facts.ts'
import { type LegalSection, type LegalTable, when } from './legal-types.ts'

/** Sections 1 to 5 of the privacy policy: controller, data collected, purposes and processors. */
export function privacyCollection(f: PageFacts): LegalSection[] {
  return [
    {
      id: 'who-we-are',
      title: 'Who we are',
      blocks: [
        `${operator(f)} We decide how and why your data is used (the law calls us the controller). Write to [${f.contactEmail}](mailto:${f.contactEmail}) about anything on this page${isSellerGiven(f) ? '' : ', or for our registered name and address'}.`,
        ...when(f.euRepresentative !== '', `Our representative in the EU: ${f.euRepresentative}.`),
      ],
    },
    {
      id: 'what-we-collect',
      title: 'What we collect, and why',
      blocks: [
        'You can look around the whole shop without an account. There are no accounts. We collect data only when you give it to us or when the shop cannot work without it.',
        { kind: 'table', table: COLLECTED },
        'You need not give us any of this. Without an email we cannot write to you, and without an address we cannot deliver. That is all that follows.',
        'We make no automated decisions about you that have legal or similar effects.',
      ],
    },
    {
      id: 'other-people',
      title: 'What you tell us about other people',
      blocks: [
        'If you buy a gift, you may tell us the recipient’s name and email. Please do so only if they would not mind. We use them for the gift and for nothing else. The recipient joins our mailing list only by choosing to.',
        'If you are the recipient: we had your name or email from the person who gave you the gift, or from the order you redeemed it with. All the rights on this page are yours too.',
      ],
    },
    {
      id: 'who-helps-us',
      title: 'Who helps us',
      blocks: [
        'These companies process data for us, on our instructions:',
        { kind: 'table', table: processorsTable(f) },
        'For parts of the checkout, such as payment and fraud checks, our storefront host and its payment partners act under their own privacy notices. The checkout shows them.',
        'We also share data when the law requires it. We do not sell it. We do not share it for advertising.',
      ],
    },
    {
      id: 'where-data-goes',
      title: 'Where your data goes',
      blocks: [
        'Our helpers may work in other countries, the United States among them.',
        ...when(
          f.store.consumerRights === 'uk-eu',
          'When data leaves the UK or the European Economic Area, it goes to a country that the UK or the EU has found adequate, or under the standard contract clauses approved for this. Ask us for a copy.',
        ),
      ],
    },
  ]
}

function operator(f: PageFacts): string {
  return f.legalEntity === '' ? 'Wizard Box runs this shop.' : `The shop Wizard Box is run by ${sellerOf(f)}.`
}

const COLLECTED: LegalTable = {
  caption: 'What we collect, when and why',
  head: ['When', 'What', 'Why', 'Lawful basis (UK and EU)'],
  rows: [
    [
      'You join the mailing list',
      'Name, email, where on the site you joined',
      'To send you news of the shop',
      'Consent, which you can withdraw at any time',
    ],
    [
      'You join the Vol. II waitlist',
      'Name, email. The waitlist joins the mailing list too, and says so.',
      'To tell you when Vol. II is ready to ship, and to send you news',
      'Consent',
    ],
    [
      'You write to us',
      'Name, email, subject, message, and whether you want our emails',
      'To answer you',
      'Our legitimate interest in answering people who write to us; steps before or under a contract, when you write about an order. Consent for the emails.',
    ],
    [
      'You buy something',
      'Name, address, email, phone if you give it, what you bought, payment status. The checkout of our storefront host collects these. We do not receive card numbers.',
      'To deliver your order, handle returns, keep accounts',
      'Contract; legal duty for accounts, tax and product safety',
    ],
    [
      'You buy a gift',
      'The magic words, the gift, the store, your name and email',
      'To send you the magic words and make them work',
      'Contract',
    ],
    [
      'You redeem a gift',
      'The magic words, and the recipient’s name and email where they are given',
      'To check the gift, give it once, and send it to the right place',
      'Our legitimate interest in giving each gift once, to the right person; contract for the order',
    ],
    ['You ask for our emails while redeeming', 'Name, email', 'To send you news of the shop', 'Consent'],
    [
      'You fill the cart',
      'What is in it, your store, your shipping country, a discount code',
      'To keep your cart between pages and visits',
      'Our legitimate interest in running a cart you asked for; strictly necessary storage',
    ],
    [
      'You visit for the first time',
      'Your network (IP) address, for a moment',
      'To guess your country and open the right store',
      'Our legitimate interest in sending you to a store that ships to you',
    ],
    [
      'You use a form or the Redeem page',
      'Your network (IP) address, for a short time',
      'To count tries and stop abuse',
      'Our legitimate interest in keeping the shop and its gifts safe',
    ],
  ],
}

/** Appends the name, if the owner has configured one. */
function withName(what: string, name: string): string {
  return name === '' ? what : `${what} (${name})`
}

function processorsTable(f: PageFacts): LegalTable {
  return {
    caption: 'Companies that process data for us',
    head: ['Who', 'What for'],
    rows: [
      [withName('Our storefront host', f.storefrontHost), 'Product data, checkout, payment, orders'],
      [
        withName('Our backend host', f.backendHost),
        'Stores signups, the waitlist and gift codes, and handles contact messages',
      ],
      [withName('Our mail service', f.mailService), 'Sends the emails you asked for or need'],
      [withName('Our web host', f.webHost), 'Serves these pages'],
      [
        withName('A country lookup', f.geoService),
        'Turns a network address into a country, once, when no store has been chosen',
      ],
      ['Carriers', 'Your name and address, to deliver'],
    ],
  }
}
