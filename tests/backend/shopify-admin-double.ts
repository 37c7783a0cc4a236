import { z } from 'zod'
import { refusalsOf } from '../support/shopify-schemas.ts'

type Product = {
  id: string
  title: string
  handle: string
  tags: string[]
  status?: string | undefined
  variants: { title: string; price: string }[]
}

const requestBody = z.object({
  operationName: z.string(),
  query: z.string(),
  variables: z.record(z.string(), z.unknown()),
})
const discountInput = z.object({ basicCodeDiscount: z.looseObject({ code: z.string() }) })
const productInput = z.object({
  input: z.looseObject({
    title: z.string(),
    handle: z.string(),
    status: z.string(),
    tags: z.array(z.string()),
    variants: z.array(
      z.looseObject({ price: z.string(), optionValues: z.array(z.looseObject({ name: z.string() })) }),
    ),
  }),
})

const TAKEN = { field: ['code'], message: 'Code must be unique. Please try a different code.', code: 'TAKEN' }

/** A test double of Shopify's Admin API: the few operations that the functions use, with in-memory state. What Shopify's schemas refuse, it refuses. */
export function createAdminDouble(products: Product[] = []) {
  const discounts = new Map<string, Record<string, unknown>>()
  const requests: { operation: string; token: string | null; variables: Record<string, unknown> }[] = []
  const fixedPrices: unknown[] = []
  const published: unknown[] = []
  const state = {
    currency: 'GBP',
    fail: null as null | 'down' | 'html' | 'refuse',
    pageSize: 100,
    refusesPrices: false,
    /** How many requests are refused because too many were sent, and how. */
    throttles: { next: 0, as: 'status' as 'status' | 'error' },
    /** The operation before which the process of the caller dies, once. */
    diesBefore: null as string | null,
  }

  function listProducts(after: unknown) {
    const start = Number(after ?? 0)
    const end = start + state.pageSize
    const pageInfo = { hasNextPage: end < products.length, endCursor: String(end) }
    return { products: { nodes: products.slice(start, end), pageInfo } }
  }

  function fixPrices(prices: unknown) {
    if (state.refusesPrices) return [{ field: ['prices'], message: 'Price list is locked.', code: null }]
    fixedPrices.push(prices)
    return []
  }

  function finishProduct(variables: unknown) {
    const change = z.object({ id: z.string(), status: z.string(), tags: z.array(z.string()) })
    const { product: input } = z.object({ product: change }).parse(variables)
    const found = products.find((product) => product.id === input.id)
    if (!found) return { userErrors: [{ field: ['product'], message: 'Product does not exist' }] }
    Object.assign(found, input)
    return { userErrors: [] }
  }

  function readCopy(id: unknown) {
    const found = products.find((product) => product.id === id)
    if (!found) return null
    const nodes = found.variants.map((variant, at) => ({ id: `${found.id}/${at}`, ...variant }))
    return { ...found, variants: { nodes } }
  }

  function createDiscount(variables: unknown) {
    const input = discountInput.parse(variables).basicCodeDiscount
    if (discounts.has(input.code)) return { codeDiscountNode: null, userErrors: [TAKEN] }
    discounts.set(input.code, input)
    return { codeDiscountNode: { id: `gid://shopify/DiscountCodeNode/${discounts.size}` }, userErrors: [] }
  }

  function createProduct(variables: unknown) {
    const { input } = productInput.parse(variables)
    if (products.some((product) => product.handle === input.handle))
      return {
        product: null,
        userErrors: [{ field: ['handle'], message: 'Handle has already been taken', code: null }],
      }
    const variants = input.variants.map((variant, at) => ({
      id: `gid://shopify/ProductVariant/${products.length}${at}`,
      title: variant.optionValues.map((value) => value.name).join(' / '),
      price: variant.price,
    }))
    const product = {
      id: `gid://shopify/Product/${products.length + 1}`,
      title: input.title,
      handle: input.handle,
      status: input.status,
      tags: input.tags,
      variants,
    }
    products.push(product)
    return { product: { ...product, variants: { nodes: variants } }, userErrors: [] }
  }

  function readProduct(id: unknown) {
    const product = products.find((candidate) => candidate.id === id)
    if (!product) return null
    return {
      ...product,
      descriptionHtml: '<p>A box.</p>',
      vendor: 'Wizard Box',
      productType: 'Box',
      status: 'ACTIVE',
      options: [
        { name: 'Title', position: 1, optionValues: product.variants.map(({ title }) => ({ name: title })) },
      ],
      media: { nodes: [{ image: { url: 'https://cdn.test/1.jpg', altText: 'A box' } }, {}] },
      variants: {
        nodes: product.variants.map(({ title, price }) => ({
          title,
          price,
          compareAtPrice: null,
          sku: null,
          taxable: true,
          inventoryPolicy: 'DENY',
          selectedOptions: [{ name: 'Title', value: title }],
        })),
      },
    }
  }

  function run(operation: string, variables: Record<string, unknown>): object {
    if (operation === 'CreateGiftDiscount') return { discountCodeBasicCreate: createDiscount(variables) }
    if (operation === 'ProductsByMarket') return listProducts(variables.after)
    if (operation === 'ProductToCopy') return { product: readProduct(variables.id) }
    if (operation === 'PublishUkProduct') {
      published.push(variables.id)
      return { publishablePublish: { userErrors: [] } }
    }
    if (operation === 'FinishUkProduct') return { productUpdate: finishProduct(variables) }
    if (operation === 'UnfinishedUkProduct') return { product: readCopy(variables.id) }
    if (operation === 'UkSetup')
      return {
        shop: { currencyCode: state.currency },
        publications: { nodes: [{ id: 'gid://shopify/Publication/1' }] },
        priceLists: { nodes: [{ id: 'gid://shopify/PriceList/1', currency: 'GBP' }] },
      }
    if (operation === 'CreateUkProduct') return { productSet: createProduct(variables) }
    if (operation === 'FixUkPrices')
      return { priceListFixedPricesAdd: { userErrors: fixPrices(variables.prices) } }
    throw new Error(`The double does not know ${operation}`)
  }

  return {
    url: 'https://admin.test/admin/api/2025-07/graphql.json',
    token: 'shpat_test',
    discounts,
    products,
    requests,
    fixedPrices,
    published,
    state,
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      if (state.fail === 'down') throw new TypeError('fetch failed')
      if (state.fail === 'html') return new Response('<html>502</html>', { status: 502 })
      const request = new Request(input, init)
      const body = requestBody.parse(await request.json())
      const refusals = refusalsOf('admin', body.query, body.variables)
      if (refusals.length > 0)
        throw new Error(`Shopify would refuse ${body.operationName}: ${refusals.join('; ')}`)
      requests.push({
        operation: body.operationName,
        token: request.headers.get('x-shopify-access-token'),
        variables: body.variables,
      })
      if (state.diesBefore === body.operationName) {
        state.diesBefore = null
        throw new TypeError('fetch failed')
      }
      if (state.throttles.next > 0) {
        state.throttles.next -= 1
        if (state.throttles.as === 'status')
          return new Response('', { status: 429, headers: { 'Retry-After': '0.01' } })
        const throttleStatus = { maximumAvailable: 1000, currentlyAvailable: 9, restoreRate: 100 }
        return Response.json({
          errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
          extensions: { cost: { requestedQueryCost: 10, actualQueryCost: null, throttleStatus } },
        })
      }
      if (state.fail === 'refuse')
        return Response.json({
          data: null,
          errors: [{ message: 'Access denied for discountCodeBasicCreate field.' }],
        })
      // Concurrent requests must really overlap.
      await new Promise((resolve) => setTimeout(resolve, 10))
      return Response.json({ data: run(body.operationName, body.variables) })
    },
  }
}
