import { z } from 'zod'
import {
  type BundleError,
  bundleVariant,
  parseBundle,
  parseBundleSize,
  parseWands,
  sizeOfTitle,
  validateBundle,
} from './bundle.ts'
import { type CartLine, type CartVariant, toCartVariant } from './cart.ts'
import { CODE, COUNTRY, MAX_LINES, SHOWN_CODE, SHOWN_COUNTRY, shownQuantityField } from './cart-fields.ts'
import type { BundleSize } from './list-prices.ts'
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
  kindOf,
  type Product,
  parseVariantId,
  purchasableVariants,
  type Variant,
} from './product.ts'
import { err, ok, type Result } from './result.ts'

/** Larger quantities are clamped, not refused: the cart then limits them to `MAX_QUANTITY` with a toast. */
const QUANTITY_CLAMP = 1_000_000
const quantity = z
  .string()
  .trim()
  .regex(/^-?\d+$/)
  .transform((text) => Math.max(-QUANTITY_CLAMP, Math.min(Number(text), QUANTITY_CLAMP)))
/** An optional field; an invalid value counts as none. */
const choice = <T>(parse: (value: unknown) => T | null) => z.unknown().optional().transform(parse)
const lineKeyField = z.string().min(1).max(60)
const wands = z.array(z.unknown()).max(50).readonly().default([]).transform(parseWands)

const restoredLine = z.object({
  variantId: z.string().transform((value, context) => {
    const id = parseVariantId(value)
    if (id === null) context.addIssue({ code: 'custom', message: 'not a variant id' })
    return id ?? ''
  }),
  quantity: z.int().min(1),
  edition: choice(parseEdition),
  wrapping: choice(parseWrapping),
  wands,
})

/** From the copy in the browser: what is broken there must not cost the visitor the rest of the cart. */
const restoredLines = z
  .string()
  .transform(parseJson)
  .pipe(z.array(restoredLine.nullable().catch(null)).max(MAX_LINES))
  .transform((lines) => lines.filter((line) => line !== null))
  .refine((lines) => lines.length > 0)

const cartChange = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('add'),
    handle: z.string().trim().min(1).max(200),
    variant: choice(parseVariantId),
    option: choice(parseOption),
    wand: choice(parseWandStyle),
    edition: choice(parseEdition),
    wrapping: choice(parseWrapping),
    size: choice(parseBundleSize),
    wands,
    quantity: quantity.default(1),
  }),
  z.object({ intent: z.literal('update'), line: lineKeyField, quantity }),
  // Relative, so that concurrent changes of two tabs add up.
  z.object({ intent: z.literal('adjust'), line: lineKeyField, by: quantity }),
  z.object({ intent: z.literal('remove'), line: lineKeyField }),
  z.object({ intent: z.literal('replace'), line: lineKeyField }),
  z.object({ intent: z.literal('apply-discount'), code: z.string().max(300) }),
  z.object({ intent: z.literal('remove-discount') }),
  z.object({ intent: z.literal('checkout') }),
  z.object({ intent: z.literal('set-country'), country: z.string().max(20) }),
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

const INTENTS: readonly unknown[] = [
  ...cartChange.options.map(({ shape }) => shape.intent.value),
  'apply-typed',
]

/**
 * Parses a cart form.
 * @param intent that of the form, unless its address says it
 * @returns its changes in their order, a checkout last; `malformed` for what none of our forms sends: an unknown intent, a file, a repeated or odd field;
 * `bad-change` when a field is missing or invalid
 */
export function parseCartForm(
  form: FormData,
  intent: unknown = form.get('intent'),
): Result<readonly CartChange[], 'malformed' | 'bad-change'> {
  const single = [...form].filter(([name]) => name !== 'wands')
  const isOdd = single.some(([name, value]) => name in Object.prototype || typeof value !== 'string')
  if (!INTENTS.includes(intent) || isOdd || new Map(single).size < single.length) return err('malformed')
  const parsed = z.array(cartChange).safeParse(sentBy(form, intent))
  return parsed.success ? ok(parsed.data) : err('bad-change')
}

