import { capitalizeFirst } from '#app/models/wands.ts'
import { LIMITED_EDITION_MARKET, MARKETS, otherMarkets, shipsAbroad } from '../models/market.ts'
import { plainText } from '../models/text.ts'
import { CLASSIC_WAND, listOf, PREMIUM_COUNT, PREMIUM_WANDS, WAND_COUNT } from '../models/wands.ts'
import { type Block, parseMarkdown, type Section } from './markdown.ts'
import type { PageFacts } from './page-facts.ts'

/** A category; the anchors of its questions are the same in both stores. Other pages and emails link to them. */
export type FaqCategory = { readonly id: string; readonly title: string; readonly items: readonly Section[] }

/** The questions of a store on a given day, by category. Spec: 2 Other pages, FAQ */
export function faqCategories(f: PageFacts): FaqCategory[] {
  return faqText(f)
    .split(/^(?=# )/m)
    .map((text) => {
      const [head = '', ...rest] = text.split('\n')
      const [, id = '', title = ''] = /^# (\S+): (.*)$/.exec(head) ?? []
      return { id, title, items: parseMarkdown(rest.join('\n')) }
    })
}

/** The questions with their answers as plain text, as search engines read them. Product: 8 Search engines */
export function faqJsonLd(categories: readonly FaqCategory[]) {
  const textsOf = (block: Block) =>
    typeof block === 'string' ? [block] : block.kind === 'list' ? block.items : []
  const questions = categories.flatMap(({ items }) => items)
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ title, blocks }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: blocks.flatMap(textsOf).map(plainText).join(' ') },
    })),
  }
}

function whereWeShip(f: PageFacts): string {
  return [
    `This store ships to ${f.region}, in ${f.store.currencyName}.`,
    ...(f.store.receives.includes('CA') ? ['That leaves out Canada, with regret.'] : []),
    ...otherMarkets(f.market).map((other) => {
      const { storeName, shortRegion } = MARKETS[other]
      return `The ${storeName} ships to ${shortRegion}.`
    }),
  ].join(' ')
}

