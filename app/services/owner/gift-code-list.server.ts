import { isSetupPending, usableDiscountCode } from '#app/models/gift-code.ts'
import type { GiftCodeRow, GiftCodeState, ListView } from '#app/models/owner-lists.ts'
import type { StoredGiftCode } from '../backend/gift-records.server.ts'
import type { GiftCodeFilter } from '../backend/lists.server.ts'
import type { Services } from '../request/services.server.ts'
import { mapList, readList } from './list-view.server.ts'

const FILTERS: readonly GiftCodeFilter[] = ['all', 'open', 'redeemed', 'setup-pending']

function stateOf(gift: StoredGiftCode): GiftCodeState {
  if (gift.revokedAt !== null) return 'revoked'
  if (gift.redeemed) return 'redeemed'
  return isSetupPending(gift) ? 'setup-pending' : 'open'
}

function toRow(gift: StoredGiftCode): GiftCodeRow {
  const { id, code, productTitle, market, orderName, createdAt, redeemedAt } = gift
  const { purchaserName, purchaserEmail, recipientName, recipientEmail } = gift
  return {
    id,
    code,
    productTitle,
    market,
    purchaserName,
    purchaserEmail,
    recipientName,
    recipientEmail,
    orderName,
    createdAt,
    redeemedAt,
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
