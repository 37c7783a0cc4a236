import { toAdminProduct, toAdminVariant } from './admin-nodes.ts'
import type { Catalogue } from './catalogue.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import { type Discount, type Discounts, type DiscountTerms, discountGid } from './discounts.ts'
import { toCents, toPrice } from './regions.ts'

type UserError = {
  readonly field: readonly string[]
  readonly message: string
  readonly code: string
  readonly extraInfo: null
}

type BasicInput = {
  readonly title?: string | null
  readonly code?: string | null
  readonly startsAt?: string | null
  readonly endsAt?: string | null
  readonly usageLimit?: number | null
  readonly appliesOncePerCustomer?: boolean | null
  readonly customerSelection?: { readonly all?: boolean | null } | null
  readonly customerGets?: {
    readonly value?: {
      readonly percentage?: number | null
      readonly discountAmount?: {
        readonly amount?: string | number | null
        readonly appliesOnEachItem?: boolean | null
      } | null
    } | null
    readonly items?: {
      readonly all?: boolean | null
      readonly products?: {
        readonly productsToAdd?: readonly string[] | null
        readonly productVariantsToAdd?: readonly string[] | null
      } | null
    } | null
  } | null
  readonly combinesWith?: {
    readonly orderDiscounts?: boolean | null
    readonly productDiscounts?: boolean | null
    readonly shippingDiscounts?: boolean | null
  } | null
  readonly minimumRequirement?: {
    readonly quantity?: { readonly greaterThanOrEqualToQuantity?: number | null } | null
    readonly subtotal?: { readonly greaterThanOrEqualToSubtotal?: string | number | null } | null
  } | null
}

const MAX_CODE_LENGTH = 255

function inputError(field: readonly string[], message: string, code: string): UserError {
  return { field: ['basicCodeDiscount', ...field], message, code, extraInfo: null }
}

function toValue(input: BasicInput): DiscountTerms['value'] | null {
  const { percentage, discountAmount } = input.customerGets?.value ?? {}
  if (percentage != null)
    return percentage > 0 && percentage <= 1 ? { kind: 'percentage', part: percentage } : null
  const cents = discountAmount?.amount == null ? null : toCents(String(discountAmount.amount))
  return cents === null || cents === 0
    ? null
    : { kind: 'amount', cents, eachItem: discountAmount?.appliesOnEachItem ?? true }
}

function itemsOf(input: BasicInput): DiscountTerms['items'] {
  const products = input.customerGets?.items?.products
  if (!products) return null
  return { variantIds: products.productVariantsToAdd ?? [], productIds: products.productsToAdd ?? [] }
}

function isDate(value: string | null | undefined): value is string {
  return value != null && !Number.isNaN(Date.parse(value))
}

function itemErrors(items: DiscountTerms['items'], catalogue: Catalogue): UserError[] {
  const field = ['customerGets', 'items', 'products']
  if (items === null) return []
  if (items.variantIds.length + items.productIds.length === 0)
    return [inputError(field, 'Items can’t be blank', 'BLANK')]
  const unknown = [
    ...items.variantIds.filter((id) => catalogue.variant(id) === null),
    ...items.productIds.filter((id) => catalogue.product(id) === null),
  ]
  return unknown.map((id) => inputError(field, `Product variant with id: ${id} is invalid`, 'INVALID'))
}

function inputErrors(input: BasicInput, catalogue: Catalogue): UserError[] {
  const errors: UserError[] = []
  const items = input.customerGets?.items
  if (!input.title?.trim()) errors.push(inputError(['title'], "Title can't be blank", 'BLANK'))
  if (!input.code?.trim()) errors.push(inputError(['code'], "Code can't be blank", 'BLANK'))
  if ((input.code?.length ?? 0) > MAX_CODE_LENGTH)
    errors.push(inputError(['code'], 'Code is too long', 'TOO_LONG'))
  if (!isDate(input.startsAt)) errors.push(inputError(['startsAt'], "Starts at can't be blank", 'BLANK'))
  if (input.endsAt != null && !isDate(input.endsAt))
    errors.push(inputError(['endsAt'], 'Ends at is invalid', 'INVALID'))
  if (input.customerSelection?.all !== true)
    errors.push(inputError(['customerSelection'], "Customer selection can't be blank", 'MISSING_ARGUMENT'))
  if (input.usageLimit != null && input.usageLimit < 1)
    errors.push(inputError(['usageLimit'], 'Usage limit must be greater than 0', 'VALUE_OUTSIDE_RANGE'))
  if (toValue(input) === null)
    errors.push(
      inputError(
        ['customerGets', 'value'],
        'Value must be between 0.0 and 1.0, or an amount',
        'VALUE_OUTSIDE_RANGE',
      ),
    )
  if (!items || (items.all !== true && !items.products))
    errors.push(inputError(['customerGets', 'items'], "Items can't be blank", 'BLANK'))
  return [...errors, ...itemErrors(itemsOf(input), catalogue)]
}

