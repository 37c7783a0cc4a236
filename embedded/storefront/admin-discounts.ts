import { toAdminVariant } from './admin-nodes.ts'
import type { Catalogue } from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { type Discount, type Discounts, discountGid } from './discounts.ts'

type UserError = {
  readonly field: readonly string[]
  readonly message: string
  readonly code: string
}

/** The discount of a gift, as the shop asks for it: a part of the price of certain variants. */
type BasicInput = {
  readonly title?: string | null
  readonly code?: string | null
  readonly startsAt?: string | null
  readonly usageLimit?: number | null
  readonly customerSelection?: { readonly all?: boolean | null } | null
  readonly customerGets?: {
    readonly value?: { readonly percentage?: number | null } | null
    readonly items?: {
      readonly products?: { readonly productVariantsToAdd?: readonly string[] | null } | null
    } | null
  } | null
}

const MAX_CODE_LENGTH = 255

function inputError(field: readonly string[], message: string, code: string): UserError {
  return { field: ['basicCodeDiscount', ...field], message, code }
}

function variantIdsOf(input: BasicInput): readonly string[] {
  return input.customerGets?.items?.products?.productVariantsToAdd ?? []
}

function inputErrors(input: BasicInput, catalogue: Catalogue): UserError[] {
  const errors: UserError[] = []
  const part = input.customerGets?.value?.percentage ?? 0
  const variantIds = variantIdsOf(input)
  const items = ['customerGets', 'items', 'products']
  if (!input.title?.trim()) errors.push(inputError(['title'], "Title can't be blank", 'BLANK'))
  if (!input.code?.trim()) errors.push(inputError(['code'], "Code can't be blank", 'BLANK'))
  if ((input.code?.length ?? 0) > MAX_CODE_LENGTH)
    errors.push(inputError(['code'], 'Code is too long', 'TOO_LONG'))
  if (Number.isNaN(Date.parse(input.startsAt ?? '')))
    errors.push(inputError(['startsAt'], "Starts at can't be blank", 'BLANK'))
  if (input.customerSelection?.all !== true)
    errors.push(inputError(['customerSelection'], "Customer selection can't be blank", 'MISSING_ARGUMENT'))
  if (part <= 0 || part > 1)
    errors.push(
      inputError(['customerGets', 'value'], 'Value must be between 0.0 and 1.0', 'VALUE_OUTSIDE_RANGE'),
    )
  if (variantIds.length === 0) errors.push(inputError(items, 'Items can’t be blank', 'BLANK'))
  const unknown = variantIds.filter((id) => catalogue.variant(id) === null)
  return [
    ...errors,
    ...unknown.map((id) => inputError(items, `Product variant with id: ${id} is invalid`, 'INVALID')),
  ]
}

function toNode(discount: Discount, catalogue: Catalogue, now: number) {
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
              productVariants: (args: ConnectionArgs) => toConnection(variants, args, toAdminVariant),
            }
          : { __typename: 'AllDiscountItems', allItems: true },
      },
    },
  }
}

type Options = { readonly discounts: Discounts; readonly catalogue: Catalogue; readonly now: () => number }

/** The discounts of the Admin API: those of gifts are created, found and ended. */
export function createAdminDiscounts({ discounts, catalogue, now }: Options) {
  const node = (discount: Discount | null) => discount && toNode(discount, catalogue, now())
  const refuse = (userErrors: readonly UserError[]) => ({ codeDiscountNode: null, userErrors })

  return {
    codeDiscountNodeByCode: ({ code }: { code: string }) => node(discounts.find(code)),
    discountCodeBasicCreate({ basicCodeDiscount: input }: { basicCodeDiscount: BasicInput }) {
      const errors = inputErrors(input, catalogue)
      if (errors.length > 0) return refuse(errors)
      const terms = {
        title: input.title?.trim() ?? '',
        value: { part: input.customerGets?.value?.percentage ?? 0 },
        items: { variantIds: variantIdsOf(input) },
        startsAt: input.startsAt ?? '',
      }
      const created = discounts.create(input.code?.trim() ?? '', terms, input.usageLimit ?? null)
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
