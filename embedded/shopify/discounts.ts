import type { Database } from './database.ts'

/** Terms of a discount code: the demo code's, and those of gifts. */
type DiscountTerms = {
  readonly title: string
  /** The part of the price that it takes off, 0 to 1. */
  readonly value: { readonly part: number }
  /** The items it applies to; null for the whole order. */
  readonly items: { readonly variantIds: readonly string[] } | null
  readonly startsAt: string
}

export type Discount = DiscountTerms & {
  readonly id: number
  readonly code: string
  readonly active: boolean
  readonly usageLimit: number | null
  readonly used: number
}

export type Discounts = ReturnType<typeof createDiscounts>

const FIRST_ID = 1400000000001
const DEMO_CODE = 'OWL10'
const DEMO_TERMS: DiscountTerms = {
  title: 'Ten percent off',
  value: { part: 0.1 },
  items: null,
  startsAt: '2025-09-01T00:00:00Z',
}

export function discountGid(id: number): string {
  return `gid://shopify/DiscountCodeNode/${id}`
}

function toDiscount(row: Record<string, unknown> | undefined): Discount | null {
  if (!row) return null
  const { terms, id, code, active, usage_limit, used } = row
  return {
    ...(JSON.parse(String(terms)) as DiscountTerms),
    id: Number(id),
    code: String(code),
    active: active === 1,
    usageLimit: usage_limit === null ? null : Number(usage_limit),
    used: Number(used),
  }
}

/** Discounts, found by code, ignoring case. Creates the demo code. */
export function createDiscounts(db: Database) {
  const byCode = db.prepare('select * from discounts where code = ?')
  const insert = db.prepare(
    `insert into discounts (id, code, terms, usage_limit)
    select coalesce(max(id) + 1, ?), ?, ?, ? from discounts where true
    on conflict (code) do nothing returning *`,
  )
  const use = db.prepare(
    'update discounts set used = used + 1 where id = ? and active = 1 and (usage_limit is null or used < usage_limit)',
  )
  const deactivate = db.prepare('update discounts set active = 0 where id = ?')

  /** @returns null when the code is taken */
  const create = (code: string, terms: DiscountTerms, usageLimit: number | null) =>
    toDiscount(insert.get(FIRST_ID, code, JSON.stringify(terms), usageLimit))
  create(DEMO_CODE, DEMO_TERMS, null)

  return {
    create,
    find: (code: string): Discount | null => toDiscount(byCode.get(code.trim())),
    /** Counts one use. @returns false when the usage limit is reached */
    use: (id: number): boolean => use.run(id).changes === 1,
    /** @returns false when there is none with that id */
    deactivate: (id: number): boolean => deactivate.run(id).changes === 1,
  }
}
