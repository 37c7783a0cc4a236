import { randomUUID } from 'node:crypto'
import { expect, inject } from 'vitest'
import { type Mail, readOutbox } from '../support/outbox.ts'
import { type Market, VOL_2 } from './addresses.ts'
import type { Fields, Page } from './page.ts'
import type { ShopUnderTest } from './shop.ts'
import { Visitor } from './visitor.ts'

/** What people send, and gifts as they are bought and redeemed. */

/** An email address that nobody else has. */
export const newEmail = () => `${randomUUID().slice(0, 13)}@example.com`

/** Opens a page and sends the form of a button, as somebody who is here for the first time if nobody is named. */
export async function send(path: string, button: string, fields: Fields = {}, visitor = new Visitor()) {
  await visitor.visit(path)
  return { visitor, page: await visitor.submit(button, fields) }
}

/** Says magic words on the redeem page. */
export const sayWords = (words: string, market: Market = 'us', visitor = new Visitor()) =>
  send(`/${market}/redeem`, 'Redeem My Gift', { words }, visitor)

/** The name of the field that only robots fill in: people never see it. */
export const trapIn = ({ html }: Page): string =>
  /leave this field blank.*?name="([^"]+)"/i.exec(html)?.[1] ?? ''

/** From the cart, by the checkout, to the order. */
export async function payFor(visitor: Visitor, market: Market, email = newEmail()) {
  const cart = await visitor.visit(`/${market}/cart`)
  const checkout = await visitor.submit('Checkout')
  const thanks = await visitor.submit('Complete order', { name: 'Grace Giver', email })
  expect(thanks.main).toMatch(/order number is #\d+/)
  return { cart, checkout, thanks }
}

type Purchase = { market?: Market; option?: string; wrapping?: string; count?: number; shop?: ShopUnderTest }

/** Buys Vol. II as a gift, pays for it in the demo checkout, and waits for the words of each. */
export async function buyGift({
  market = 'us',
  option = 'box-only',
  wrapping = 'printable-only',
  count = 1,
  shop = inject('shop'),
}: Purchase = {}) {
  const giver = new Visitor({ origin: shop.origin })
  const email = newEmail()
  const choice: Fields = { option, wrapping }
  if (option === 'premium-wand') choice['Dragon & Oak'] = true
  for (let unit = 0; unit < count; unit++)
    await send(`/${market}${VOL_2[market]}`, 'Order Now', choice, giver)
  const order = await payFor(giver, market, email)
  const mails = () => readOutbox(shop.dataDir).filter((mail) => mail.to.includes(email) && wordsIn(mail))
  await expect.poll(() => mails().length, { interval: 50, timeout: 10_000 }).toBe(count)
  return {
    ...order,
    mails: mails(),
    allWords: mails().map(wordsIn),
    words: mails().map(wordsIn)[0] ?? '',
    email,
  }
}

/** The five words in a mail to a giver. */
export const wordsIn = ({ text }: Mail): string =>
  /magic words:\s+([a-z]+(?:\s+[a-z]+){4})/i.exec(text)?.[1]?.replace(/\s+/g, ' ') ?? ''

/** The address in a mail by which its reader leaves the list. */
export const wayOut = ({ raw }: Mail): string =>
  /^List-Unsubscribe:\s*<([^>]+)>/im.exec(raw.replace(/\r?\n[ \t]+/g, ' '))?.[1] ?? ''
