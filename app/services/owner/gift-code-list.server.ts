import { isSetupPending, usableDiscountCode } from '../../models/gift-code.ts'
import type { Market } from '../../models/market.ts'
import type { StoredGiftCode } from '../backend/gift-code-rows.server.ts'
import type { GiftCodeFilter } from '../backend/lists.server.ts'
import type { Services } from '../compose.server.ts'
import { type ListView, mapList, readList } from './list-view.server.ts'
import { maskEmail } from './masked-email.server.ts'

type GiftCodeState = 'open' | 'redeemed' | 'setup-pending' | 'taken-back'

/** A gift code as the owner's list has it: full addresses stay on the server until they are asked for. */
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
  /** Its setup in the storefront is still to be checked, redeemed or not; never once it was taken back. */
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

/** The gift codes that an address asks for, by page, words and `state`. Null when the backend is out of reach. */
export async function readGiftCodes(
  services: Pick<Services, 'backend' | 'log'>,
  url: URL,
): Promise<ListView<GiftCodeRow> | null> {
  const filter = FILTERS.find((known) => known === url.searchParams.get('state')) ?? 'all'
  const list = await readList(services, url, (query) => services.backend.listGiftCodes({ ...query, filter }))
  return list && mapList(list, toRow)
}
