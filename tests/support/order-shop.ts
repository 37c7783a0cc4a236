import { afterEach, beforeAll } from 'vitest'
import { HANDLES } from '../../app/models/product.ts'
import { readOutbox } from './gifts.ts'
import { openTestShop } from './test-shop.ts'

type Line = { variant?: string; quantity?: number; wrapping?: string | null; title?: string }

const STATUS = `query ($code: String!) {
  codeDiscountNodeByCode(code: $code) { codeDiscount { ... on DiscountCodeBasic { status } } }
}`

/**
 * A paid order in Shopify's format.
 * @param variantIdOf the numeric id of a variant of Vol. II by its title
 */
export function paidOrder(
  id: number,
  variantIdOf: (title: string) => string | undefined,
  lines: readonly Line[] = [{}],
  more: object = {},
) {
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: `#${id % 10_000}`,
    email: 'giver@example.com',
    currency: 'USD',
    presentment_currency: 'USD',
    financial_status: 'paid',
    cancelled_at: null,
    customer: { first_name: 'Grace', last_name: 'Giver', email: 'giver@example.com' },
    discount_codes: [] as { code: string; amount: string; type: string }[],
    line_items: lines.map(({ variant = 'No Wand', wrapping = 'Printable letter', ...line }, index) => ({
      id: id * 10 + index,
      variant_id: Number(variantIdOf(variant) ?? 1),
      product_id: 1,
      title: line.title ?? 'Vol. II: Magical You (Pre-Order)',
      variant_title: variant,
      quantity: line.quantity ?? 1,
      price: '59.00',
      properties: wrapping === null ? [] : [{ name: 'Gift wrapping', value: wrapping }],
    })),
    ...more,
  }
}

/** A shop for the tests of a file, with orders as its store reports them and what they have led to. */
export function openOrderShop() {
  const shop = openTestShop()
  let vol2: Record<string, string> = {}
  let nextOrder = 5_500_000_000_000
  beforeAll(async () => {
    const product = await shop.services.storefront.getProduct('us', HANDLES.vol2.us)
    vol2 = Object.fromEntries(
      (product?.variants ?? []).map(({ title, id }) => [title, id.split('/').at(-1) ?? '']),
    )
  })
  afterEach(() => {
    shop.embedded.store?.faults.clear()
    shop.embedded.backend?.faults.clear()
  })

  const order = (lines: readonly Line[] = [{}], more: object = {}) =>
    paidOrder(nextOrder++, (variant) => vol2[variant], lines, more)

  function refund(
    bought: ReturnType<typeof order>,
    lines: readonly { index: number; quantity: number; restock?: string }[],
  ) {
    return {
      id: nextOrder++,
      order_id: bought.id,
      refund_line_items: lines.map(({ index, quantity, restock }) => ({
        id: nextOrder++,
        line_item_id: bought.line_items[index]?.id,
        quantity,
        restock_type: restock ?? 'return',
        line_item: bought.line_items[index],
      })),
    }
  }

  return {
    shop,
    order,
    refund,
    codesOf: (bought: { id: number }) => shop.services.backend.gifts.listOfOrder(String(bought.id)),
    mailsTo: (address: string) => readOutbox(shop.dataDir).filter((mail) => mail.to.includes(address)),
    /** Whether the store takes a discount code. */
    async isActive(code: string | null): Promise<boolean> {
      const { store } = shop.embedded
      if (!store) throw new Error('No embedded store')
      const reply = await store.adminFetch(store.adminUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': store.adminToken },
        body: JSON.stringify({ query: STATUS, variables: { code } }),
      })
      return JSON.stringify(await reply.json()).includes('"ACTIVE"')
    },
  }
}
