import type { AdminApi } from '../../../supabase/functions/_shared/environment.ts'
import { ShopifyAdminError } from '../../../supabase/functions/_shared/shopify-admin.ts'
import { MARKETS, type Market } from '../../models/market.ts'
import { moneyOf } from '../../models/money.ts'
import { PICTURES } from '../../models/pictures.ts'
import { assertNever } from '../../models/result.ts'
import { descriptionHtml, REQUIRED_PRODUCTS, type RequiredProduct } from '../../models/store-products.ts'
import {
  DELIVERY_PROFILES,
  DELIVERY_ZONES,
  type DeliveryZone,
  topicName,
} from '../../models/store-requirements.ts'
import { change } from './admin-call.server.ts'
import { storedZoneOf } from './compare-delivery.server.ts'
import { countriesWithoutMarket, storedMarketsOf } from './compare-markets.server.ts'
import { storedVariantOf } from './compare-products.server.ts'
import { countryInput, freeRate, zoneInput } from './delivery-input.server.ts'
import {
  ADD_TAGS,
  ADD_VARIANTS,
  CREATE_CATALOG,
  CREATE_MARKET,
  CREATE_PRICE_LIST,
  CREATE_PRODUCT,
  CREATE_PROFILE,
  CREATE_WEBHOOK,
  FIX_PRICES,
  MARK_PRODUCT,
  PUBLISH,
  UPDATE_PROFILE,
} from './documents.server.ts'
import type { DeliveryKind, ProductVariants, SetupStep } from './finding.server.ts'
import { type UploadOptions, uploadPictures } from './pictures.server.ts'
import { readDelivery } from './read-delivery.server.ts'
import type { StoredProduct, StoreState } from './read-store.server.ts'
import { readMarkets, readProduct } from './read-store.server.ts'

/** How many variants one change names at most. */
const CHUNK = 100
const MARK = { namespace: 'wizard_box', key: 'set_up', type: 'single_line_text_field' } as const

function requiredOf(handle: string): RequiredProduct {
  const required = REQUIRED_PRODUCTS.find((product) => product.handle === handle)
  if (required === undefined) throw new Error(`No required product has the handle ${handle}`)
  return required
}

/** What Shopify should have, and no longer has: somebody changed the shop meanwhile. */
function gone(what: string): ShopifyAdminError {
  return new ShopifyAdminError('set-up', `${what} is not there any more: run set-up again`)
}

function chunksOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, part) =>
    items.slice(part * CHUNK, (part + 1) * CHUNK),
  )
}

/**
 * Carries out the steps of set-up, one at a time and in order. Each can be repeated after it was interrupted: the next
 * comparison finds what is done.
 * @param store as it was when the steps were planned
 */
