import { z } from 'zod'
import { REQUIRED_PRODUCTS } from '#app/models/store-products.ts'
import { missingScopes } from '#app/models/store-requirements.ts'
import type { AdminApi } from '#supabase/functions/_shared/environment.ts'
import { callAdmin } from '#supabase/functions/_shared/shopify-admin.ts'
import { id, nodes } from './answers.server.ts'
import {
  READ_CHANNELS,
  READ_FIXED_PRICES,
  READ_MARKET,
  READ_MARKETS,
  READ_PRODUCT,
  READ_WEBHOOKS,
} from './documents.server.ts'
import { readDelivery } from './read-delivery.server.ts'

/** The answer to `READ_ACCESS`: what the token may do, and the ISO 4217 code of the shop's own currency. */
export const accessSchema = z
  .object({
    shop: z.object({ currencyCode: z.string() }),
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
  })
  .transform(({ shop, currentAppInstallation }) => ({
    currency: shop.currencyCode,
    scopes: currentAppInstallation.accessScopes.map(({ handle }) => handle),
  }))

const variant = z
  .object({
    id: z.string(),
    title: z.string(),
    availableForSale: z.boolean(),
    deliveryProfile: id.nullish(),
  })
  .transform(({ deliveryProfile, ...rest }) => ({
    ...rest,
    /** The delivery profile; null where the token may not read it. */
    profileId: deliveryProfile?.id ?? null,
  }))

const product = z
  .object({
    id: z.string(),
    handle: z.string(),
    title: z.string(),
    tags: z.array(z.string()),
    status: z.enum(['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED', 'SUSPENDED']),
    options: z.array(z.object({ name: z.string() })),
    metafield: z.object({ value: z.string() }).nullable(),
    media: nodes(id),
    resourcePublicationsV2: nodes(z.object({ publication: id })),
    variants: nodes(variant),
  })
  .transform(({ options, metafield, media, resourcePublicationsV2, ...rest }) => ({
    ...rest,
    optionNames: options.map(({ name }) => name),
    /** Whether set-up made it, or was told that it may change it. */
    isMarked: metafield !== null,
    hasPicture: media.length > 0,
    /** The channels' ids that it is published to. */
    channelIds: resourcePublicationsV2.map(({ publication }) => publication.id),
  }))

export type StoredProduct = z.output<typeof product>

const channels = z.object({
  currentAppInstallation: z.object({ publication: id.nullable() }),
  publications: nodes(
    z.object({
      id: z.string(),
      catalog: z
        .object({
          title: z.string(),
          apps: nodes(z.object({ handle: z.string().nullable(), title: z.string() })).optional(),
        })
        .nullable(),
    }),
  ),
})

const market = z.object({
  market: z
    .object({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      conditions: z
        .object({
          regionsCondition: z
            .object({
              regions: nodes(
                z.object({
                  code: z.string().optional(),
                  currency: z.object({ currencyCode: z.string() }).optional(),
                }),
              ),
            })
            .nullable(),
        })
        .nullable(),
      catalogs: nodes(
        z.object({
          id: z.string(),
          status: z.string(),
          priceList: z.object({ id: z.string(), currency: z.string() }).nullable(),
        }),
      ),
    })
    .nullable(),
})

const fixedPrices = z.object({
  priceList: z
    .object({
      prices: z.object({
        nodes: z.array(z.object({ variant: id })),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      }),
    })
    .nullable(),
})

const webhook = z
  .object({ topic: z.string(), callbackUrl: z.string(), format: z.string() })
  .transform(({ callbackUrl, ...rest }) => ({ ...rest, address: callbackUrl }))

/** A Shopify shop as the Admin API describes it: what `compareStore` looks at. */
export type StoreState = Awaited<ReturnType<typeof readStore>>

/**
 * Reads what set-up and the check compare. Parts that only set-up needs are null where the token may not read them.
 * @param access with all that the shop itself needs
 * @param onProgress called with what is read next
 * @throws ShopifyAdminError
 */
