import { GIFT_BUNDLE_TITLES, giftVariantOfKind, SAMPLE_ORDER } from '#app/models/gift-code.ts'
import type { Market } from '#app/models/market.ts'
import type { Product } from '#app/models/product.ts'
import type { Backend } from '#app/services/backend/backend.server.ts'
import { SETUP_COMPLETE, type StoredGiftCode } from '#app/services/backend/gift-records.server.ts'
import type { Log } from '#app/services/log/log.server.ts'

/** Sample gift codes for trying out the shop, one of them for the owner to finish. Documented in the README. */
export const SEEDED_GIFTS = [
  { words: 'amber lantern owl', kind: 'box-only', market: 'us', state: 'to-finish' },
  { words: 'silver birch comet', kind: 'classic-wand', market: 'us', state: 'open' },
  { words: 'velvet moon harbour', kind: 'premium-wand', market: 'us', state: 'open' },
  { words: 'copper fern riddle', kind: 'box-only', market: 'uk', state: 'open' },
  { words: 'winter quill ember', kind: 'classic-wand', market: 'uk', state: 'without-discount' },
  { words: 'gilded acorn storm', kind: 'classic-wand', market: 'us', state: 'redeemed' },
] as const

type SeededGift = (typeof SEEDED_GIFTS)[number]

/** Whether a stored sample has all that belongs to its state. */
function isDone(
  state: SeededGift['state'],
  { discountCode, setupComplete, redeemed }: StoredGiftCode,
): boolean {
  if (state === 'open') return setupComplete
  if (state === 'redeemed') return redeemed
  return state === 'without-discount' || discountCode !== null
}

/**
 * Creates the sample gift codes through the same code as a paid order, discounts included. Those that are there already
 * stay as they are; what a start that ended early left half made is finished.
 * @param findVol2 finds a market's Vol. II, whose variants are the gifts
 */
export async function seedGiftCodes(
  backend: Backend,
  findVol2: (market: Market) => Promise<Product | null>,
  log: Log,
): Promise<void> {
  const known = await backend.gifts.listOfOrder(SAMPLE_ORDER)
  for (const gift of SEEDED_GIFTS) {
    const { market, kind, state, words } = gift
    if (known.some((stored) => stored.code === words && isDone(state, stored))) continue
    const product = await findVol2(market)
    const variant = product && giftVariantOfKind(product, kind)
    if (variant) await seedGift(backend, gift, variant.id)
    else log.warn({ market, kind }, 'sample gift not made: the store has no such variant')
  }
}

async function seedGift(backend: Backend, gift: SeededGift, variantId: string): Promise<void> {
  const purchase = {
    orderId: SAMPLE_ORDER,
    orderName: '#1000',
    orderLineId: gift.words.replaceAll(' ', '-'),
    orderLineUnit: 1,
    market: gift.market,
    productTitle: GIFT_BUNDLE_TITLES[gift.kind],
    productVariantId: variantId,
    wrapping: 'gift-edition',
    purchaserName: null,
    purchaserEmail: null,
  } as const
  const { giftCode } = await backend.gifts.issue(purchase, gift.words)
  if (gift.state === 'without-discount') return
  const discountCode = await backend.gifts.ensureDiscount(giftCode)
  if (gift.state === 'open') await backend.changeRow('giftCodes', giftCode.id, SETUP_COMPLETE)
  if (gift.state === 'redeemed')
    await backend.gifts.redeem({ ...giftCode, discountCode }, { id: 'sample-redemption', name: '#1000' })
}
