import { missingScopes } from '#app/models/store-requirements.ts'
import { toAdminProduct, toAdminVariant } from '#embedded/shopify/admin-nodes.ts'
import { type ProductInput, toVariants, type VariantInput } from '#embedded/shopify/admin-product-input.ts'
import type { createAdminProducts } from '#embedded/shopify/admin-products.ts'
import { type Catalogue, isAvailable, type StoreProduct, variantsOf } from '#embedded/shopify/catalogue.ts'
import { type ConnectionArgs, toConnection } from '#embedded/shopify/connection.ts'
import { toCents } from '#embedded/shopify/regions.ts'
import { createDeliveryAdmin } from './admin-delivery.ts'
import { byId, type MoneyArg, refusal } from './admin-parts.ts'
import { type MarketEntry, profileOfVariant, type ShopState, soldTo, topicOfName } from './state.ts'

/** The part of the Admin API that the embedded store lacks: what set-up and the check use. */

type Options = {
  readonly state: ShopState
  readonly catalogue: Catalogue
  readonly products: ReturnType<typeof createAdminProducts>
  readonly origin: () => string
  readonly behaviour: { readonly maySeeCustomers: boolean; readonly hasPayments: boolean }
}

const SCOPE_OF_WEBHOOKS: Readonly<Record<string, string>> = {
  orders: 'read_orders',
  refunds: 'read_orders',
  products: 'read_products',
  inventory_levels: 'read_inventory',
}

