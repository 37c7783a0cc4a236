import { z } from 'zod'
import { toAdminVariant } from './admin-nodes.ts'
import type { UserError } from './cart-lines.ts'
import type { Catalogue } from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { type Discount, type Discounts, discountGid } from './discounts.ts'
import type { Settings } from './settings.ts'

const text = z.string().trim().min(1)
/** The discount of a gift, as the shop asks for it: a part of the price of certain variants. */
const basicInput = z.object({
  title: text,
  code: text.max(255),
  startsAt: z.string().refine((at) => !Number.isNaN(Date.parse(at))),
  usageLimit: z.number().nullish(),
  customerSelection: z.object({ all: z.literal(true) }),
  customerGets: z.object({
    value: z.object({ percentage: z.number().gt(0).max(1) }),
    items: z.object({ products: z.object({ productVariantsToAdd: z.array(z.string()).min(1) }) }),
  }),
})

function inputError(field: readonly string[], message: string, code: string): UserError {
  return { field: ['basicCodeDiscount', ...field], message, code }
}

function toNode(discount: Discount, catalogue: Catalogue, settings: Settings, now: number) {
  const variants = discount.items?.variantIds.flatMap((id) => catalogue.variant(id) ?? [])
  const started = Date.parse(discount.startsAt) <= now ? 'ACTIVE' : 'SCHEDULED'
  return {
    id: discountGid(discount.id),
    codeDiscount: {
      __typename: 'DiscountCodeBasic',
      status: discount.active ? started : 'EXPIRED',
      usageLimit: discount.usageLimit,
      asyncUsageCount: discount.used,
      customerGets: {
        value: { __typename: 'DiscountPercentage', percentage: discount.value.part },
        items: variants
          ? {
              __typename: 'DiscountProducts',
              productVariants: (args: ConnectionArgs) =>
                toConnection(variants, args, (found) => toAdminVariant(found, settings)),
            }
          : { __typename: 'AllDiscountItems', allItems: true },
      },
    },
  }
}

type Options = {
  readonly discounts: Discounts
  readonly catalogue: Catalogue
  readonly settings: Settings
  readonly now: () => number
}

/** The discounts of the Admin API: those of gifts are created, found and ended. */
export function createAdminDiscounts({ discounts, catalogue, settings, now }: Options) {
  const node = (discount: Discount | null) => discount && toNode(discount, catalogue, settings, now())
  const refuse = (userErrors: readonly UserError[]) => ({ codeDiscountNode: null, userErrors })

  return {
    codeDiscountNodeByCode: ({ code }: { code: string }) => node(discounts.find(code)),
    discountCodeBasicCreate({ basicCodeDiscount }: { basicCodeDiscount: unknown }) {
      const parsed = basicInput.safeParse(basicCodeDiscount)
      if (!parsed.success)
        return refuse(
          parsed.error.issues.map(({ path, message }) => inputError(path.map(String), message, 'INVALID')),
        )
      const { code, title, startsAt, usageLimit, customerGets } = parsed.data
      const variantIds = customerGets.items.products.productVariantsToAdd
      const unknown = variantIds.filter((id) => catalogue.variant(id) === null)
      if (unknown.length > 0)
        return refuse(
          unknown.map((id) => inputError(['customerGets'], `Variant with id: ${id} is invalid`, 'INVALID')),
        )
      const terms = { title, startsAt, value: { part: customerGets.value.percentage }, items: { variantIds } }
      const created = discounts.create(code, terms, usageLimit ?? null)
      if (created !== null) return { codeDiscountNode: node(created), userErrors: [] }
      return refuse([inputError(['code'], 'Code must be unique. Please try a different code.', 'TAKEN')])
    },
    discountCodeDeactivate({ id: gid }: { id: string }) {
      const id = Number(/^gid:\/\/shopify\/DiscountCodeNode\/(\d+)$/.exec(gid)?.[1])
      if (discounts.deactivate(id)) return { codeDiscountNode: node(discounts.findById(id)), userErrors: [] }
      return refuse([{ field: ['id'], message: 'Code discount does not exist.', code: 'INVALID' }])
    },
  }
}