export async function readStore(
  admin: AdminApi,
  { currency, scopes }: z.output<typeof accessSchema>,
  onProgress: (what: string) => void = () => undefined,
) {
  const mayRead = {
    delivery: missingScopes(scopes, ['read_shipping', 'read_locations']).length === 0,
    markets: missingScopes(scopes, ['read_markets']).length === 0,
  }
  const products = new Map<string, StoredProduct>()
  for (const { handle, title } of REQUIRED_PRODUCTS) {
    onProgress(title)
    const found = await readProduct(admin, handle, mayRead.delivery)
    if (found !== null) products.set(handle, found)
  }
  onProgress('channels, markets and delivery')
  return {
    currency,
    /** The required products whose handles are in use, by handle. */
    products,
    channels: await readChannels(admin),
    markets: mayRead.markets ? await readMarkets(admin) : null,
    delivery: mayRead.delivery ? await readDelivery(admin) : null,
    webhooks: await readWebhooks(admin),
  }
}

/** The product with that handle, or null. @throws ShopifyAdminError */
export async function readProduct(
  admin: AdminApi,
  handle: string,
  withDelivery = true,
): Promise<StoredProduct | null> {
  const schema = z.object({ productByIdentifier: product.nullable() })
  return (await callAdmin(admin, READ_PRODUCT, { handle, withDelivery }, schema)).productByIdentifier
}

/** The apps whose channels have storefront tokens of their own. */
const HEADLESS = /^(?:headless|hydrogen)$/i

/** The sales channels. @throws ShopifyAdminError */
async function readChannels(admin: AdminApi) {
  const reply = await callAdmin(admin, READ_CHANNELS, {}, channels)
  const own = reply.currentAppInstallation.publication?.id
  return reply.publications.map((publication) => {
    const apps = publication.catalog?.apps ?? []
    return {
      id: publication.id,
      title: publication.catalog?.title ?? publication.id,
      /** Whether a storefront token may belong to it: that of this app, or of a headless storefront. */
      isStorefront:
        publication.id === own ||
        apps.some(({ handle, title }) => HEADLESS.test(handle ?? '') || HEADLESS.test(title)),
    }
  })
}

/** The markets of regions. @throws ShopifyAdminError */
export async function readMarkets(admin: AdminApi): Promise<StoredMarket[]> {
  const { markets } = await callAdmin(admin, READ_MARKETS, {}, z.object({ markets: nodes(id) }))
  const read: StoredMarket[] = []
  // One by one: together they would exceed the cost of one query.
  for (const entry of markets) {
    const found = await readMarket(admin, entry.id)
    if (found !== null) read.push(found)
  }
  return read
}

export type StoredMarket = NonNullable<Awaited<ReturnType<typeof readMarket>>>

async function readMarket(admin: AdminApi, marketId: string) {
  const { market: found } = await callAdmin(admin, READ_MARKET, { id: marketId }, market)
  if (found === null) return null
  const catalogs = found.catalogs.filter(({ status }) => status === 'ACTIVE')
  const catalog = catalogs.find(({ priceList }) => priceList !== null) ?? catalogs[0] ?? null
  const list = catalog?.priceList ?? null
  const regions = found.conditions?.regionsCondition?.regions ?? []
  return {
    id: found.id,
    name: found.name,
    isActive: found.status === 'ACTIVE',
    /** ISO 3166 code, and the currency that its buyers see. */
    countries: regions.flatMap(({ code, currency }) =>
      code && currency ? [{ code, currency: currency.currencyCode }] : [],
    ),
    catalogId: catalog?.id ?? null,
    /** With the variants that have a fixed price. */
    priceList: list && { ...list, variantIds: await readFixedPrices(admin, list.id) },
  }
}

const MAX_PAGES = 100

async function readFixedPrices(admin: AdminApi, listId: string): Promise<ReadonlySet<string>> {
  const variantIds = new Set<string>()
  let after: string | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const reply: z.output<typeof fixedPrices> = await callAdmin(
      admin,
      READ_FIXED_PRICES,
      { id: listId, after },
      fixedPrices,
    )
    for (const { variant } of reply.priceList?.prices.nodes ?? []) variantIds.add(variant.id)
    if (!reply.priceList?.prices.pageInfo.hasNextPage) break
    after = reply.priceList.prices.pageInfo.endCursor
  }
  return variantIds
}

/** The webhooks of this app. @throws ShopifyAdminError */
async function readWebhooks(admin: AdminApi) {
  const schema = z.object({ webhookSubscriptions: nodes(webhook) })
  return (await callAdmin(admin, READ_WEBHOOKS, {}, schema)).webhookSubscriptions
}
