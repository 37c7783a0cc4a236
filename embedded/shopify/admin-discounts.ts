import type { Catalogue } from './catalogue.ts'
import { type Discount, type Discounts, discountGid } from './discounts.ts'
import { refusal } from './graphql-server.ts'

/** The discount of a gift, as the shop asks for it: a part of the price of certain variants. */
type BasicInput = {
  readonly title: string
  readonly code: string
  readonly startsAt: string
  readonly usageLimit?: number | null
  readonly customerGets: {
    readonly value: { readonly percentage: number }
    readonly items: { readonly products: { readonly productVariantsToAdd: readonly string[] } }
  }
}

type Options = { readonly discounts: Discounts; readonly catalogue: Catalogue; readonly now: () => number }

/** The discounts of the Admin API: those of gifts are created, found and ended. */
export function createAdminDiscounts({ discounts, catalogue, now }: Options) {
  const toNode = (discount: Discount) => ({
    id: discountGid(discount.id),
    codeDiscount: {
      __typename: 'DiscountCodeBasic',
      status: discount.active ? (Date.parse(discount.startsAt) <= now() ? 'ACTIVE' : 'SCHEDULED') : 'EXPIRED',
      usageLimit: discount.usageLimit,
      asyncUsageCount: discount.used,
      customerGets: {
        value: { __typename: 'DiscountPercentage', percentage: discount.value.part },
        items: {
          __typename: 'DiscountProducts',
          productVariants: discount.items?.variantIds.flatMap((id) => catalogue.variant(id)?.variant ?? []),
        },
      },
    },
  })
  const refuse = (message: string, code = 'INVALID') => ({
    codeDiscountNode: null,
    userErrors: [refusal(message, code)],
  })

  return {
    codeDiscountNodeByCode({ code }: { code: string }) {
      const discount = discounts.find(code)
      return discount && toNode(discount)
    },
    discountCodeBasicCreate({ basicCodeDiscount: input }: { basicCodeDiscount: BasicInput }) {
      const { code, title, startsAt, usageLimit = null, customerGets } = input
      const variantIds = customerGets.items.products.productVariantsToAdd
      const unknown = variantIds.find((id) => catalogue.variant(id) === null)
      if (unknown !== undefined) return refuse(`Variant with id: ${unknown} is invalid`)
      const part = customerGets.value.percentage
      const created = discounts.create(
        code,
        { title, startsAt, value: { part }, items: { variantIds } },
        usageLimit,
      )
      return created
        ? { codeDiscountNode: toNode(created), userErrors: [] }
        : refuse('Code must be unique. Please try a different code.', 'TAKEN')
    },
    discountCodeDeactivate({ id }: { id: string }) {
      if (!discounts.deactivate(Number(id.split('/').at(-1)))) return refuse('Code discount does not exist.')
      return { codeDiscountNode: { id }, userErrors: [] }
    },
  }
}
