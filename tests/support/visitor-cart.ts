import type { Cart } from '../../app/models/cart.ts'
import type { TestShop } from './test-shop.ts'

type Visitor = ReturnType<TestShop['browser']>

/** The items of a visitor's cart of the US store, from their cookies. */
export async function cartOfVisitor(shop: TestShop, visitor: Visitor): Promise<Cart> {
  const header = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return (await shop.services.sessions.open(header, false)).cart('us')
}

/** Replaces a visitor's cart cookie. */
export async function setCartCookie(shop: TestShop, visitor: Visitor, cart: Cart): Promise<void> {
  const session = await shop.services.sessions.open(null, false)
  session.setCart(cart)
  const headers = new Headers()
  await session.commit(headers)
  const [name = '', value = ''] = (headers.getSetCookie()[0]?.split(';')[0] ?? '').split(/=(.*)/s)
  visitor.cookies.set(name, value)
}
