import { z } from 'zod'
import type { AdminApi } from '../../../supabase/functions/_shared/environment.ts'
import {
  callAdmin,
  joinErrors,
  ShopifyAdminError,
  userErrors,
} from '../../../supabase/functions/_shared/shopify-admin.ts'
import type { Log } from '../log.server.ts'

const FIND = `query GiftDiscount($code: String!) {
  codeDiscountNodeByCode(code: $code) { id }
}`
const DEACTIVATE = `mutation RetireGiftDiscount($id: ID!) {
  discountCodeDeactivate(id: $id) { codeDiscountNode { id } userErrors { field message code } }
}`

const found = z.object({ codeDiscountNodeByCode: z.object({ id: z.string() }).nullable() })
const deactivated = z.object({ discountCodeDeactivate: z.object({ userErrors }) })

/** The discounts behind gifts, as far as the shop itself changes them. Without an Admin API it cannot, and says so. */
export function createGiftDiscounts(admin: AdminApi | null, log: Log) {
  return {
    /**
     * Makes a discount code good for nothing, so that no cart that still has it gets a free box.
     * @throws ShopifyAdminError
     */
    async retire(discountCode: string): Promise<void> {
      if (admin === null) {
        log.warn({ operation: 'retire gift discount' }, 'no Admin API is configured')
        return
      }
      const find = { name: 'GiftDiscount', query: FIND, variables: { code: discountCode } }
      const { codeDiscountNodeByCode: node } = await callAdmin(admin, find, found)
      if (node === null) return
      const deactivate = { name: 'RetireGiftDiscount', query: DEACTIVATE, variables: { id: node.id } }
      const { discountCodeDeactivate: result } = await callAdmin(admin, deactivate, deactivated)
      if (result.userErrors.length > 0)
        throw new ShopifyAdminError('RetireGiftDiscount', joinErrors(result.userErrors))
    },
  }
}
