import { z } from 'zod'
import { parseJson } from '#supabase/functions/_shared/text/text.ts'
import {
  type BundleError,
  bundleVariant,
  parseBundle,
  parseBundleSize,
  parseWands,
  validateBundle,
} from './bundle.ts'
import { type CartLine, type CartVariant, toCartVariant } from './cart.ts'
import {
  CODE,
  COUNTRY,
  MAX_LINES,
  quantityField,
  SHOWN_CODE,
  SHOWN_COUNTRY,
  shownQuantityField,
} from './cart-fields.ts'
import type { Market } from './market.ts'
import {
  type BoxChoiceError,
  chooseVariant,
  DEFAULT_WRAPPING,
  editionOfChoice,
  needsEdition,
  needsWrapping,
  parseEdition,
  parseOption,
  parseWandStyle,
  parseWrapping,
  singleWands,
} from './option-choice.ts'
import {
  findVariant,
  isBox,
  type Product,
  parseVariantId,
  purchasableVariants,
  type Variant,
} from './product.ts'
import { kindOf } from './product-kind.ts'
import { err, ok, type Result } from './result.ts'
import type { BundleSize } from './wands.ts'

/** However large: the cart limits it to `MAX_QUANTITY` with a toast. */
const quantity = z
  .string()
  .trim()
  .regex(/^-?\d+$/)
  .transform(Number)
/** An optional field; an invalid value counts as none. */
const choice = <T>(parse: (value: unknown) => T | null) => z.unknown().optional().transform(parse)
const lineKeyField = z.string().min(1).max(60)
const wands = z.array(z.unknown()).max(50).readonly().default([]).transform(parseWands)

/** What is chosen beside a variant. */
const options = { edition: choice(parseEdition), wrapping: choice(parseWrapping), wands }
const variantId = choice(parseVariantId).pipe(z.string())
const restoredLine = z.object({ variantId, quantity: z.int().min(1), ...options })

/** From the copy in the browser: what is broken there must not cost the visitor the rest of the cart. */
const restoredLines = z
  .string()
  .transform((text) => parseJson(text))
  .pipe(z.array(z.unknown()).max(MAX_LINES))
  .transform((lines) => lines.flatMap((line) => restoredLine.safeParse(line).data ?? []))
  .refine((lines) => lines.length > 0)

const cartChange = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('add'),
    handle: z.string().trim().min(1).max(200),
    variant: choice(parseVariantId),
    option: choice(parseOption),
    wand: choice(parseWandStyle),
    size: choice(parseBundleSize),
    quantity: quantity.default(1),
    ...options,
  }),
  z.object({ intent: z.literal('update'), line: lineKeyField, quantity }),
  // Relative, so that concurrent changes of two tabs add up.
  z.object({ intent: z.literal('adjust'), line: lineKeyField, by: quantity }),
  z
    .object({ intent: z.literal('remove'), line: lineKeyField })
    .transform(({ line }) => ({ intent: 'update' as const, line, quantity: 0 })),
  z.object({ intent: z.literal('apply-discount'), code: z.string().max(300) }),
  z.object({ intent: z.literal('set-country'), country: z.string().max(20) }),
  z.object({ intent: z.enum(['remove-discount', 'checkout']) }),
  z.object({
    intent: z.literal('restore'),
    lines: restoredLines,
    shippingCountry: z.string().max(20).optional().catch(undefined),
    discountCode: z.string().max(300).optional().catch(undefined),
  }),
])

/** One change of a cart. */
export type CartChange = z.output<typeof cartChange>
export type AddChange = Extract<CartChange, { intent: 'add' }>
export type RestoreChange = Extract<CartChange, { intent: 'restore' }>

/** Why no line can be added: the choice is incomplete. */
export type ChoiceError = BoxChoiceError | BundleError

/**
 * Parses a cart form.
 * @returns its changes in their order, a checkout last; `malformed` for what none of our forms sends: an unknown intent,
 * a file, a repeated or odd field; `bad-change` when a field is missing or invalid
 */
export function parseCartForm(
  form: FormData | URLSearchParams,
): Result<readonly CartChange[], 'malformed' | 'bad-change'> {
  const single = [...form].filter(([name]) => name !== 'wands')
  const isOdd = single.some(([name, value]) => name in Object.prototype || typeof value !== 'string')
  if (isOdd || new Map(single).size < single.length) return err('malformed')
  const parsed = z.array(cartChange).safeParse(sentBy(form))
  if (parsed.success) return ok(parsed.data)
  const isUnknown = parsed.error.issues.some(({ path }) => path.at(-1) === 'intent')
  return err(isUnknown ? 'malformed' : 'bad-change')
}

