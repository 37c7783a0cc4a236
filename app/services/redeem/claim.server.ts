import {
  addLine,
  type Cart,
  type CartLine,
  hasGift,
  hasSameLines,
  type VariantsById,
  withoutGift,
} from '../../models/cart.ts'
import { usableDiscountCode } from '../../models/gift-code.ts'
import type { Market } from '../../models/market.ts'
import { addErrorText, type Notice, withExplanation } from '../../models/messages.ts'
import { type RedeemSelection, redeemLines, validateSelection } from '../../models/redeem.ts'
import {
  cannotAddGift,
  cannotAddUpgrade,
  DISCOUNT_CODE_FAILED,
  giftInCart,
  REDEMPTION_FAILED,
  selectionRefused,
} from '../../models/redeem-messages.ts'
import type { StoredGiftCode } from '../backend/gift-code-rows.server.ts'
import { cartVariants } from '../cart/cart-view.server.ts'
import { giftOfStep, refuseStep, type StepRefusal } from './gift-of-step.server.ts'
import { findGiftProduct } from './gift-product.server.ts'
import type { RedeemServices } from './redeem-services.server.ts'
import type { RedeemStep } from './redeem-step.server.ts'

export type ClaimRequest = {
  readonly market: Market
  readonly cart: Cart
  readonly step: RedeemStep | null
  readonly selection: RedeemSelection
}

export type ClaimReply =
  | {
      readonly ok: true
      /** With the gift, its upgrade and its discount code. */
      readonly cart: Cart
      readonly gift: StoredGiftCode
      /** What went in: the selection as it fits the gift. */
      readonly done: RedeemSelection
    }
  | StepRefusal

type Filled = { readonly ok: true; readonly cart: Cart } | { readonly ok: false; readonly notice: Notice }

/**
 * Puts a gift and its upgrade into the cart, in place of an earlier choice for the same gift. Nothing is used up by it: the
 * words stay open until an order is paid.
 * The gift's discount is made only here, once everything else is sure, and only if the record has none.
 * @returns the cart, or what to say with the cart left as it was. Never throws.
 * Spec: 4 Redeem flow, 5 Redeem, 7 Backend functions, 8 Redeem
 */
export async function claimGift(services: RedeemServices, request: ClaimRequest): Promise<ClaimReply> {
  const found = await giftOfStep(services, request.market, request.step)
  if (!found.ok) return found
  const { gift } = found
  const selection = validateSelection(gift.productTitle, request.selection)
  if (!selection.ok) return refuseStep(selectionRefused(selection.error), 422)
  try {
    const isAgain = holdsGift(request.cart, gift)
    const present = await cartVariants(services, request.cart)
    if (!isAgain && hasGift(request.cart, present)) return refuseStep(giftInCart(request.market), 422)
    // Whoever claims their gift once more has changed their mind, or pressed twice: what they choose now counts.
    const cart = isAgain ? withoutGift(request.cart, present) : request.cart
    const filled = await fillCart(services, { ...request, cart }, gift, selection.value)
    if (!filled.ok) return refuseStep(filled.notice, 422)
    const code = await ensureDiscount(services, gift)
    if (code === null) return refuseStep(DISCOUNT_CODE_FAILED, 502)
    const isSame = isAgain && hasSameLines(filled.cart, request.cart)
    const claimed = isSame ? request.cart : { ...filled.cart, giftDiscountCode: code }
    return { ok: true, cart: claimed, gift, done: selection.value }
  } catch (error) {
    services.log.error({ err: error, giftCodeId: gift.id }, 'gift not added to the cart')
    return refuseStep(REDEMPTION_FAILED, 503)
  }
}

/** Whether the gift in a cart is this one: its discount is what makes it free there. */
function holdsGift({ giftDiscountCode }: Cart, gift: StoredGiftCode): boolean {
  return giftDiscountCode !== null && giftDiscountCode === usableDiscountCode(gift)
}

async function fillCart(
  services: RedeemServices,
  { market, cart }: ClaimRequest,
  gift: StoredGiftCode,
  selection: RedeemSelection,
): Promise<Filled> {
  const product = await findGiftProduct(services, market, gift)
  const lines = redeemLines(product ?? { title: '', variants: [] }, gift, selection)
  if (!lines.ok) return { ok: false, notice: selectionRefused(lines.error) }
  const { gift: giftLine, upgrade } = lines.value
  const ids = [giftLine, upgrade].flatMap((line) => line?.variantId ?? [])
  const variants = await cartVariants(services, cart, ids)
  const withGift = add(cart, giftLine, variants, cannotAddGift)
  if (!withGift.ok || upgrade === null) return withGift
  return add(withGift.cart, upgrade, variants, cannotAddUpgrade)
}

function add(
  cart: Cart,
  line: CartLine,
  variants: VariantsById,
  refusal: (reason: string) => Notice,
): Filled {
  const added = addLine(cart, line, variants, 'redeem')
  return added.ok
    ? { ok: true, cart: added.value.cart }
    : { ok: false, notice: withExplanation(refusal(addErrorText(added.error, cart.market)), added.error) }
}

/** The gift's discount code, made on first use; null when it could not be made. Spec: 7 Backend functions */
async function ensureDiscount(services: RedeemServices, gift: StoredGiftCode): Promise<string | null> {
  const known = usableDiscountCode(gift)
  if (known !== null) return known
  try {
    const made = await services.backend.ensureGiftDiscount(gift)
    return made.ok ? made.value : null
  } catch (error) {
    services.log.error({ err: error, giftCodeId: gift.id }, 'gift discount not made')
    return null
  }
}
