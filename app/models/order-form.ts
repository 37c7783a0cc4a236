import * as z from 'zod/mini'
import { MARKETS, type Market } from './market.ts'
import { CHOOSE_COUNTRY } from './messages.ts'
import { CODE_EMPTY } from './page-messages.ts'

/** What is typed into a cart beside its quantities: a code to apply, a country to check out. Spec: 5 Checkout */
export function orderForm(market: Market) {
  const typed = z.object({
    intent: z.optional(z.string()),
    code: z.optional(z.string()),
    country: z.optional(z.string()),
  })
  const isApplied = ({ intent }: z.output<typeof typed>) => intent === 'apply-discount'
  return typed.check(
    z.refine((form) => !isApplied(form) || Boolean(form.code?.trim()), { path: ['code'], error: CODE_EMPTY }),
    z.refine((form) => isApplied(form) || Boolean(form.country) || !MARKETS[market].needsCountry, {
      path: ['country'],
      error: CHOOSE_COUNTRY.title,
    }),
  )
}