/** The changes of a form as they were sent: its own, or for the buttons of the order form what was typed into the cart. */
function sentBy(form: FormData | URLSearchParams): readonly object[] {
  const intent = form.get('intent')
  // The button to apply a code applies it again, even if the page showed it.
  if (intent === 'apply-discount') return typedFields(form, null)
  const typed = () => typedFields(form, form.get(SHOWN_CODE))
  if (intent === 'apply-typed') return typed()
  if (intent === 'checkout') return [...typed(), { intent }]
  return [{ ...Object.fromEntries(form), wands: parseBundle(form).wands }]
}

/**
 * The changes that were typed or chosen in the fields of a cart: those whose value differs from what the page showed.
 * What is no quantity counts as not typed, and so does no code; a country that was taken back counts.
 * Spec: 5 Checkout
 */
function typedFields(form: FormData | URLSearchParams, shownCode: unknown): readonly object[] {
  return [...form].flatMap(([name, value]): readonly object[] => {
    const typed = String(value).trim()
    const line = name.startsWith(quantityField('')) ? name.slice(quantityField('').length) : null
    if (line !== null && /^\d+$/.test(typed) && typed !== form.get(shownQuantityField(line)))
      return [{ intent: 'update', line, quantity: typed }]
    if (name === COUNTRY && typed !== form.get(SHOWN_COUNTRY))
      return [{ intent: 'set-country', country: typed }]
    return name === CODE && typed !== '' && typed !== shownCode
      ? [{ intent: 'apply-discount', code: typed }]
      : []
  })
}

/**
 * The cart line of a variant, with only the options that it has: an edition for Vol. I, a wrapping for Vol. II (the
 * envelope by default, since it is free), wands for a bundle. Whether it can be added is checked by `addLine`.
 * Spec: 5 Cart add, Bundles
 */
export function lineOfVariant(
  variant: CartVariant,
  choice: Pick<AddChange, 'quantity' | 'edition' | 'wrapping' | 'wands'>,
  market: Market,
): Result<CartLine, ChoiceError> {
  const product = { title: variant.productTitle, handle: variant.handle, tags: variant.productTags }
  const plain = { variantId: variant.id, quantity: choice.quantity }
  if (kindOf(product) === 'bundle') {
    const bundle = validateBundle({ size: parseBundleSize(variant.title), wands: choice.wands })
    return bundle.ok ? ok({ ...plain, wands: bundle.value.wands }) : bundle
  }
  if (needsWrapping(product)) return ok({ ...plain, wrapping: choice.wrapping ?? DEFAULT_WRAPPING })
  const edition = kindOf(product) === 'vol-1' ? editionOfChoice(variant, choice.edition) : null
  if (edition === null && needsEdition(product, market)) return err('edition-required')
  return ok({ ...plain, ...(edition && { edition }) })
}

function variantOf(product: Product, change: AddChange, market: Market): Result<Variant, ChoiceError> {
  const kind = kindOf(product)
  if (kind === 'bundle') {
    const size = bundleSizeOf(product, change)
    const bundle = size && bundleVariant(product, size)
    return bundle ? ok(bundle) : err(size === null ? 'choose-size' : 'bundle-not-found')
  }
  const found = (variant: Variant | null) => (variant ? ok(variant) : err('option-required'))
  const { option, variant, wand } = change
  if (variant !== null) return found(findVariant(product, variant))
  if (isBox(kind)) return option ? chooseVariant(product, { ...change, option }, market) : found(null)
  const single = singleWands(product).find((entry) => entry.wand === wand)
  const [only = null, ...more] = purchasableVariants(product)
  return found(single?.variant ?? (more.length > 0 ? null : only))
}

/** The cart line of an add: see `lineOfVariant`. */
export function lineOfAdd(
  product: Product,
  change: AddChange,
  market: Market,
): Result<CartLine, ChoiceError> {
  const chosen = variantOf(product, change, market)
  return chosen.ok ? lineOfVariant(toCartVariant(product, chosen.value), change, market) : chosen
}

/** The bundle size of an add, by its `size` or its variant; null when it has neither. */
export function bundleSizeOf(product: Product, { size, variant }: AddChange): BundleSize | null {
  return size ?? parseBundleSize((variant && findVariant(product, variant)?.title) ?? '')
}
