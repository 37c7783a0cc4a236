import { isSellerGiven, sellerOf } from '#app/content/company-words.ts'
import { CART_DAYS, REDEEM_HOURS } from '#app/models/facts.ts'
import { RETENTION } from '#app/models/retention.ts'
import { parseMarkdown, type Section } from '../markdown.ts'
import type { PageFacts } from '../page-facts.ts'

/** The privacy policy of a store. */
export function privacySections(facts: PageFacts): Section[] {
  return parseMarkdown(privacyText(facts))
}

/** Follows what a company does for us: its name, if the owner has given it. */
const named = (company: string) => (company === '' ? '' : ` (${company})`)

function privacyText(f: PageFacts): string {
  const uk = f.store.consumerRights === 'uk-eu'
  const mail = `[${f.contactEmail}](mailto:${f.contactEmail})`
  return `## who-we-are: Who we are
${f.legalEntity === '' ? 'Wizard Box runs this shop.' : `The shop Wizard Box is run by ${sellerOf(f)}.`} We decide how and why your data is used (the law calls us the controller). Write to ${mail} about anything on this page${isSellerGiven(f) ? '' : ', or for our registered name and address'}.
${f.euRepresentative && `Our representative in the EU: ${f.euRepresentative}.`}

## what-we-collect: What we collect, and why
You can look around the whole shop without an account. There are no accounts. We collect data only when you give it to us or when the shop cannot work without it.
Table: What we collect, when and why
| When | What | Why | Lawful basis (UK and EU) |
| You join the mailing list | Name, email, where on the site you joined | To send you news of the shop | Consent, which you can withdraw at any time |
| You join the Vol. II waitlist | Name, email. The waitlist joins the mailing list too, and says so. | To tell you when Vol. II is ready to ship, and to send you news | Consent |
| You write to us | Name, email, subject, message, and whether you want our emails | To answer you | Our legitimate interest in answering people who write to us; steps before or under a contract, when you write about an order. Consent for the emails. |
| You buy something | Name, address, email, phone if you give it, what you bought, payment status. The checkout of our storefront host collects these. We do not receive card numbers. | To deliver your order, handle returns, keep accounts | Contract; legal duty for accounts, tax and product safety |
| You buy a gift | The magic words, the gift, the store, your name and email | To send you the magic words and make them work | Contract |
| You redeem a gift | The magic words, and the recipient’s name and email where they are given | To check the gift, give it once, and send it to the right place | Our legitimate interest in giving each gift once, to the right person; contract for the order |
| You ask for our emails while redeeming | Name, email | To send you news of the shop | Consent |
| You fill the cart | What is in it, your store, your shipping country, a discount code | To keep your cart between pages and visits | Our legitimate interest in running a cart you asked for; strictly necessary storage |
| You visit for the first time | Your network (IP) address, for a moment | To guess your country and open the right store | Our legitimate interest in sending you to a store that ships to you |
| You use a form or the Redeem page | Your network (IP) address, for a short time | To count tries and stop abuse | Our legitimate interest in keeping the shop and its gifts safe |
You need not give us any of this. Without an email we cannot write to you, and without an address we cannot deliver. That is all that follows.
We make no automated decisions about you that have legal or similar effects.

## other-people: What you tell us about other people
If you buy a gift, you may tell us the recipient’s name and email. Please do so only if they would not mind. We use them for the gift and for nothing else. The recipient joins our mailing list only by choosing to.
If you are the recipient: we had your name or email from the person who gave you the gift, or from the order you redeemed it with. All the rights on this page are yours too.

## who-helps-us: Who helps us
These companies process data for us, on our instructions:
Table: Companies that process data for us
| Who | What for |
| Our storefront host${named(f.storefrontHost)} | Product data, checkout, payment, orders |
| Our backend host${named(f.backendHost)} | Stores signups, the waitlist and gift codes, and handles contact messages |
| Our mail service${named(f.mailService)} | Sends the emails you asked for or need |
| Our web host${named(f.webHost)} | Serves these pages |
| A country lookup${named(f.geoService)} | Turns a network address into a country, once, when no store has been chosen |
| Carriers | Your name and address, to deliver |
For parts of the checkout, such as payment and fraud checks, our storefront host and its payment partners act under their own privacy notices. The checkout shows them.
We also share data when the law requires it. We do not sell it. We do not share it for advertising.

## where-data-goes: Where your data goes
Our helpers may work in other countries, the United States among them.
${uk ? 'When data leaves the UK or the European Economic Area, it goes to a country that the UK or the EU has found adequate, or under the standard contract clauses approved for this. Ask us for a copy.' : ''}

## how-long: How long we keep it
Table: How long we keep what
| Data | Kept |
${RETENTION.map(({ data, kept }) => `| ${data} | ${kept} |`).join('\n')}
| Country lookup | We keep the store it led to, in your browser, and not the address |
| Cart | See the table in [section 7](#cookies) |

## cookies: Cookies and local storage
These are all that a shopper meets. The owner’s sign-in has cookies of its own.
Table: Cookies and local storage by name
| Name | Kind | Purpose | Lifetime |
| \`cart\` | Cookie, signed, not readable by scripts | Holds your cart between pages | ${CART_DAYS} days |
| \`flash\` | Cookie, signed, not readable by scripts | Carries a short message to the next page | Until you have seen it, 2 minutes at most |
| \`redeem\` | Cookie, signed, not readable by scripts | Holds your place while you redeem a gift | ${REDEEM_HOURS} hours |
| \`selected_market\` | Cookie and local storage | Remembers your store (\`us\` or \`uk\`) | Cookie 12 months; local storage until you clear it |
| \`wizard-box-cart\` | Local storage | A copy of your cart on your device: items, cart and checkout address, store, shipping country, discount code | Until the cart is emptied or you clear it |
| \`cookieConsent\` | Local storage; also a cookie of that name where scripts are off | Remembers your answer to the cookie notice (\`accepted\` or \`dismissed\`) | Cookie 12 months; local storage until you clear it |
| \`gift_discount_code\` | Local storage | Keeps the discount of a gift you are redeeming | Until it has been used or you clear it |
| \`hasSubscribed\` | Local storage | Stops the email popup once you have joined | Until you clear it |
| \`emailPopupClosedTime\` | Local storage | Keeps the email popup away for 7 days after you close it | Until you clear it; ignored after 7 days |
| \`hasSeenSplash\` | Session storage | Shows the entry page once | Until you close the tab |
| \`react-router-scroll-positions\` | Session storage | Brings you back to your place on a page when you go back | Until you close the tab |
All of these are needed for something you asked the shop to do, or remember a choice you made. We set no advertising cookies. We set no analytics cookies either.
The cookie notice says that we analyze site traffic. We do it without a cookie and without an analytics service: our server notes which pages are asked for, how long they take and what fails, and not by whom.
If we ever want one that needs your consent, it will be set only after you press \`Accept\`. Closing the notice means no. So does simply browsing on, whatever the notice says about continuing. To change your mind, clear this site’s data in your browser and the notice will ask again.
The checkout runs on our storefront host and sets its own cookies there.

## rights-uk-eu: Your rights in the UK and the EU
You may:
- ask what we hold about you, and have a copy
- have mistakes put right
- have data erased
- have its use restricted
- receive data you gave us in a form you can take elsewhere
- object to uses that rest on our legitimate interests
- object to direct marketing, always and without a reason
- withdraw consent at any time, without undoing what was lawful before
Write to ${mail}. We answer within one month. It costs nothing.
You may also complain to a data protection authority. In the UK that is the Information Commissioner’s Office ([ico.org.uk](https://ico.org.uk/)). In the EU it is the authority of the country where you live or work. We would be glad to hear from you first, but you do not have to.

## rights-us: Your rights in the United States
Many states, California among them, give their residents rights over personal data. We offer the same to everybody in the US. You may:
- know what we collect, use and disclose, and have a copy
- have mistakes corrected
- have data deleted
- take your data elsewhere
- not be treated worse for asking
We do not sell personal information. We do not share it for targeted or cross-context behavioral advertising, and have nothing of the kind to opt out of. We do not use sensitive personal information to infer things about you. We treat a Global Privacy Control signal as a request not to sell or share, which is what we do anyway.
In the past twelve months we may have collected: identifiers (name, email, address, network address), purchase records, rough location (country) and the messages you sent. The sources, purposes and recipients are in sections [2](#what-we-collect) to [4](#who-helps-us).
Write to ${mail}. We check that you are you, usually by replying to the email we hold. You may send somebody on your behalf, with your written permission. We answer within 45 days. If we say no, you may appeal by replying to our answer, and you may write to your state’s attorney general.

## children: Children
The shop is for adults. We do not knowingly collect data from children under ${f.privacyMinimumAge}. If you think we have, write to us and we will delete it.

## security: Security
Connections are encrypted. Gift codes and lists cannot be read with the public key of the shop. Only the owner can see them, after signing in. No shop can promise that nothing will ever go wrong. If something does, and the law says you should know, we will tell you.

## changes: Changes, and how to reach us
When this page changes, the date at the top changes. If a change matters to you and we have your email, we write to you.
${sellerOf(f)}, ${mail}.`
}
