import { euPersonOf, isSellerGiven, makerOf, sellerOf } from '#app/content/company-words.ts'
import { BRAND, MARKET_IDS, MARKETS, shipsAbroad } from '#app/models/market.ts'
import { capitalizeFirst, countWord } from '#app/models/wands.ts'
import { parseMarkdown, type Section } from '../markdown.ts'
import type { PageFacts } from '../page-facts.ts'

/** The terms, returns, refund and product-safety policy of a store on a given day. Spec: 9 Policy */
export function termsSections(facts: PageFacts): Section[] {
  return parseMarkdown(termsText(facts))
}

/** The lines of the model cancellation form that the law requires. */
export function cancellationFormLines(facts: PageFacts): string[] {
  return [
    `To ${sellerOf(facts)}, ${facts.contactEmail}:`,
    'I/We (*) hereby give notice that I/We (*) cancel/withdraw from (*) my/our (*) contract of sale of the following goods (*):',
    'Ordered on (*)/received on (*):',
    'Name of consumer(s):',
    'Address of consumer(s):',
    'Signature of consumer(s) (only if this form is notified on paper):',
    'Date:',
    '(*) Delete as appropriate.',
  ]
}

function termsText(f: PageFacts): string {
  const uk = f.store.consumerRights === 'uk-eu'
  const mail = `[${f.contactEmail}](mailto:${f.contactEmail})`
  const to = `${f.store.shipsTo.replace(/^the /, '')} only`
  return `## who-we-are: Who we are
${sellerOf(f)}. Email: ${mail}.${f.companyNumber && ` Company number: ${f.companyNumber}.`}${f.vatNumber && ` Tax or VAT number: ${f.vatNumber}.`}${isSellerGiven(f) ? '' : ' Write to us for our registered name and postal address.'}
In these terms, “we” means ${f.legalEntity === '' ? BRAND : 'that company'}, and “you” means the person who orders. You must be 18 or over to order, or have the permission of a parent or guardian.

## two-stores: ${capitalizeFirst(countWord(MARKET_IDS.length))} stores
${Object.values(MARKETS)
  .map(
    ({ storeName, currencyName, region }) =>
      `- The ${storeName} sells in ${currencyName} and ships to ${region}.`,
  )
  .join('\n')}
Carts, prices, discount codes and gifts belong to the store they come from.

## ordering: Ordering
You choose, you check the cart, you pay in the checkout. Before you pay you see the goods, the price, the delivery cost and the total, and can put right any mistake.
Your order is an offer to buy. We accept it when we confirm it by email. That is the moment the contract is made. If we cannot accept it, because something has sold out or because of a plain mistake in a price, we tell you and return your money.
Each order is made in English. Your order confirmation holds its details. Please keep it.

## pre-orders: ${f.isPreOrder ? 'Pre-orders' : 'Vol. II: Magical You'}
${f.isPreOrder ? `Vol. II: Magical You is sold as a pre-order. It ships tracked: ${f.vol2ShipsNow}.` : `Vol. II: Magical You ships tracked: ${f.vol2ShipsNow}.`}
Payment is taken when you place the order. If the date moves, we tell you the new one, and you may cancel for a full refund instead of waiting.
Vol. II comes with the Gift Edition Envelope, worth ${f.envelopeValue}, free of charge, or with the printable letter if you choose that. Envelopes ship ${f.envelopeShipsNow}, untracked.

## limited-edition: Limited edition
${f.store.sellsLimitedEdition ? `Vol. I: The Phoenix Edition is limited to ${f.vol1Copies} signed and numbered copies. You choose the edition: Ashborn, Sunfire or Ember. We sell it to ${f.store.shipsTo} only.` : `Vol. I is not sold in the ${f.store.storeName}.`}

## prices: Prices and payment
Prices are in ${f.store.currencyName}${uk ? ' and include UK VAT where it is charged. Orders to the EU may meet tax and duties on arrival: see [section 9](#customs).' : '. Sales tax is added at checkout where the law asks for it.'}
Shipping is free on orders over ${f.freeShippingOver}. Below that, the checkout shows the cost before you pay. Payment is handled by our storefront host and its payment partners. The price that counts is the one in the checkout when you order.
A struck-through price beside Vol. II is the price plus the value of the envelope (${f.envelopeValue}). It is not an earlier price. Savings on bundles and sets compare with buying the same things separately in this shop.

## gifts: Discount codes and gifts
A discount code works on the terms it comes with, and only in its own store. It has no cash value.
When Vol. II is bought with gift wrapping, the purchaser receives magic words by email. Whoever enters them on the [Redeem page](/redeem) receives the gift, shipped free.
- Each set of magic words works once, for one gift, in the store where it was bought.
- The words are used up when the order is complete, not before.
- The box is sent once, to the address given with the gift’s order.
- Treat them like cash. If somebody else uses them before you do, we cannot call the box back. If you think they have been stolen, write to us at once.
- An upgrade is billed separately and is paid by the person who chooses it.
- A gift cannot share a cart with printed-to-order merch.
- A refund for a gift goes to the person who paid for it.

## delivery: Delivery
Table: When things ship, and where to
| What | Ships | To |
${f.store.sellsLimitedEdition ? `| Vol. I | ${f.vol1HasShipped ? `Within ${f.vol1DispatchDays} business days` : `From ${f.vol1ShipsFrom}, then within ${f.vol1DispatchDays} business days`} | ${to} |` : ''}
| Vol. II | Tracked, ${f.vol2ShipsNow} | ${to} |
| Gift envelopes | ${capitalizeFirst(f.envelopeShipsNow)}, untracked | As Vol. II |
| Wands and bundles | ${capitalizeFirst(f.wandShipsNow)} | ${to} |
| Merch | Printed to order, ${f.merchShipsNow} | ${to} |
Delivery takes ${f.delivery} once an order has shipped.
If we give no other date, we deliver within 30 days of your order. If we are late, you may set us a fair new date and cancel if we miss it.
Goods are at our risk until they reach you or somebody you name.

## customs: Customs duties
${shipsAbroad(f.market) ? 'Orders from the United Kingdom store to the EU may be charged customs duties, import VAT or a handling fee. The carrier tells you. They are yours to pay, we cannot say in advance how much they will be, and they are non-refundable by us, also when you return the goods. Your customs office may be able to give some of it back: ask them.' : `None apply to orders inside ${f.store.shipsTo}.`}

## returns: Returns at a glance
Table: How long you may return what
| What | Our policy |
| Most items | Cancel or return within ${f.returnDays} days |
| Wands and wand bundles | Return within ${f.wandReturnDays} days |
${f.store.sellsLimitedEdition ? `| Vol. I: The Phoenix Edition | Final sale, except for damage or a defect reported within ${f.vol1ReportDays} days, with photos |` : ''}
| Vol. II: Magical You | Return within ${f.returnDays} days if unopened. ${f.envelopeValue} is deducted, the value of the gift wrap. |
| Complete Sets | As the volume they belong to |
| Merch | Return within ${f.returnDays} days, unused |
The days run from the day the goods reach you.
${uk ? `This is our own policy. Your legal right to cancel ([section 13](#cancel)) and your rights about faulty goods ([section 14](#faulty)) stand beside it. Where they give you more, they come first, for Vol. I and Vol. II as well.` : ''}

## how-to-return: How to return something
1. Write to ${mail}, or use the [contact form](/contact?subject=Return%2FExchange) and choose Return/Exchange. Give your order number and what you are returning. Photos, if something is damaged.
1. ${f.returnAddress === '' ? 'We answer with the address to send it to.' : `We answer with the address: ${f.returnAddress}.`}
1. Pack it well and send it within 14 days of telling us. Keep the receipt from the carrier.
For a change of mind, the postage back is paid by the buyer. If the goods are damaged, defective or not what you ordered, we pay it.
Send wands so that children cannot get at them on the way.

## refunds: Refunds
We issue refunds within ${f.refundDays} days of receipt of the returned goods, to the way you paid. If you cancel before we ship, we issue the refund within ${f.refundDays} days of your message. We charge nothing for the refund itself. When Vol. II is returned, ${f.envelopeValue} is deducted for the gift wrap, as [section 10](#returns) says.
Customs duties are non-refundable.
If goods come back used more than was needed to look at them, we may deduct what they have lost in value.

## cancel: Your right to cancel, UK and EU
${
  uk
    ? `This section is for consumers in the UK and EU. It is a right the law gives you, apart from our own policy.
**The right.** You may cancel your order within 14 days, without giving a reason. In the EU this is called the right of withdrawal. The 14 days end 14 days after the day on which you, or somebody you name who is not the carrier, receive the goods. If one order comes in several deliveries, they end 14 days after the last one.
**How.** Tell us clearly, before the 14 days are over. Write to ${sellerOf(f)}, ${mail}. You may use the form in [section 20](#cancellation-form), but you need not. If you use our [contact form](/contact?subject=Return%2FExchange), we confirm by email within ${f.replyHours} hours that we have it. It is enough to send your message before the time is up.
**What we do.** We refund all you paid for the goods, with the cost of standard delivery. If you chose dearer delivery, the extra is not refunded. We do this without undue delay, and at the latest 14 days after the goods come back, or after you show that you have sent them, if that is sooner. If we have not yet sent anything, 14 days after your message. We use the way you paid, and charge nothing for it.
**What you do.** Send the goods back without undue delay, at the latest 14 days after telling us. The postage back is paid by the buyer. You answer for lost value only if it comes from handling the goods beyond what was needed to see what they are and whether they work.
**Gifts that came with the goods.** When you cancel, send back what came free with them too. If the gift envelope has been used, we may deduct its value of up to ${f.envelopeValue}, as far as the law allows.
**Vol. I and Vol. II.** Our own policy for these is stricter ([section 10](#returns)). It does not limit the right in this section.`
    : 'This section is for orders from the United Kingdom store.'
}

## faulty: If something is faulty
Tell us as soon as you see it, with your order number and photos.${f.store.sellsLimitedEdition ? ` For Vol. I our policy asks for this within ${f.vol1ReportDays} days, so that we can put it right quickly.` : ''} We repair, replace or refund.
${
  uk
    ? `In the UK, goods must be as described, fit for purpose and of satisfactory quality. You may reject faulty goods within 30 days for a full refund. After that, we may first repair or replace them. You can claim for up to six years (five in Scotland), as far as goods can be expected to last that long. For free advice, see [citizensadvice.org.uk](https://www.citizensadvice.org.uk/).
In the EU, you have a legal guarantee of at least two years from delivery. You may have goods repaired or replaced free of charge, or, where that fails, pay less or have your money back. Some countries give more.`
    : 'Warranties that the law implies and that cannot be excluded apply. Some states give you further rights.'
}

## safety: Product safety
> **Warning. Wands contain a small magnet.** It is dangerous if swallowed. Not for children under ${f.minimumAge}.
- Magnets that stick together inside the body can cause serious injury. If one is swallowed or breathed in, get medical help at once.
- Keep wands out of reach of children and animals.
- Keep wands away from pacemakers and other medical implants, and from bank cards.
- If a wand breaks and the magnet comes loose, stop using it, put it where no child can reach it and write to us.
- A Wizard Box opens only with our wands or with original wands of the earlier company. Do not try to open it with other magnets or by force.
- Wands are keepsakes. Do not point them at eyes, and do not run with them.
Maker: ${makerOf(f)}.
${uk ? `Responsible person in the EU: ${euPersonOf(f)}.` : ''}
If you believe that something we sold is not safe, stop using it and write to ${mail}. If we ever recall something, we write to everybody who bought it and say so on this site.

## independence: Independence
Wizard Box is independent. Our founder bought back assets of a wizard-themed company that had failed. We are not that company, and we are not affiliated with, endorsed by or connected to its brand or any other. We do not answer questions about it, and we are not responsible for what it sold. Original wands are named only to say what a Wizard Box works with.

## words-and-pictures: Our words and pictures
The name, logo, texts, pictures, films and designs of the shop belong to us or are used with permission. You may share links and your own photos of our things. Anything more, ask.

## liability: What we answer for
We answer for loss that we cause and that could be foreseen when you ordered. We sell to private people, not for resale, so we do not answer for business losses. Nothing here limits our responsibility for death or injury caused by our negligence, for fraud, for unsafe products, or for anything else for which the law does not let us limit it.
The pages may be out of reach now and then. We do our best.

## law: Law and disputes
Please write to us first. Most things are settled in a letter or two.
${f.governingLaw && `These terms are governed by ${f.governingLaw}. `}${uk ? 'If you are a consumer, you keep the protection of the law of the country where you live, and may go to court there.' : 'You keep the protection of the consumer law of your state.'}
If one part of these terms does not hold, the rest does. We may change these terms for future orders. The terms of the day you ordered apply to your order.

## cancellation-form: Model cancellation form
${
  uk
    ? `Complete and return this form only if you wish to cancel the contract (in the EU: withdraw from it).
{cancellation-form}`
    : 'This form is for orders from the United Kingdom store.'
}`
}
