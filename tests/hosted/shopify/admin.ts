import { toAdminProduct, toAdminVariant } from '../../../embedded/storefront/admin-nodes.ts'
import {
  type ProductInput,
  toVariants,
  type VariantInput,
} from '../../../embedded/storefront/admin-product-input.ts'
import type { createAdminProducts } from '../../../embedded/storefront/admin-products.ts'
import {
  type Catalogue,
  isAvailable,
  type StoreProduct,
  variantsOf,
} from '../../../embedded/storefront/catalogue.ts'
import { type ConnectionArgs, toConnection } from '../../../embedded/storefront/connection.ts'
import { toCents } from '../../../embedded/storefront/regions.ts'
import {
  type MarketEntry,
  type ProfileEntry,
  profileOfVariant,
  type RateEntry,
  type ShopState,
  soldTo,
  topicOfName,
  type ZoneEntry,
} from './state.ts'

/** The part of the Admin API that the embedded store lacks: what set-up and the check use. */

type Options = {
  readonly state: ShopState
  readonly catalogue: Catalogue
  readonly products: ReturnType<typeof createAdminProducts>
  readonly origin: () => string
  readonly behaviour: { readonly maySeeCustomers: boolean; readonly hasPayments: boolean }
}

type MoneyArg = { readonly amount: string | number; readonly currencyCode?: string }
type RateInput = {
  readonly name: string
  readonly rateDefinition: { readonly price: MoneyArg }
  readonly priceConditionsToCreate?: readonly { readonly criteria: MoneyArg }[]
}
type ZoneInput = {
  readonly id?: string
  readonly name: string
  readonly countries?: readonly { readonly code: string }[]
  readonly methodDefinitionsToCreate?: readonly RateInput[]
}
type GroupInput = {
  readonly locations?: readonly string[]
  readonly zonesToCreate?: readonly ZoneInput[]
  readonly zonesToUpdate?: readonly ZoneInput[]
}
type ProfileInput = {
  readonly name?: string
  readonly locationGroupsToCreate?: readonly GroupInput[]
  readonly locationGroupsToUpdate?: readonly GroupInput[]
  readonly variantsToAssociate?: readonly string[]
}

const refusal = (message: string, code: string | null = null) => ({ field: ['input'], message, code })

