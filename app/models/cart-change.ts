import { z } from 'zod'
import {
  type BundleError,
  type BundleSize,
  bundleVariant,
  parseBundle,
  parseBundleSize,
  parseWands,
  sizeOfTitle,
  validateBundle,
} from './bundle.ts'
import { type CartLine, type CartVariant, MAX_LINES, QUANTITY_CLAMP, toCartVariant } from './cart.ts'
import type { Market } from './market.ts'
import {
  chooseVariant,
  DEFAULT_WRAPPING,
  editionOfChoice,
  type Fields,
  needsEdition,
  needsWrapping,
  parseEdition,
  parseOption,
  parseWandStyle,
  parseWrapping,
  singleWands,
  type VolumeChoiceError,
} from './option-choice.ts'
import {
  findVariant,
  isVolume,
  kindOf,
  type Product,
  parseVariantId,
  purchasableVariants,
  type Variant,
} from './product.ts'
import { err, ok, type Result } from './result.ts'

const quantity = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d+$/)
      .transform(Number),
  ])
  .transform((value) => Math.max(-QUANTITY_CLAMP, Math.min(value, QUANTITY_CLAMP)))
  .pipe(z.number().int())
/** An optional field; an invalid value counts as none. */
const choice = <T>(parse: (value: unknown) => T | null) => z.unknown().optional().transform(parse)
const wands = z.array(z.unknown()).max(50).readonly().default([]).transform(parseWands)
const lineKeyField = z.string().min(1).max(60)

const restoredLine = z.object({
  variantId: z.string().transform((value, context) => {
    const id = parseVariantId(value)
    if (id === null) context.addIssue({ code: 'custom', message: 'not a variant id' })
    return id ?? ''
  }),
  quantity,
  edition: choice(parseEdition),
  wrapping: choice(parseWrapping),
  wands,
})

/** One change of a cart, as accepted by the form action and the JSON endpoint. */
export const cartChangeSchema = z.discriminatedUnion('intent', [
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
  z.object({ intent: z.literal('apply-discount'), code: z.string().max(300) }),
  z.object({ intent: z.literal('remove-discount') }),
  z.object({ intent: z.literal('set-country'), country: z.string().max(20) }),
  z.object({
    intent: z.literal('restore'),
    // From the copy in the browser: what is broken there must not cost the visitor the rest of the cart.
    lines: z
      .array(restoredLine.nullable().catch(null))
      .max(MAX_LINES)
      .transform((lines) => lines.filter((line) => line !== null))
      .refine((lines) => lines.length > 0),
    shippingCountry: z.string().max(20).nullish().catch(null),
    discountCode: z.string().max(300).nullish().catch(null),
  }),
])

export type CartChange = z.output<typeof cartChangeSchema>
/** The input of the schema, with optional fields. */
export type CartChangeInput = z.input<typeof cartChangeSchema>
export type AddChange = Extract<CartChange, { intent: 'add' }>
export type RestoreChange = Extract<CartChange, { intent: 'restore' }>

/** Why no line can be added: the choice is incomplete. */
export type ChoiceError = VolumeChoiceError | BundleError

/** The `lines` of the form that undoes a removal: JSON, as the options of a line differ by product. */
function parseLines(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : undefined
  } catch {
    return undefined
  }
}

/** Names of the fields of all changes. */
const FIELDS = cartChangeSchema.options.flatMap(({ shape }) => Object.keys(shape))
/** Restored by the JSON endpoint only, which counts the code as an attempt. */
const NOT_IN_FORMS = { shippingCountry: undefined, discountCode: undefined }

/** Parses a cart form; `bad-change` when the intent or a required field is missing or invalid. */
export function parseCartChangeForm(fields: Fields): Result<CartChange, 'bad-change'> {
  const single = FIELDS.map((name) => [name, fields.get(name) ?? undefined])
  const { wands } = parseBundle(fields)
  const lines = parseLines(fields.get('lines'))
  const parsed = cartChangeSchema.safeParse({ ...Object.fromEntries(single), wands, lines, ...NOT_IN_FORMS })
  return parsed.success ? ok(parsed.data) : err('bad-change')
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
  if (kindOf(product) === 'collectors-set') {
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
  if (kind === 'collectors-set') {
    const size = bundleSizeOf(product, change)
    const bundle = size && bundleVariant(product, size)
    return bundle ? ok(bundle) : err(size === null ? 'choose-size' : 'bundle-not-found')
  }
  if (change.variant !== null) {
    const variant = findVariant(product, change.variant)
    return variant ? ok(variant) : err('option-required')
  }
  if (isVolume(kind)) {
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
