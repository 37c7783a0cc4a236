import { REDEEM_HOURS } from '#app/models/cookie-lifetimes.ts'
import { RETENTION } from '#app/models/retention.ts'
import type { PageFacts } from '../page-facts.ts'
import type { LegalSection, LegalTable } from './legal-types.ts'

/** Sections 6 and 7 of the privacy policy: data retention and browser storage. */
export function privacyRetention(f: PageFacts): LegalSection[] {
  return [
    {
      id: 'how-long',
      title: 'How long we keep it',
      blocks: [
        {
          kind: 'table',
          table: {
            caption: 'How long we keep what',
            head: ['Data', 'Kept'],
            rows: [
              ...RETENTION.map(({ data, kept }) => [data, kept]),
              ['Country lookup', 'We keep the store it led to, in your browser, and not the address'],
              ['Cart', 'See the table in [section 7](#cookies)'],
            ],
          },
        },
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies and local storage',
      blocks: [
        'These are all that a shopper meets. The owner’s sign-in has cookies of its own.',
        { kind: 'table', table: storageTable(f) },
        'All of these are needed for something you asked the shop to do, or remember a choice you made. We set no advertising cookies. We set no analytics cookies either.',
        'If we ever want one that needs your consent, it will be set only after you press `Accept`. Closing the notice means no. So does simply browsing on, whatever the notice says about continuing. To change your mind, clear this site’s data in your browser and the notice will ask again.',
        'The checkout runs on our storefront host and sets its own cookies there.',
      ],
    },
  ]
}

function storageTable(f: PageFacts): LegalTable {
  const signed = 'Cookie, signed, not readable by scripts'
  const cleared = 'Until you clear it'
  return {
    caption: 'Cookies and local storage by name',
    head: ['Name', 'Kind', 'Purpose', 'Lifetime'],
    rows: [
      ['`cart`', signed, 'Holds your cart between pages', f.cartCookieLifetime],
      [
        '`flash`',
        signed,
        'Carries a short message to the next page',
        'Until you have seen it, 2 minutes at most',
      ],
      ['`redeem`', signed, 'Holds your place while you redeem a gift', `${REDEEM_HOURS} hours`],
      [
        '`selected_market`',
        'Cookie and local storage',
        'Remembers your store (`us` or `uk`)',
        `Cookie ${f.marketCookieLifetime}; local storage until you clear it`,
      ],
      [
        '`wizard-box-cart`',
        'Local storage',
        'A copy of your cart on your device: items, cart and checkout address, store, shipping country, discount code',
        'Until the cart is emptied or you clear it',
      ],
      [
        '`cookieConsent`',
        f.consentStorage,
        'Remembers your answer to the cookie notice (`accepted` or `dismissed`)',
        `Cookie ${f.marketCookieLifetime}; local storage until you clear it`,
      ],
      [
        '`gift_discount_code`',
        'Local storage',
        'Keeps the discount of a gift you are redeeming',
        'Until it has been used or you clear it',
      ],
      ['`hasSubscribed`', 'Local storage', 'Stops the email popup once you have joined', cleared],
      [
        '`emailPopupClosedTime`',
        'Local storage',
        'Keeps the email popup away for 7 days after you close it',
        'Until you clear it; ignored after 7 days',
      ],
      ['`hasSeenSplash`', 'Session storage', 'Shows the entry page once', 'Until you close the tab'],
      [
        '`react-router-scroll-positions`',
        'Session storage',
        'Brings you back to your place on a page when you go back',
        'Until you close the tab',
      ],
    ],
  }
}