/** The changes of a form as they were sent: its own, or for the buttons of the order form what was typed into the cart. */
function sentBy(form: FormData, intent: unknown): readonly object[] {
  const isCode = intent === 'apply-discount' && form.has(SHOWN_CODE)
  if (isCode || intent === 'apply-typed') return typedFields(form, isCode)
  if (intent === 'checkout') return [...typedFields(form, false), { intent }]
  return [{ ...Object.fromEntries(form), intent, wands: parseBundle(form).wands }]
}

/**
 * The changes that were typed or chosen in the fields of a cart: those whose value differs from what the page showed.
 * What is no quantity counts as not typed.
 * @param isCodeApplied the button to apply a code applies it again, even if the page showed it
 * Spec: 5 Checkout
 */
function typedFields(form: FormData, isCodeApplied: boolean): Record<string, string>[] {
  const changes: Record<string, string>[] = []
  for (const [name, value] of form) {
    const typed = String(value).trim()
    // A country that was taken back counts; other fields are left alone.
    if (typed === '' && name !== COUNTRY) continue
    const line = name.startsWith('quantity:') ? name.slice('quantity:'.length) : null
    if (line !== null && /^\d+$/.test(typed) && typed !== form.get(shownQuantityField(line)))
      changes.push({ intent: 'update', line, quantity: typed })
    if (name === COUNTRY && typed !== form.get(SHOWN_COUNTRY))
      changes.push({ intent: 'set-country', country: typed })
    if (name === CODE && (isCodeApplied || typed !== form.get(SHOWN_CODE)))
      changes.push({ intent: 'apply-discount', code: typed })
  }
  return changes
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What is chosen for a line beside its variant: null, or no wands, for what is not. */
type LineChoice = Pick<AddChange, 'quantity' | 'edition' | 'wrapping' | 'wands'>

/**
 * The cart line of a variant, with only the options that it has: an edition for Vol. I, a wrapping for Vol. II (the
 * envelope by default, since it is free), wands for a bundle. Whether it can be added is checked by `addLine`.
 * Spec: 5 Cart add, Bundles
 */
export function lineOfVariant(
  variant: Pick<CartVariant, 'id' | 'title' | 'handle' | 'productTitle'>,
  choice: LineChoice,
  market: Market,
): Result<CartLine, ChoiceError> {
  const product = { title: variant.productTitle, handle: variant.handle }
  const plain = { variantId: variant.id, quantity: choice.quantity }
  if (kindOf(product) === 'bundle') {
    const bundle = validateBundle({ size: sizeOfTitle(variant.title), wands: choice.wands })
    return bundle.ok ? ok({ ...plain, wands: bundle.value.wands }) : bundle
  }
  if (needsWrapping(product)) return ok({ ...plain, wrapping: choice.wrapping ?? DEFAULT_WRAPPING })
  if (kindOf(product) !== 'vol-1') return ok(plain)
  const edition = editionOfChoice(variant, choice.edition)
  if (edition === null) return needsEdition(product, market) ? err('edition-required') : ok(plain)
  return ok({ ...plain, edition })
}

function variantOf(product: Product, change: AddChange, market: Market): Result<Variant, ChoiceError> {
  const kind = kindOf(product)
  if (kind === 'bundle') {
    const size = bundleSizeOf(product, change)
    const bundle = size && bundleVariant(product, size)
    return bundle ? ok(bundle) : err(size === null ? 'choose-size' : 'bundle-not-found')
  }
  if (change.variant !== null) {
    const variant = findVariant(product, change.variant)
    return variant ? ok(variant) : err('option-required')
  }
  if (isBox(kind)) {
    if (needsEdition(product, market) && change.edition === null) return err('edition-required')
    return change.option === null
      ? err('option-required')
      : chooseVariant(product, { ...change, option: change.option }, market)
  }
  const wand = singleWands(product).find((entry) => entry.wand === change.wand)
  if (wand) return ok(wand.variant)
  const [only, ...more] = purchasableVariants(product)
  return only && more.length === 0 ? ok(only) : err('option-required')
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
export function bundleSizeOf(
  product: Product,
  { size, variant }: Pick<AddChange, 'size' | 'variant'>,
): BundleSize | null {
  if (size !== null || variant === null) return size
  const title = findVariant(product, variant)?.title
  return title === undefined ? null : sizeOfTitle(title)
}
