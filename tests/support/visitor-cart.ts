import type { Cart } from '../../app/models/cart.ts'
import type { TestShop } from './test-shop.ts'

type Visitor = ReturnType<TestShop['browser']>

/** What is in a visitor's cart of the US store, as their cookies have it. */
export async function cartOfVisitor(shop: TestShop, visitor: Visitor): Promise<Cart> {
  const header = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return (await shop.services.sessions.open(header, false)).cart('us')
}

/** Has a visitor come with another cart than the shop gave them last. */
export async function giveCart(shop: TestShop, visitor: Visitor, cart: Cart): Promise<void> {
  const session = await shop.services.sessions.open(null, false)
  session.setCart(cart)
  const headers = new Headers()
  await session.commit(headers)
  const [name = '', value = ''] = (headers.getSetCookie()[0]?.split(';')[0] ?? '').split(/=(.*)/s)
  visitor.cookies.set(name, value)
}
