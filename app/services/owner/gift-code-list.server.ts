import { isSetupPending, usableDiscountCode } from '../../models/gift-code.ts'
import type { Market } from '../../models/market.ts'
import type { StoredGiftCode } from '../backend/gift-records.server.ts'
import type { GiftCodeFilter } from '../backend/lists.server.ts'
import type { Services } from '../request/services.server.ts'
import { type ListView, mapList, readList } from './list-view.server.ts'
import { maskEmail } from './masked-email.server.ts'

type GiftCodeState = 'open' | 'redeemed' | 'setup-pending' | 'taken-back'

/** A gift code in the owner's list. Email addresses are masked until the owner reveals them. */
export type GiftCodeRow = {
  readonly id: string
  readonly code: string
  readonly productTitle: string
  readonly market: Market
  readonly purchaserName: string | null
  readonly purchaserEmail: string | null
  readonly recipientName: string | null
  readonly recipientEmail: string | null
  readonly orderName: string | null
  readonly state: GiftCodeState
  readonly hasDiscount: boolean
  /** Its setup in the storefront has not been confirmed, redeemed or not. False once it was revoked. */
  readonly isPending: boolean
  readonly createdAt: string
  readonly redeemedAt: string | null
}

const FILTERS: readonly GiftCodeFilter[] = ['all', 'open', 'redeemed', 'setup-pending']

function stateOf(gift: StoredGiftCode): GiftCodeState {
  if (gift.revokedAt !== null) return 'taken-back'
  if (gift.redeemed) return 'redeemed'
  return isSetupPending(gift) ? 'setup-pending' : 'open'
}

function toRow(gift: StoredGiftCode): GiftCodeRow {
  const { id, code, productTitle, market, purchaserName, recipientName, orderName, createdAt, redeemedAt } =
    gift
  return {
    id,
    code,
    productTitle,
    market,
    purchaserName,
    recipientName,
    orderName,
    createdAt,
    redeemedAt,
    purchaserEmail: gift.purchaserEmail && maskEmail(gift.purchaserEmail),
    recipientEmail: gift.recipientEmail && maskEmail(gift.recipientEmail),
    state: stateOf(gift),
    hasDiscount: usableDiscountCode(gift) !== null,
    isPending: gift.revokedAt === null && isSetupPending(gift),
  }
}

/** The gift codes that a URL requests, by page, search and `state`; null when the backend is unreachable. */
export async function readGiftCodes(
  services: Pick<Services, 'backend' | 'log'>,
  url: URL,
): Promise<ListView<GiftCodeRow> | null> {
  const filter = FILTERS.find((known) => known === url.searchParams.get('state')) ?? 'all'
  const list = await readList(services, url, (query) => services.backend.listGiftCodes({ ...query, filter }))
  return list && mapList(list, toRow)
}
