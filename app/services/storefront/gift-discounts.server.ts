import { z } from 'zod'
import type { AdminApi } from '#supabase/functions/_shared/environment.ts'
import { callAdmin, changeAdmin } from '#supabase/functions/_shared/shopify-admin.ts'
import type { Log } from '../log/log.server.ts'

const FIND_DISCOUNT = `query GiftDiscount($code: String!) {
  codeDiscountNodeByCode(code: $code) { id }
}`
const DEACTIVATE_DISCOUNT = `mutation RetireGiftDiscount($id: ID!) {
  discountCodeDeactivate(id: $id) { codeDiscountNode { id } userErrors { field message code } }
}`

const foundSchema = z.object({ codeDiscountNodeByCode: z.object({ id: z.string() }).nullable() })

export type GiftDiscounts = ReturnType<typeof createGiftDiscounts>

/** Changes the discounts of gifts; without an Admin API (null) a warning is logged instead. */
export function createGiftDiscounts(admin: AdminApi | null, log: Log) {
  return {
    /** Deactivates a code, so that a cart that still has it gets no free gift. @throws ShopifyAdminError */
    async deactivateDiscount(discountCode: string): Promise<void> {
      if (admin === null) {
        log.warn({ operation: 'retire gift discount' }, 'no Admin API is configured')
        return
      }
      const found = await callAdmin(admin, FIND_DISCOUNT, { code: discountCode }, foundSchema)
      const { codeDiscountNodeByCode: node } = found
      if (node !== null) await changeAdmin(admin, DEACTIVATE_DISCOUNT, { id: node.id })
    },
  }
}
