import { type Cart, emptyCart, lineKind } from '#app/models/cart.ts'
import type { Market } from '#app/models/market.ts'
import type { CartReply } from '#app/models/replies.ts'
import type { Browser } from './browser.ts'
import { form, type TestShop } from './test-shop.ts'

/** The items of a visitor's cart of the US store, from their cookies. */
export async function cartOfVisitor(shop: TestShop, visitor: Browser): Promise<Cart> {
  const header = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return (await shop.services.sessions.open(header, false)).cart('us')
}

/** A visitor with one of each of these variants in the cart of the US store, which no form may have allowed. */
export async function visitorWith(
  shop: TestShop,
  variantIds: readonly string[],
  more: Partial<Cart> = {},
): Promise<Browser> {
  const visitor = shop.browser()
  const market = more.market ?? 'us'
  const variants = await shop.services.storefront.getVariants(market, variantIds).catch(() => null)
  const lines = variantIds.map((variantId) => {
    const variant = variants?.get(variantId)
    const kind = variant && lineKind(variant)
    return { variantId, quantity: 1, ...(kind && { kind }) }
  })
  const session = await shop.services.sessions.open(null, false)
  session.setCart({ ...emptyCart(market), lines, ...more })
  const headers = new Headers()
  await session.commit(headers)
  const [name = '', value = ''] = (headers.getSetCookie()[0]?.split(';')[0] ?? '').split(/=(.*)/s)
  visitor.cookies.set(name, value)
  return visitor
}

/** The id of a variant of the catalogue, by its handle and title. */
export async function variantOf(
  shop: TestShop,
  handle: string,
  title: string,
  market: Market = 'us',
): Promise<string> {
  const product = await shop.services.storefront.getProduct(market, handle)
  const variant = product?.variants.find((one) => one.title === title)
  if (!variant) throw new Error(`No variant ${title} of ${handle}`)
  return variant.id
}

/** Posts a cart form as the script of a page does. */
export async function changeCart(
  visitor: Browser,
  fields: Readonly<Record<string, string>> | URLSearchParams,
  market: Market = 'us',
): Promise<CartReply> {
  const response = await visitor.fetch(`/${market}/cart/changes`, form(fields))
  if (response.status !== 200) throw new Error(`change refused: ${response.status}`)
  return response.json()
}
