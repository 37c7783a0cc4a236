import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createBackend } from '#app/services/backend/backend.server.ts'
import { createEmbeddedBackend, type EmbeddedBackendOptions } from '#embedded/supabase/backend.server.ts'
import { openDatabase } from '#supabase/functions/_shared/database.ts'
import { variantId } from '../support/embedded-store.ts'
import { newDataDir } from '../support/first-start.ts'
import { createShopify, refusalsOf } from '../support/shopify.ts'
import { silentLog } from '../support/silent-log.ts'

export const OWNER = { email: 'owner@wizardbox.example', password: 'correct horse battery' }
export const CONSENT = { market: 'us', wording: 'Join our mailing list.' } as const

const FOLDER = new URL('../../supabase/migrations/', import.meta.url)
/** What each migration runs, in their order. */
export const MIGRATIONS = readdirSync(FOLDER)
  .sort()
  .map((file) => readFileSync(new URL(file, FOLDER), 'utf8'))

/** A client without a stored session. */
export const clientFor = ({ url, fetch }: { url: string; fetch: typeof globalThis.fetch }, key: string) =>
  openDatabase(url, key, fetch, false)

/** An embedded backend with the backend service on top, and the store that its functions call. */
export async function startEmbedded(options: Partial<EmbeddedBackendOptions> = {}) {
  const dataDir = options.dataDir ?? (await newDataDir())
  const addresses = { from: 'hello@wizardbox.example', to: 'hello@wizardbox.example' }
  const mail = { ...addresses, smtpUrl: null, outboxDir: join(dataDir, 'outbox') }
  const shopify = createShopify({ isNew: false })
  const settings: EmbeddedBackendOptions = {
    dataDir,
    mail,
    admin: { url: shopify.adminUrl(), token: shopify.tokens.adminToken, fetch: shopify.fetch },
    ownerEmail: OWNER.email,
    ownerPassword: OWNER.password,
    origin: () => 'https://shop.test',
    log: silentLog,
    ...options,
  }
  const embedded = await createEmbeddedBackend(settings)
  const { url, anonKey, serviceRoleKey } = embedded
  const backend = createBackend({ ...embedded, mail, origin: settings.origin, log: settings.log })
  return {
    dataDir,
    store: shopify.store,
    /** All calls of the functions to the store. */
    calls: shopify.calls,
    embedded,
    backend,
    service: clientFor(embedded, serviceRoleKey),
    anonymous: clientFor(embedded, anonKey),
    access: { url, anonKey, serviceRoleKey, fetch: embedded.fetch },
    /** Closes all, after what Shopify would have refused in any version: nothing. */
    async close() {
      const refused = shopify.calls.flatMap((call) => refusalsOf(call.api, call.document, call.variables))
      await Promise.all([embedded.close(), shopify.close()])
      expect(refused).toEqual([])
    },
  }
}

/** A word that no other test of a file uses. */
export function unique(name: string): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}`
}

/** A gift as bought with a box, in an order of its own. */
export function giftPurchase() {
  return {
    orderId: unique('order'),
    orderName: '#1043',
    orderLineId: '1401',
    orderLineUnit: 1,
    market: 'us',
    productTitle: 'Gift Bundle - Classic Wand',
    productVariantId: variantId(2, 8),
    wrapping: 'gift-edition',
    purchaserName: 'Rowan Quill',
    purchaserEmail: 'Rowan@Example.com',
  } as const
}