export function createStepRunner(admin: AdminApi, store: StoreState, uploads: UploadOptions) {
  const products = new Map(store.products)

  async function productOf(handle: string): Promise<StoredProduct> {
    const known = products.get(handle)
    if (known !== undefined) return known
    const found = await readProduct(admin, handle, { channels: true, delivery: true })
    if (found === null) throw gone(`the product ${handle}`)
    products.set(handle, found)
    return found
  }

  /** The variants that the rules take for the named ones, with their prices. */
  async function variantsOf(wanted: readonly ProductVariants[]) {
    const found: { readonly id: string; readonly price: number }[] = []
    for (const { handle, titles } of wanted) {
      const product = await productOf(handle)
      for (const variant of requiredOf(handle).variants.filter(({ title }) => titles.includes(title))) {
        const stored = storedVariantOf(product, variant)
        if (stored === null) throw gone(`the variant ${variant.title} of ${handle}`)
        found.push({ id: stored.id, price: variant.price })
      }
    }
    return found
  }

  async function createProduct(handle: string): Promise<void> {
    const required = requiredOf(handle)
    const ofVariants = required.variants.flatMap(({ picture }) => picture ?? [])
    const pictures = [...new Set([...required.pictures, ...ofVariants])]
    const addresses = await uploadPictures(admin, pictures, uploads)
    const fileOf = (name: (typeof pictures)[number]) => ({
      originalSource: addresses.get(name),
      alt: PICTURES[name].alt,
      contentType: 'IMAGE',
    })
    uploads.onProgress('product and variants')
    await change(admin, CREATE_PRODUCT, {
      input: {
        handle,
        title: required.title,
        descriptionHtml: descriptionHtml(required),
        productType: required.productType,
        tags: required.tags,
        status: 'ACTIVE',
        metafields: [{ ...MARK, value: 'made' }],
        productOptions: [
          {
            name: required.option,
            position: 1,
            values: required.variants.map(({ title }) => ({ name: title })),
          },
        ],
        files: pictures.map(fileOf),
        variants: required.variants.map(({ title, price, picture }) => ({
          optionValues: [{ optionName: required.option, name: title }],
          price: price.toFixed(2),
          inventoryItem: { tracked: false },
          ...(picture && { file: fileOf(picture) }),
        })),
      },
    })
    products.delete(handle)
  }

  async function addVariants(handle: string, titles: readonly string[]): Promise<void> {
    const { id, optionNames } = await productOf(handle)
    const variants = requiredOf(handle)
      .variants.filter(({ title }) => titles.includes(title))
      .map(({ title, price }) => ({
        optionValues: [{ optionName: optionNames[0], name: title }],
        price: price.toFixed(2),
        inventoryItem: { tracked: false },
      }))
    await change(admin, ADD_VARIANTS, { productId: id, variants })
    products.delete(handle)
  }

  async function publish(handle: string): Promise<void> {
    const { id } = await productOf(handle)
    const channels = store.channels?.filter(({ isStorefront }) => isStorefront) ?? []
    await change(admin, PUBLISH, { id, input: channels.map((channel) => ({ publicationId: channel.id })) })
  }

  async function createMarket(market: Market): Promise<void> {
    const missing = countriesWithoutMarket(await readMarkets(admin), market)
    await change(admin, CREATE_MARKET, {
      input: {
        name: market === 'us' ? 'United States (Wizard Box)' : 'United Kingdom and EU (Wizard Box)',
        status: 'ACTIVE',
        conditions: { regionsCondition: { regions: missing.map((code) => ({ countryCode: code })) } },
        currencySettings: { baseCurrency: MARKETS[market].currencyCode, localCurrencies: false },
      },
    })
  }

  async function createPriceLists(market: Market): Promise<void> {
    const { currencyCode } = MARKETS[market]
    const marketsOf = async () => storedMarketsOf(await readMarkets(admin), market)
    for (const { id, name, catalogId, priceList } of await marketsOf()) {
      if (priceList !== null) continue
      const title = `Wizard Box ${currencyCode}, ${name}`
      if (catalogId === null)
        await change(admin, CREATE_CATALOG, {
          input: { title, status: 'ACTIVE', context: { marketIds: [id] } },
        })
      const catalog = catalogId ?? (await marketsOf()).find((stored) => stored.id === id)?.catalogId
      const parent = { adjustment: { type: 'PERCENTAGE_DECREASE', value: 0 } }
      const input = { name: title, currency: currencyCode, catalogId: catalog, parent }
      await change(admin, CREATE_PRICE_LIST, { input })
    }
  }

  async function setPrices(market: Market, wanted: readonly ProductVariants[]): Promise<void> {
    const { currencyCode } = MARKETS[market]
    const variants = await variantsOf(wanted)
    for (const { priceList } of storedMarketsOf(await readMarkets(admin), market)) {
      if (priceList === null) throw gone('the price list')
      // A price that the owner has fixed in this list stays.
      const unpriced = variants.filter(({ id }) => !priceList.variantIds.has(id))
      for (const [place, part] of chunksOf(unpriced).entries()) {
        const first = place * CHUNK
        uploads.onProgress(`prices ${first + 1} to ${first + part.length} of ${unpriced.length}`)
        const prices = part.map(({ id, price }) => ({ variantId: id, price: moneyOf(price, currencyCode) }))
        await change(admin, FIX_PRICES, { priceListId: priceList.id, prices })
      }
    }
  }

  async function createDelivery(kind: DeliveryKind): Promise<void> {
    const { locationIds } = await readDelivery(admin)
    const zonesToCreate = DELIVERY_ZONES.map((zone) => zoneInput(zone, kind))
    await change(admin, CREATE_PROFILE, {
      profile: {
        name: DELIVERY_PROFILES[kind],
        locationGroupsToCreate: [{ locations: locationIds, zonesToCreate }],
      },
    })
  }

  async function profileOf(kind: DeliveryKind) {
    const { profiles, locationIds } = await readDelivery(admin)
    const profile = profiles.find(({ name }) => name === DELIVERY_PROFILES[kind])
    if (profile === undefined) throw gone(`the delivery profile ${DELIVERY_PROFILES[kind]}`)
    return { profile, locationIds }
  }

  async function completeDelivery(kind: DeliveryKind, names: readonly string[]): Promise<void> {
    const { profile, locationIds } = await profileOf(kind)
    const zones = DELIVERY_ZONES.filter(({ name }) => names.includes(name))
    const isNew = (zone: DeliveryZone) => storedZoneOf(profile, zone) === null
    const group = {
      zonesToCreate: zones.filter(isNew).map((zone) => zoneInput(zone, kind)),
      zonesToUpdate: zones.flatMap((zone) => {
        const stored = storedZoneOf(profile, zone)
        if (stored === null) return []
        const countries = [...new Set([...stored.countries, ...zone.countries.map(({ code }) => code)])]
        return [
          {
            id: stored.id,
            countries: countries.map(countryInput),
            methodDefinitionsToCreate: [freeRate(zone, kind)],
          },
        ]
      }),
    }
    const update =
      profile.groupId === null
        ? { locationGroupsToCreate: [{ locations: locationIds, zonesToCreate: group.zonesToCreate }] }
        : { locationGroupsToUpdate: [{ id: profile.groupId, ...group }] }
    await change(admin, UPDATE_PROFILE, { id: profile.id, profile: update })
  }

  async function assignDelivery(kind: DeliveryKind, wanted: readonly ProductVariants[]): Promise<void> {
    const { profile } = await profileOf(kind)
    const variants = await variantsOf(wanted)
    for (const part of chunksOf(variants)) {
      const variantsToAssociate = part.map(({ id }) => id)
      await change(admin, UPDATE_PROFILE, { id: profile.id, profile: { variantsToAssociate } })
    }
  }

  /** Carries out one step. @throws ShopifyAdminError */
  return async function carryOut(step: SetupStep): Promise<void> {
    switch (step.kind) {
      case 'create-product':
        return createProduct(step.handle)
      case 'adopt-product': {
        const { id } = await productOf(step.handle)
        return change(admin, MARK_PRODUCT, { metafields: [{ ...MARK, ownerId: id, value: 'adopted' }] })
      }
      case 'add-variants':
        return addVariants(step.handle, step.titles)
      case 'add-tags': {
        const { id } = await productOf(step.handle)
        return change(admin, ADD_TAGS, { id, tags: step.tags })
      }
      case 'publish':
        return publish(step.handle)
      case 'create-market':
        return createMarket(step.market)
      case 'create-price-list':
        return createPriceLists(step.market)
      case 'set-prices':
        return setPrices(step.market, step.variants)
      case 'create-delivery':
        return createDelivery(step.profile)
      case 'complete-delivery':
        return completeDelivery(step.profile, step.zones)
      case 'assign-delivery':
        return assignDelivery(step.profile, step.variants)
      case 'create-webhook':
        return change(admin, CREATE_WEBHOOK, {
          topic: topicName(step.topic),
          webhook: { callbackUrl: step.address, format: 'JSON' },
        })
      default:
        return assertNever(step)
    }
  }
}