function toTerms(input: BasicInput, value: DiscountTerms['value'], now: number): DiscountTerms {
  const { minimumRequirement: minimum, combinesWith } = input
  const subtotal = minimum?.subtotal?.greaterThanOrEqualToSubtotal
  return {
    title: input.title?.trim() ?? '',
    value,
    items: itemsOf(input),
    startsAt: input.startsAt ?? new Date(now).toISOString(),
    endsAt: input.endsAt ?? null,
    oncePerCustomer: input.appliesOncePerCustomer ?? false,
    combinesWith: {
      order: combinesWith?.orderDiscounts ?? false,
      product: combinesWith?.productDiscounts ?? false,
      shipping: combinesWith?.shippingDiscounts ?? false,
    },
    minimumCents: subtotal == null ? null : toCents(String(subtotal)),
    minimumQuantity: minimum?.quantity?.greaterThanOrEqualToQuantity ?? null,
    createdAt: new Date(now).toISOString(),
  }
}

function toItems({ items }: Discount, catalogue: Catalogue) {
  if (items === null) return { __typename: 'AllDiscountItems', allItems: true }
  const variants = items.variantIds.flatMap((id) => catalogue.variant(id) ?? [])
  const products = items.productIds.flatMap((id) => catalogue.product(id) ?? [])
  return {
    __typename: 'DiscountProducts',
    products: (args: ConnectionArgs) => toConnection(products, args, toAdminProduct),
    productVariants: (args: ConnectionArgs) => toConnection(variants, args, toAdminVariant),
  }
}

function statusOf({ active, startsAt, endsAt }: Discount, now: number): string {
  if (!active || (endsAt !== null && Date.parse(endsAt) <= now)) return 'EXPIRED'
  return Date.parse(startsAt) <= now ? 'ACTIVE' : 'SCHEDULED'
}

function toNode(discount: Discount, catalogue: Catalogue, now: number) {
  const { id, value, combinesWith } = discount
  const code = {
    id: `gid://shopify/DiscountRedeemCode/${id}`,
    code: discount.code,
    asyncUsageCount: discount.used,
  }
  return {
    id: discountGid(id),
    codeDiscount: {
      __typename: 'DiscountCodeBasic',
      title: discount.title,
      status: statusOf(discount, now),
      startsAt: discount.startsAt,
      endsAt: discount.endsAt,
      createdAt: discount.createdAt,
      usageLimit: discount.usageLimit,
      asyncUsageCount: discount.used,
      appliesOncePerCustomer: discount.oncePerCustomer,
      codes: (args: ConnectionArgs) => toConnection([code], args),
      customerGets: {
        value:
          value.kind === 'percentage'
            ? { __typename: 'DiscountPercentage', percentage: value.part }
            : {
                __typename: 'DiscountAmount',
                amount: { amount: toPrice(value.cents), currencyCode: 'USD' },
                appliesOnEachItem: value.eachItem,
              },
        items: toItems(discount, catalogue),
      },
      combinesWith: {
        orderDiscounts: combinesWith.order,
        productDiscounts: combinesWith.product,
        shippingDiscounts: combinesWith.shipping,
      },
    },
  }
}

type Options = { readonly discounts: Discounts; readonly catalogue: Catalogue; readonly now: () => number }

export function createAdminDiscounts({ discounts, catalogue, now }: Options) {
  const node = (discount: Discount | null) => discount && toNode(discount, catalogue, now())
  const findByGid = (gid: string) => {
    const id = /^gid:\/\/shopify\/DiscountCodeNode\/(\d+)$/.exec(gid)?.[1]
    return id === undefined ? null : discounts.findById(Number(id))
  }
  const unknown = [
    { field: ['id'], message: 'Code discount does not exist.', code: 'INVALID', extraInfo: null },
  ]

  function setActive(id: string, active: boolean) {
    const discount = findByGid(id)
    if (discount === null) return { codeDiscountNode: null, userErrors: unknown }
    discounts.setActive(discount.id, active)
    return { codeDiscountNode: node(discounts.findById(discount.id)), userErrors: [] }
  }

  return {
    codeDiscountNode: ({ id }: { id: string }) => node(findByGid(id)),
    codeDiscountNodeByCode: ({ code }: { code: string }) => node(discounts.find(code)),
    discountCodeBasicCreate({ basicCodeDiscount: input }: { basicCodeDiscount: BasicInput }) {
      const value = toValue(input)
      const errors = inputErrors(input, catalogue)
      if (errors.length > 0 || value === null) return { codeDiscountNode: null, userErrors: errors }
      const created = discounts.create(
        input.code?.trim() ?? '',
        toTerms(input, value, now()),
        input.usageLimit ?? null,
      )
      if (created !== null) return { codeDiscountNode: node(created), userErrors: [] }
      const taken = inputError(['code'], 'Code must be unique. Please try a different code.', 'TAKEN')
      return { codeDiscountNode: null, userErrors: [taken] }
    },
    discountCodeActivate: ({ id }: { id: string }) => setActive(id, true),
    discountCodeDeactivate: ({ id }: { id: string }) => setActive(id, false),
    discountCodeDelete({ id }: { id: string }) {
      const discount = findByGid(id)
      if (discount === null) return { deletedCodeDiscountId: null, userErrors: unknown }
      discounts.remove(discount.id)
      return { deletedCodeDiscountId: id, userErrors: [] }
    },
  }
}