export function createHostedAdmin({ state, catalogue, products, origin, behaviour }: Options) {
  const { nextId } = state
  const publicationNode = ({ id, title, app }: ShopState['channels'][number]) => ({
    id,
    name: title,
    catalog: {
      __typename: 'AppCatalog',
      id: `${id}/catalog`,
      title,
      apps: (args: ConnectionArgs) =>
        toConnection([{ id: app }], args, () => ({ id: app, handle: app, title: app })),
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
          deliveryProfile: () => {
            const profile = profileOfVariant(state, found.id)
            return profile && profileNode(profile)
          },
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
                id,
                code: id,
                name: id,
                currency: { currencyCode: currency.isoCode },
              }),
            ),
        },
      },
      catalogs: (args: ConnectionArgs) =>
        toConnection(catalogs, args, ({ id, title }) => {
          const list = state.priceLists.find(({ catalogId }) => catalogId === id)
          return { id, title, status: 'ACTIVE', priceList: list ? priceListNode(list) : null }
        }),
    }
  }

  const priceListNode = (list: ShopState['priceLists'][number]) => ({
    id: list.id,
    name: list.name,
    currency: list.currency,
    prices: (args: ConnectionArgs) =>
      toConnection(
        [...list.fixed.keys()].map((id) => ({ id })),
        args,
        ({ id }) => ({ variant: { id } }),
      ),
  })

  const rateNode = ({ name, cents, fromCents }: RateEntry) => ({
    id: `${name}-${cents}`,
    name,
    active: true,
    rateProvider: {
      __typename: 'DeliveryRateDefinition',
      price: { amount: (cents / 100).toFixed(2), currencyCode: 'USD' },
    },
    methodConditions:
      fromCents === null
        ? []
        : [
            {
              field: 'TOTAL_PRICE',
              operator: 'GREATER_THAN_OR_EQUAL_TO',
              conditionCriteria: {
                __typename: 'MoneyV2',
                amount: (fromCents / 100).toFixed(2),
                currencyCode: 'USD',
              },
            },
          ],
  })

  const profileNode = (profile: ProfileEntry) => ({
    id: profile.id,
    name: profile.name,
    default: profile.isDefault,
    profileLocationGroups: () => [
      {
        locationGroup: { id: profile.groupId },
        locationGroupZones: (args: ConnectionArgs) =>
          toConnection(profile.zones, args, ({ id, name, countries, rates }) => ({
            zone: {
              id,
              name,
              countries: countries.map((code) => ({
                code: { countryCode: code === '*' ? null : code, restOfWorld: code === '*' },
              })),
            },
            methodDefinitions: (inner: ConnectionArgs) =>
              toConnection(
                rates.map((entry, place) => ({ id: String(place), entry })),
                inner,
                ({ entry }) => rateNode(entry),
              ),
          })),
      },
    ],
  })

  const toRate = (input: RateInput): RateEntry => ({
    name: input.name,
    cents: toCents(String(input.rateDefinition.price.amount)) ?? 0,
    fromCents: input.priceConditionsToCreate?.[0]
      ? toCents(String(input.priceConditionsToCreate[0].criteria.amount))
      : null,
  })

  const toZone = (input: ZoneInput): ZoneEntry => ({
    id: nextId('DeliveryZone'),
    name: input.name,
    countries: (input.countries ?? []).map(({ code }) => code),
    rates: (input.methodDefinitionsToCreate ?? []).map(toRate),
  })

  function applyProfile(profile: ProfileEntry, input: ProfileInput): string | null {
    const groups = [...(input.locationGroupsToCreate ?? []), ...(input.locationGroupsToUpdate ?? [])]
    for (const { zonesToCreate = [], zonesToUpdate = [] } of groups) {
      const taken = new Set(profile.zones.flatMap(({ countries }) => countries))
      const added = zonesToCreate.map(toZone)
      if (added.some(({ countries }) => countries.some((code) => taken.has(code))))
        return 'A country is in another zone of this profile already.'
      profile.zones.push(...added)
      for (const update of zonesToUpdate) {
        const zone = profile.zones.find(({ id }) => id === update.id)
        if (zone === undefined) return 'The zone does not exist.'
        if (update.countries) zone.countries = update.countries.map(({ code }) => code)
        zone.rates.push(...(update.methodDefinitionsToCreate ?? []).map(toRate))
      }
    }
    for (const id of input.variantsToAssociate ?? []) {
      if (catalogue.variant(id) === null) return 'The variant does not exist.'
      for (const other of state.profiles) other.variantIds.delete(id)
      profile.variantIds.add(id)
    }
    return null
  }

  return {
    shop: () => ({
      id: 'gid://shopify/Shop/86000000000',
      name: 'A new shop',
      currencyCode: 'USD',
      myshopifyDomain: new URL(origin()).host,
    }),
    currentAppInstallation: () => ({
      id: 'gid://shopify/AppInstallation/1',
      accessScopes: state.scopes.admin.map((handle) => ({ handle, description: handle })),
      publication: null,
    }),
    productByIdentifier({ identifier }: { identifier: { id?: string; handle?: string } }) {
      const { id, handle } = identifier
      const found = id ? catalogue.product(id) : handle ? catalogue.byHandle(handle) : null
      return found && productNode(found)
    },
    publications: (args: ConnectionArgs) => toConnection(state.channels, args, publicationNode),
    markets: (args: ConnectionArgs) => toConnection(state.markets, args, marketNode),
    market({ id }: { id: string }) {
      const found = state.markets.find((market) => market.id === id)
      return found ? marketNode(found) : null
    },
    priceLists: (args: ConnectionArgs) => toConnection(state.priceLists, args, priceListNode),
    priceList({ id }: { id: string }) {
      const found = state.priceLists.find((list) => list.id === id)
      return found ? priceListNode(found) : null
    },
    locationsAvailableForDeliveryProfilesConnection: (args: ConnectionArgs) =>
      toConnection(
        state.locationIds.map((id) => ({ id })),
        args,
        ({ id }) => ({ id, name: 'Workshop' }),
      ),
    deliveryProfiles: (args: ConnectionArgs) => toConnection(state.profiles, args, profileNode),
    deliveryProfile({ id }: { id: string }) {
      const found = state.profiles.find((profile) => profile.id === id)
      return found ? profileNode(found) : null
    },
    webhookSubscriptions: (args: ConnectionArgs & { topics?: readonly string[] | null }) =>
      toConnection(
        state.subscriptions.filter(({ topic }) => args.topics?.includes(topic) ?? true),
        args,
        ({ id, topic, address, format }) => ({
          id,
          topic,
          callbackUrl: address,
          endpoint: { __typename: 'WebhookHttpEndpoint', callbackUrl: address },
          format,
          apiVersion: { handle: '2025-07', displayName: '2025-07', supported: true },
        }),
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
    deliveryProfileCreate({ profile: input }: { profile: ProfileInput }) {
      const profile: ProfileEntry = {
        id: nextId('DeliveryProfile'),
        name: input.name ?? '',
        isDefault: false,
        groupId: nextId('DeliveryLocationGroup'),
        zones: [],
        variantIds: new Set(),
      }
      if (input.locationGroupsToCreate?.some(({ locations }) => !locations?.length))
        return { profile: null, userErrors: [refusal('A location group needs a location.')] }
      const problem = applyProfile(profile, input)
      if (problem !== null) return { profile: null, userErrors: [refusal(problem)] }
      state.profiles.push(profile)
      return { profile: profileNode(profile), userErrors: [] }
    },
    deliveryProfileUpdate({ id, profile: input }: { id: string; profile: ProfileInput }) {
      const profile = state.profiles.find((entry) => entry.id === id)
      if (profile === undefined) return { profile: null, userErrors: [refusal('Profile does not exist')] }
      const problem = applyProfile(profile, input)
      return { profile: profileNode(profile), userErrors: problem === null ? [] : [refusal(problem)] }
    },
    webhookSubscriptionCreate(args: {
      topic: string
      webhookSubscription: { callbackUrl?: string; uri?: string; format?: string }
    }) {
      const address = args.webhookSubscription.callbackUrl ?? args.webhookSubscription.uri ?? ''
      const scope = {
        orders: 'read_orders',
        refunds: 'read_orders',
        products: 'read_products',
        inventory_levels: 'read_inventory',
      }[topicOfName(args.topic).split('/')[0] ?? '']
      const isTaken = state.subscriptions.some(
        (entry) => entry.topic === args.topic && entry.address === address,
      )
      const problem = isTaken
        ? 'Address for this topic has already been taken'
        : scope === 'read_orders' && !behaviour.maySeeCustomers
          ? 'This app is not approved to subscribe to webhook topics containing protected customer data.'
          : URL.parse(address) === null
            ? 'Address is invalid'
            : scope &&
                !state.scopes.admin.some((held) => held === scope || held === scope.replace('read', 'write'))
              ? `You need ${scope} for this topic`
              : null
      if (problem !== null) return { webhookSubscription: null, userErrors: [refusal(problem)] }
      const format = args.webhookSubscription.format ?? 'JSON'
      state.subscriptions.push({ id: nextId('WebhookSubscription'), topic: args.topic, address, format })
      return { webhookSubscription: null, userErrors: [] }
    },
  }
}