export function createHostedAdmin({ state, catalogue, products, origin, behaviour }: Options) {
  const { nextId } = state
  const publicationNode = ({ id, title, app }: ShopState['channels'][number]) => ({
    id,
    catalog: {
      __typename: 'AppCatalog',
      title,
      apps: (args: ConnectionArgs) => toConnection([{ id: app }], args, () => ({ handle: app, title: app })),
    },
  })

  function productNode(product: StoreProduct) {
    const mark = state.marks.get(product.id)
    return {
      ...toAdminProduct(product),
      metafield: mark === undefined ? null : { value: mark },
      resourcePublicationsV2: (args: ConnectionArgs) => {
        const ids = [...(state.published.get(product.id) ?? [])].map((id) => ({ id }))
        return toConnection(ids, args, ({ id }) => ({ publication: { id }, isPublished: true }))
      },
      variants: (args: ConnectionArgs) =>
        toConnection(variantsOf(product), args, (found) => ({
          ...toAdminVariant(found),
          availableForSale: isAvailable(found, 'US') || isAvailable(found, 'GB'),
          deliveryProfile: () => profileOfVariant(state, found.id),
        })),
    }
  }

  function marketNode(market: MarketEntry) {
    const catalogs = state.catalogs.filter(({ marketIds }) => marketIds.includes(market.id))
    return {
      id: market.id,
      name: market.name,
      status: market.status,
      conditions: {
        regionsCondition: {
          regions: (args: ConnectionArgs) =>
            toConnection(
              soldTo({ markets: [market] }).map(({ isoCode, currency }) => ({ id: isoCode, currency })),
              args,
              ({ id, currency }) => ({
                __typename: 'MarketRegionCountry',
                code: id,
                currency: { currencyCode: currency.isoCode },
              }),
            ),
        },
      },
      catalogs: (args: ConnectionArgs) =>
        toConnection(catalogs, args, ({ id }) => {
          const list = state.priceLists.find(({ catalogId }) => catalogId === id)
          return { id, status: 'ACTIVE', priceList: list ? priceListNode(list) : null }
        }),
    }
  }

  const priceListNode = (list: ShopState['priceLists'][number]) => ({
    id: list.id,
    currency: list.currency,
    prices: (args: ConnectionArgs) =>
      toConnection(
        [...list.fixed.keys()].map((id) => ({ id })),
        args,
        ({ id }) => ({ variant: { id } }),
      ),
  })

  function problemOfWebhook(topic: string, address: string): string | null {
    const [subject = ''] = topicOfName(topic).split('/')
    const scope = SCOPE_OF_WEBHOOKS[subject]
    if (state.subscriptions.some((entry) => entry.topic === topic && entry.address === address))
      return 'Address for this topic has already been taken'
    if (scope === 'read_orders' && !behaviour.maySeeCustomers)
      return 'This app is not approved to subscribe to webhook topics containing protected customer data.'
    if (URL.parse(address) === null) return 'Address is invalid'
    if (scope && missingScopes(state.scopes.admin, [scope]).length > 0)
      return `You need ${scope} for this topic`
    return null
  }

  return {
    ...createDeliveryAdmin({ state, catalogue }),
    shop: () => ({ currencyCode: 'USD' }),
    currentAppInstallation: () => ({
      accessScopes: state.scopes.admin.map((handle) => ({ handle })),
      publication: null,
    }),
    productByIdentifier({ identifier }: { identifier: { id?: string; handle?: string } }) {
      const { id, handle } = identifier
      const found = id ? catalogue.product(id) : handle ? catalogue.byHandle(handle) : null
      return found && productNode(found)
    },
    publications: (args: ConnectionArgs) => toConnection(state.channels, args, publicationNode),
    markets: (args: ConnectionArgs) => toConnection(state.markets, args, marketNode),
    market: byId(state.markets, marketNode),
    priceList: byId(state.priceLists, priceListNode),
    webhookSubscriptions: (args: ConnectionArgs & { topics?: readonly string[] | null }) =>
      toConnection(
        state.subscriptions.filter(({ topic }) => args.topics?.includes(topic) ?? true),
        args,
        ({ topic, address, format }) => ({ topic, callbackUrl: address, format }),
      ),

    stagedUploadsCreate({ input }: { input: readonly { filename: string }[] }) {
      const stagedTargets = input.map(({ filename }) => {
        const key = `${nextId('File').split('/').at(-1)}/${filename}`
        const resourceUrl = `${origin()}/staged/${key}`
        state.files.set(resourceUrl, null)
        return {
          url: `${origin()}/staged`,
          resourceUrl,
          parameters: [{ name: 'key', value: key }],
        }
      })
      return { stagedTargets, userErrors: [] }
    },
    productSet(args: { input: ProductInput & { metafields?: readonly { value: string }[] } }) {
      const { files = [], metafields = [] } = args.input
      const unknown = (files ?? []).find(
        ({ originalSource }) => originalSource == null || !state.files.get(originalSource),
      )
      if (unknown !== undefined && files?.length)
        return { product: null, userErrors: [refusal('The file was not uploaded.', 'INVALID_INPUT')] }
      const result = products.productSet(args)
      const id = result.product && (result.product as { id: string }).id
      const mark = metafields[0]?.value
      if (id && mark !== undefined) state.marks.set(id, mark)
      return result
    },
    productVariantsBulkCreate(args: { productId: string; variants: readonly VariantInput[] }) {
      const product = catalogue.product(args.productId)
      if (product === null)
        return { userErrors: [refusal('Product does not exist', 'PRODUCT_DOES_NOT_EXIST')] }
      const added = toVariants(args.variants, product, catalogue)
      if (typeof added === 'string') return { userErrors: [refusal(added, 'INVALID')] }
      const titles = new Set(product.variants.map(({ title }) => title))
      if (added.some(({ title }) => titles.has(title)))
        return { userErrors: [refusal('The variant already exists.', 'VARIANT_ALREADY_EXISTS')] }
      catalogue.save({ ...product, variants: [...product.variants, ...added] })
      return { userErrors: [] }
    },
    metafieldsSet({ metafields }: { metafields: readonly { ownerId: string; value: string }[] }) {
      for (const { ownerId, value } of metafields) state.marks.set(ownerId, value)
      return { metafields: [], userErrors: [] }
    },
    tagsAdd({ id, tags }: { id: string; tags: readonly string[] }) {
      const product = catalogue.product(id)
      if (product === null) return { node: null, userErrors: [refusal('Product does not exist')] }
      catalogue.save({ ...product, tags: [...new Set([...product.tags, ...tags])] })
      return { node: null, userErrors: [] }
    },
    publishablePublish({ id, input }: { id: string; input: readonly { publicationId: string }[] }) {
      const unknown = input.some(
        ({ publicationId }) => !state.channels.some((channel) => channel.id === publicationId),
      )
      if (unknown || catalogue.product(id) === null)
        return { userErrors: [refusal('Product or publication does not exist')] }
      const ids = state.published.get(id) ?? new Set()
      for (const { publicationId } of input) ids.add(publicationId)
      state.published.set(id, ids)
      return { userErrors: [] }
    },
    marketCreate({
      input,
    }: {
      input: {
        name: string
        status?: MarketEntry['status']
        conditions?: { regionsCondition?: { regions?: readonly { countryCode: string }[] } }
        currencySettings?: { baseCurrency?: string; localCurrencies?: boolean }
      }
    }) {
      if (state.markets.some(({ name }) => name === input.name))
        return { market: null, userErrors: [refusal('Name has already been taken', 'TAKEN')] }
      const currency = input.currencySettings?.baseCurrency ?? 'USD'
      if (currency !== 'USD' && !behaviour.hasPayments)
        return {
          market: null,
          userErrors: [refusal('The specified currency is not supported.', 'UNSUPPORTED_CURRENCY')],
        }
      const market: MarketEntry = {
        id: nextId('Market'),
        name: input.name,
        status: input.status ?? 'DRAFT',
        countries: (input.conditions?.regionsCondition?.regions ?? []).map(({ countryCode }) => countryCode),
        currency,
        localCurrencies: input.currencySettings?.localCurrencies ?? true,
      }
      state.markets.push(market)
      return { market: marketNode(market), userErrors: [] }
    },
    catalogCreate({ input }: { input: { title: string; context: { marketIds?: string[] } } }) {
      const catalog = {
        id: nextId('MarketCatalog'),
        title: input.title,
        marketIds: input.context.marketIds ?? [],
      }
      state.catalogs.push(catalog)
      return { catalog: { __typename: 'MarketCatalog', ...catalog }, userErrors: [] }
    },
    priceListCreate({ input }: { input: { name: string; currency: string; catalogId?: string } }) {
      if (state.priceLists.some(({ name }) => name === input.name))
        return { priceList: null, userErrors: [refusal('Name has already been taken', 'TAKEN')] }
      const list = {
        id: nextId('PriceList'),
        name: input.name,
        currency: input.currency,
        catalogId: input.catalogId ?? null,
        fixed: new Map<string, number>(),
      }
      state.priceLists.push(list)
      return { priceList: priceListNode(list), userErrors: [] }
    },
    priceListFixedPricesAdd(args: {
      priceListId: string
      prices: readonly { variantId: string; price: MoneyArg }[]
    }) {
      const list = state.priceLists.find(({ id }) => id === args.priceListId)
      if (list === undefined)
        return { prices: null, userErrors: [refusal('Price list does not exist.', 'PRICE_LIST_NOT_FOUND')] }
      if (args.prices.some(({ price }) => price.currencyCode !== list.currency))
        return {
          prices: null,
          userErrors: [refusal('The currencies differ.', 'PRICE_LIST_CURRENCY_MISMATCH')],
        }
      if (args.prices.some(({ variantId }) => catalogue.variant(variantId) === null))
        return { prices: null, userErrors: [refusal('Variant does not exist.', 'VARIANT_NOT_FOUND')] }
      const touched = new Set<string>()
      for (const { variantId, price } of args.prices) {
        list.fixed.set(variantId, toCents(String(price.amount)) ?? 0)
        touched.add(catalogue.variant(variantId)?.product.id ?? '')
      }
      for (const id of touched) {
        const product = catalogue.product(id)
        if (product) catalogue.save(product)
      }
      return { prices: [], userErrors: [] }
    },
    webhookSubscriptionCreate(args: {
      topic: string
      webhookSubscription: { callbackUrl?: string; uri?: string; format?: string }
    }) {
      const address = args.webhookSubscription.callbackUrl ?? args.webhookSubscription.uri ?? ''
      const problem = problemOfWebhook(args.topic, address)
      if (problem !== null) return { webhookSubscription: null, userErrors: [refusal(problem)] }
      const format = args.webhookSubscription.format ?? 'JSON'
      state.subscriptions.push({ id: nextId('WebhookSubscription'), topic: args.topic, address, format })
      return { webhookSubscription: null, userErrors: [] }
    },
  }
}
