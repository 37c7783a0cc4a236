import { MARKETS, otherMarkets, shipsAbroad } from '#app/models/market.ts'
import { ships } from '#app/models/shipping-dates.ts'
import { PREMIUM_COUNT } from '#app/models/wands.ts'
import { capitalizeFirst, type PageFacts } from '../page-facts.ts'
import type { FaqItem } from './faq-types.ts'

export function orderQuestions(f: PageFacts): FaqItem[] {
  return [
    {
      id: 'where-we-ship',
      question: 'Where do you ship?',
      answer: [
        [
          `This store ships to ${f.region}, in ${f.store.currencyName}.`,
          ...(f.store.receives.includes('CA') ? ['That leaves out Canada, with regret.'] : []),
          ...otherMarkets(f.market).map((other) => {
            const { storeName, shortRegion } = MARKETS[other]
            return `The ${storeName} ships to ${shortRegion}.`
          }),
        ].join(' '),
      ],
    },
    {
      id: 'two-stores',
      question: 'Why are there two stores?',
      answer: [
        'Each has its own currency, stock and shipping. A cart, a price or a set of magic words from one does not work in the other. If you change store, your cart starts empty.',
      ],
    },
    {
      id: 'shipping-cost',
      question: 'What does shipping cost?',
      answer: [
        `It is free on orders over ${f.freeShippingOver}. Below that, the checkout shows the cost before you pay. The cart tells you how much more you need. A redeemed gift always ships free.`,
      ],
    },
    { id: 'dispatch', question: 'When will my order ship?', answer: [], list: dispatch(f) },
    {
      id: 'delivery-time',
      question: 'How long does delivery take?',
      answer: [
        shipsAbroad(f.market)
          ? `${capitalizeFirst(f.delivery)}, once it has shipped.`
          : `${capitalizeFirst(f.delivery)} ${f.store.shipsWhere}, once it has shipped.`,
      ],
    },
    {
      id: 'tracking',
      question: 'Can I track it?',
      answer: ['Vol. II is tracked. Gift envelopes are not: they are letters and travel like letters.'],
    },
    {
      id: 'pre-order-and-wand',
      question: f.isPreOrder
        ? 'Can I order a pre-order and a wand together?'
        : 'Can I order Vol. II and a wand together?',
      answer: ['Yes. If you need the wand sooner than the box, order it separately.'],
    },
    {
      id: 'customs',
      question: 'Will I pay customs duties?',
      answer: [
        !shipsAbroad(f.market)
          ? `No. Your order travels inside ${f.store.shipsTo}.`
          : 'Not in the UK. An order to the EU may be charged customs duties, tax or a handling fee on arrival. Those are yours to pay, and we cannot refund them.',
      ],
    },
    ...giftQuestions(f),
    {
      id: 'discount-code',
      question: 'I have a discount code. Where does it go?',
      answer: [
        'In [the cart](/cart), in the field called Magic Words. If it does not apply, we say so at once, and why.',
      ],
    },
    {
      id: 'merch-and-gifts',
      question: 'Why can I not put merch and a gift in one cart?',
      answer: ['Merch is printed to order and handled apart from gifts. Check out one, then the other.'],
    },
    {
      id: 'payment',
      question: 'Is it safe to pay here?',
      answer: ['Payment happens in the checkout of our storefront host. Your card details never reach us.'],
    },
  ]
}

function dispatch(f: PageFacts): string[] {
  const vol1 = f.vol1ShipsNow === '' ? [] : [`Vol. I: ${f.vol1ShipsNow}.`]
  return [
    `Wands: within ${f.wandDispatch}.`,
    ...vol1,
    `Vol. II, tracked: ${f.vol2ShipsNow}.`,
    `Gift envelopes: ${f.envelopeShipsNow}, untracked.`,
    `Merch: printed to order, and shipped ${f.merchDispatch}.`,
  ]
}

function giftQuestions(f: PageFacts): FaqItem[] {
  return [
    {
      id: 'giving',
      question: 'How does giving a gift work?',
      answer: [
        'Order Vol. II and choose the Gift Edition Envelope or the printable letter. You get the magic words by email. The person you give them to enters the words on our [Redeem page](/redeem), gives an address and receives the box with free shipping.',
      ],
    },
    {
      id: 'for-yourself',
      question: 'I am buying Vol. II for myself. What do I choose?',
      answer: [
        `Choose “No wrapping, it is for me”: no magic words are made, and the box ships ${ships(f, 'no-wrapping')}, to the address of your order. With the envelope or the letter it works as a gift does: the box ships to whoever says the five words, and you may say them yourself on our [Redeem page](/redeem).`,
      ],
    },
    {
      id: 'where-to-redeem',
      question: 'Where can a gift be redeemed?',
      answer: [
        'Only in the store where it was bought. Before you buy, choose the store that ships to the person you are giving to.',
      ],
    },
    {
      id: 'magic-words-twice',
      question: 'Can the magic words be used twice?',
      answer: [
        'No. Each set works once, for one gift. Until the order is placed and complete, nothing is used up: leave the cart and the words still work.',
      ],
    },
    {
      id: 'another-wand',
      question: 'Can the recipient choose another wand?',
      answer: [
        `Yes, at a cost. A gift without a wand can gain the Classic Wand for ${f.addClassicPrice} or a Premium Wand for ${f.premiumFromBoxPrice}. A gift with the Classic Wand can change to a premium one for ${f.premiumFromClassicPrice}. A gift with a Premium Wand already comes with a choice of ${PREMIUM_COUNT}.`,
      ],
    },
  ]
}
