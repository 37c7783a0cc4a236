import type { AdminApi } from '../../../supabase/functions/_shared/environment.ts'
import { ShopifyAdminError } from '../../../supabase/functions/_shared/shopify-admin.ts'
import type { UploadOptions } from './pictures.server.ts'
import { readProduct, type StoredProduct } from './read-store.server.ts'

/** What the steps of set-up share while they are carried out. */
export type Making = ReturnType<typeof startMaking>

/**
 * Steps are carried out one at a time and in order. Each can be repeated after it was interrupted: the next comparison
 * finds what is done.
 * @param planned the products as they were when the steps were planned
 */
export function startMaking(
  admin: AdminApi,
  planned: ReadonlyMap<string, StoredProduct>,
  uploads: UploadOptions,
) {
  const products = new Map(planned)
  return {
    admin,
    uploads,
    /** A product of the store. @throws ShopifyAdminError */
    async product(handle: string): Promise<StoredProduct> {
      const found = products.get(handle) ?? (await readProduct(admin, handle))
      if (found === null) throw gone(`the product ${handle}`)
      products.set(handle, found)
      return found
    },
    /** Says that a product has changed: it is read again. */
    forgetProduct(handle: string): void {
      products.delete(handle)
    },
  }
}

/** What Shopify should have, and no longer has: somebody changed the shop meanwhile. */
export function gone(what: string): ShopifyAdminError {
  return new ShopifyAdminError('set-up', `${what} is not there any more: run set-up again`)
}
