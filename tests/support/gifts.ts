import { createHmac, randomUUID } from 'node:crypto'
import { GIFT_BUNDLE_TITLES, type GiftKind, giftVariantOfKind } from '#app/models/gift-code.ts'
import type { Market } from '#app/models/market.ts'
import { HANDLES } from '#app/models/product.ts'
import type { WandStyle } from '#app/models/wands.ts'
import type { Browser, Page } from './browser.ts'
import type { TestShop } from './test-shop.ts'
import { cartOfVisitor } from './visitor-cart.ts'

const WORDS = ['amber', 'birch', 'cedar', 'dusk', 'ember', 'fern', 'grove', 'hazel', 'iris', 'juniper']
let issuedWords = 0

/** Magic words that are unique in this run. */
function uniqueWords(): string {
  issuedWords += 1
  return ['test', ...String(issuedWords).padStart(4, '0')]
    .map((digit) => WORDS[Number(digit)] ?? digit)
    .join(' ')
}

export type MakeGift = {
  readonly kind?: GiftKind
  readonly market?: Market
  readonly withDiscount?: boolean
  readonly purchaserName?: string | null
  readonly wand?: WandStyle | null
}

/** A gift as a paid order would have created it. */
export async function makeGift(
  shop: TestShop,
  {
    kind = 'box-only',
    market = 'us',
    withDiscount = true,
    purchaserName = 'Ada Fairweather',
    wand = null,
  }: MakeGift = {},
) {
  const { backend, storefront } = shop.services
  const product = await storefront.getProduct(market, HANDLES.vol2[market])
  const variant = product && giftVariantOfKind(product, kind)
  if (!variant) throw new Error(`No gift bundle ${kind} in ${market}`)
  const purchase = {
    orderId: `test-${randomUUID()}`,
    orderName: '#2001',
    orderLineId: '1',
    orderLineUnit: 1,
    market,
    productTitle: GIFT_BUNDLE_TITLES[kind],
    productVariantId: variant.id,
    wrapping: 'printable-only',
    chosenWand: wand,
    purchaserName,
    purchaserEmail: null,
  } as const
  const { giftCode } = await backend.gifts.issue(purchase, uniqueWords())
  const discountCode = withDiscount ? await backend.gifts.ensureDiscount(giftCode) : null
  return { ...giftCode, discountCode }
}

/** Enters magic words on the redeem page of a market. */
export async function submitMagicWords(
  visitor: Browser,
  words: string,
  market: Market = 'us',
): Promise<Page> {
  const page = await visitor.visit(`/${market}/redeem`)
  return visitor.submit(page, 'Redeem My Gift', { words })
}

/** Enters the words and adds the gift to the cart. */
export async function claim(
  visitor: Browser,
  words: string,
  fields: Record<string, string> = {},
  market: Market = 'us',
): Promise<Page> {
  return visitor.submit(await submitMagicWords(visitor, words, market), 'Add Gift to Cart', fields)
}

/** A visitor who has entered the words of a new gift, and sees its review. */
export async function reviewGift(shop: TestShop, options: MakeGift = {}) {
  const gift = await makeGift(shop, options)
  const visitor = shop.browser()
  const review = await submitMagicWords(visitor, gift.code, gift.market)
  return {
    gift,
    visitor,
    review,
    /** Submits the review as it was shown. */
    add: (fields: Record<string, string> = {}) => visitor.submit(review, 'Add Gift to Cart', fields),
    cart: () => cartOfVisitor(shop, visitor),
  }
}

/** A visitor who has added a new gift to the cart. */
export async function claimGift(shop: TestShop, fields: Record<string, string> = {}) {
  const reviewed = await reviewGift(shop)
  return { ...reviewed, added: await reviewed.add(fields) }
}

/** Opens the checkout of a visitor's cart. */
export function openCheckout(visitor: Browser, market: Market = 'us'): Promise<Page> {
  return visitor.post(`/${market}/checkout`, {})
}

/** Opens the checkout of a visitor's cart and completes the order. */
export async function completeOrder(visitor: Browser): Promise<Page> {
  return visitor.submit(await openCheckout(visitor), 'Complete order')
}

/** Waits until the shop has read every order that its store has rung about. */
export async function readOrders(shop: TestShop): Promise<void> {
  await shop.embedded.store?.deliverWebhooks()
  await shop.services.orders.idle()
}

/** Posts an order webhook, signed as by Shopify. A string is sent unchanged. */
export function sendWebhook(
  shop: Pick<TestShop, 'fetch' | 'services'>,
  payload: object | string,
  {
    topic = 'orders/paid',
    secret = shop.services.webhookSecrets[0] ?? '',
    path = '/webhooks/orders-paid',
    headers = {} as Record<string, string>,
  } = {},
): Promise<Response> {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return shop.fetch(path, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-Shopify-Topic': topic,
      'X-Shopify-Hmac-Sha256': createHmac('sha256', secret).update(body).digest('base64'),
      'X-Shopify-Shop-Domain': 'shop.test',
      'X-Shopify-Webhook-Id': randomUUID(),
      ...headers,
    },
  })
}