function faqText(f: PageFacts): string {
  const uk = f.store.consumerRights === 'uk-eu'
  return `# about: About

## what-is-a-wizard-box: What is a Wizard Box?
A box in the shape of a book. It opens when a wand touches the symbol on its cover. Closed, it looks like a book on a shelf.

## how-it-opens: How does it open?
Rest the tip of the wand on the triangle. The catch lets go and the cover lifts. The wand holds a small magnet. The rest we leave to you.

## which-wands-work: Which wands work?
Any of our ${WAND_COUNT}, with any Wizard Box. Original wands of the earlier company work too. No others do.

## need-a-wand: Do I need to buy a wand?
You need one to open the box. If you have one of ours already, or an original of the earlier company, choose Wizard Box Only. If not, choose a Complete Set.

## classic-or-premium: What is the difference between the Classic and the Premium Wand?
Only the style. The Classic Wand is ${CLASSIC_WAND}. The ${PREMIUM_COUNT} premium wands are ${listOf(PREMIUM_WANDS)}. They all open the same boxes.

## vol-1: What is Vol. I: The Phoenix Edition?
Our first volume: hand-made, signed and numbered, limited to ${f.vol1Copies} copies. It comes in three editions: Ashborn, Sunfire and Ember.
${f.store.sellsLimitedEdition ? '' : `It ships to ${MARKETS[LIMITED_EDITION_MARKET].shipsTo} only, so the ${f.store.shortName} store does not sell it.`}

## vol-2: What is Vol. II: Magical You?
Our second volume${f.isPreOrder ? ', now on pre-order' : ''}. It includes a free Gift Edition Envelope worth ${f.envelopeValue}. It ships tracked: ${f.vol2ShipsNow}.

## size: How big is it?
${f.boxHeight} high, ${f.boxWidth} wide and ${f.boxDepth} deep.

## is-it-a-safe: Is it a safe?
No. It keeps a secret from people who are not looking for one. Any of our wands opens any Wizard Box, so put keepsakes in it, not gold bars.

## other-brands: Are you part of another wizard brand?
No. Our founder bought back assets from a wizard-themed company that had failed. We are independent and not affiliated with that brand or any other, and we cannot answer questions about it.

# orders: Orders & Shipping

## where-we-ship: Where do you ship?
${whereWeShip(f)}

## two-stores: Why are there two stores?
Each has its own currency, stock and shipping. A cart, a price or a set of magic words from one does not work in the other. If you change store, your cart starts empty.

## shipping-cost: What does shipping cost?
It is free on orders over ${f.freeShippingOver}. Below that, the checkout shows the cost before you pay. The cart tells you how much more you need. A redeemed gift always ships free.

## dispatch: When will my order ship?
- Wands: ${f.wandShipsNow}.
${f.vol1ShipsNow && `- Vol. I: ${f.vol1ShipsNow}.`}
- Vol. II, tracked: ${f.vol2ShipsNow}.
- Gift envelopes: ${f.envelopeShipsNow}, untracked.
- Merch: printed to order, and shipped ${f.merchShipsNow}.

## delivery-time: How long does delivery take?
${capitalizeFirst(f.delivery)}${shipsAbroad(f.market) ? '' : ` ${f.store.shipsWhere}`}, once it has shipped.

## tracking: Can I track it?
Vol. II is tracked. Gift envelopes are not: they are letters and travel like letters.

## pre-order-and-wand: Can I order ${f.isPreOrder ? 'a pre-order' : 'Vol. II'} and a wand together?
Yes. If you need the wand sooner than the box, order it separately.

## customs: Will I pay customs duties?
${shipsAbroad(f.market) ? 'Not in the UK. An order to the EU may be charged customs duties, tax or a handling fee on arrival. Those are yours to pay, and we cannot refund them.' : `No. Your order travels inside ${f.store.shipsTo}.`}

## giving: How does giving a gift work?
Order Vol. II and choose the Gift Edition Envelope or the printable letter. You get the magic words by email. The person you give them to enters the words on our [Redeem page](/redeem), gives an address and receives the box with free shipping.

## for-yourself: I am buying Vol. II for myself. What do I choose?
Choose “No wrapping, it is for me”: no magic words are made, and the box ships ${f.ownShipsNow}, to the address of your order. With the envelope or the letter it works as a gift does: the box ships to whoever says the five words, and you may say them yourself on our [Redeem page](/redeem).

## where-to-redeem: Where can a gift be redeemed?
Only in the store where it was bought. Before you buy, choose the store that ships to the person you are giving to.

## magic-words-twice: Can the magic words be used twice?
No. Each set works once, for one gift. Until the order is placed and complete, nothing is used up: leave the cart and the words still work.

## another-wand: Can the recipient choose another wand?
Yes, at a cost. A gift without a wand can gain the Classic Wand for ${f.addClassicPrice} or a Premium Wand for ${f.premiumFromBoxPrice}. A gift with the Classic Wand can change to a premium one for ${f.premiumFromClassicPrice}. A gift with a Premium Wand already comes with a choice of ${PREMIUM_COUNT}.

## discount-code: I have a discount code. Where does it go?
In [the cart](/cart), in the field called Magic Words. If it does not apply, we say so at once, and why.

## merch-and-gifts: Why can I not put merch and a gift in one cart?
Merch is printed to order and handled apart from gifts. Check out one, then the other.

## payment: Is it safe to pay here?
Payment happens in the checkout of our storefront host. Your card details never reach us.

# returns-and-exchanges: Returns & Exchanges

## returns: Can I return my order?
Most items: within ${f.returnDays} days of getting them. Wands: within ${f.wandReturnDays} days. Vol. I and Vol. II have their own rules, below.

## return-vol-1: Can I return Vol. I?
${f.store.sellsLimitedEdition ? `Vol. I is final sale, except for damage or a defect. Tell us within ${f.vol1ReportDays} days, with photos. This takes nothing away from the rights the law gives you: see [Returns & Refunds](/terms-and-conditions#returns).` : `Vol. I is not sold in this store. In the ${MARKETS[LIMITED_EDITION_MARKET].storeName} it is final sale, except for damage or a defect reported within ${f.vol1ReportDays} days with photos.`}

## return-vol-2: Can I return Vol. II?
Yes, within ${f.returnDays} days of getting it, if it is unopened. We deduct ${f.envelopeValue}, the value of the gift wrap.
${!uk ? '' : 'Your legal right to cancel stands beside this: see [Returns & Refunds](/terms-and-conditions#returns).'}

## cancel: Can I cancel before it ships?
${uk ? `Yes, for most items. Write to us with your order number, at the latest ${f.returnDays} days after the order arrives. Vol. I is final sale under our own policy, but your legal rights come first.` : `Yes, for most items, within ${f.returnDays} days of your order. Write to us with your order number.`}

## damaged: It arrived damaged. What now?
Tell us straight away, with your order number and photos. We will put it right.${f.store.sellsLimitedEdition ? ` For Vol. I, write within ${f.vol1ReportDays} days.` : ''}
${!uk ? '' : 'Your legal rights about faulty goods last longer than that, and we do not shorten them.'}

## refunds: When do I get my money?
Refunds are issued within ${f.refundDays} days of receipt, to the way you paid. Customs duties are non-refundable.

## exchange-a-wand: Can I exchange a wand for another style?
Return it within ${f.wandReturnDays} days and order the one you meant.

## return-a-gift: Someone gave me the box. Can I return it?
Write to us. A refund goes back to the person who paid, so you may want to talk to them first.

# care: Product Care

## box-care: How do I look after the box?
Dust it with a soft, dry cloth. Keep it away from water and strong sun, as you would a good book.

## wand-care: How do I look after a wand?
Wipe it with a soft, dry cloth. Do not bend it, soak it or take it apart. Store it out of reach of children.

## children: Is it safe around children?
Wands contain a small magnet. It is dangerous if swallowed. Nothing with a wand is for children under ${f.minimumAge}. If a magnet is swallowed, get medical help at once.

## magnet: Is the magnet a problem for anything else?
Keep wands away from pacemakers and other medical implants, and from bank cards. It is a small magnet, but so are they.

## lost-wand: I lost my wand. Is my box shut for good?
No. Any of our wands opens it. [Order another](/product/magic-wand), or borrow one from somebody you trust.

## will-not-open: My box does not open. What should I do?
Check that the wand is one of ours, or an original of the earlier company. Rest the tip on the middle of the triangle. If the cover still does not lift, do not force it. [Write to us](/contact).`
}
