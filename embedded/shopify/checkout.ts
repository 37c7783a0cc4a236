import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Market } from '#app/models/market.ts'
import { EMAIL_ADDRESS } from '#supabase/functions/_shared/forms/fields.ts'
import { type Shipping, shippingOf } from '#supabase/functions/_shared/mail/shipping.ts'
import { cutText, singleLine } from '#supabase/functions/_shared/text/text.ts'
import { retryWhileLocked } from '../transaction.ts'
import {
  type CheckoutView,
  type FieldErrors,
  fieldsOf,
  MAX_LENGTH,
  renderCheckout,
  renderCompleted,
  renderNotFound,
} from './checkout-pages.ts'
import { CHECKOUT_STYLE } from './checkout-parts.ts'
import type { Cart, Carts } from './database.ts'
import type { Buyer, Orders } from './orders.ts'
import type { Quote } from './pricing.ts'
import { marketOf, PRIMARY_COUNTRY } from './regions.ts'
import type { EmbeddedStoreOptions } from './settings.ts'

const PATH = /^\/embedded\/checkout\/([\w-]{1,64})$/
const STYLE_HASH = createHash('sha256').update(CHECKOUT_STYLE).digest('base64')
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "img-src 'self' https://cdn.shopify.com",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

// Without what nobody sees, which would pass for a name. One character more than allowed is enough to refuse a longer text.
const text = z
  .string()
  .transform((typed) => cutText(singleLine(typed), MAX_LENGTH + 1))
  .catch('')
const form = z.object({
  ...{ name: text, email: text, address: text, city: text, province: text, zip: text },
  payment: z.enum(['paid', 'later', 'test']).catch('paid'),
  total: z.coerce.number().int().catch(-1),
})

const UNAVAILABLE = 'Some items are not available for this country. Please go back and remove them.'
const CHANGED =
  'Your order has changed since this page was opened. Please look it over and complete it again.'
const NOT_TAKEN = 'Your order was not taken: the store is busy. Please complete it again.'
const TOO_MANY = 'That is a lot of orders in a short time. Please wait a few minutes and try again.'
const GIFT_SPENT =
  'Your gift is no longer free: its magic words were used or taken back meanwhile. You can remove it in your cart.'
const SAMPLE = { name: 'Ada Fairweather', email: 'ada@example.com', address: '4 Keyhole Row' }
const SAMPLE_ELSEWHERE: Buyer = { ...SAMPLE, city: 'Ludlow', province: '', zip: 'SY8 0ZZ' }
const SAMPLES: Readonly<Partial<Record<Market, Buyer>>> = {
  us: { ...SAMPLE, city: 'Salem', province: 'MA', zip: '01970' },
}

type CheckoutOptions = Required<Pick<EmbeddedStoreOptions, 'company' | 'now' | 'limitOrder' | 'log'>> & {
  readonly carts: Carts
  readonly orders: Orders
}

function htmlResponse(status: number, body: string): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  })
}

function redirectTo({ pathname, search }: URL): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: pathname + search, 'Cache-Control': 'no-store' },
  })
}

/** Discount codes in the checkout URL, in Shopify's format: separated by commas. */
function codesIn(url: URL): string[] {
  const codes = (url.searchParams.get('discount') ?? '').split(',').map((code) => code.trim())
  return codes.filter((code) => code !== '' && code.length <= 255).slice(0, 5)
}

function validate(values: Buyer, country: string): FieldErrors {
  const errors: FieldErrors = {}
  for (const [name, label] of fieldsOf(country)) {
    // "Name" as "name", but "ZIP code" as it is.
    const inSentence = label.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
    if (values[name] === '') errors[name] = `Please enter your ${inSentence}`
    if ([...values[name]].length > MAX_LENGTH)
      errors[name] = `${label} must be at most ${MAX_LENGTH} characters`
  }
  if (!errors.email && !EMAIL_ADDRESS.test(values.email)) errors.email = 'Invalid email address'
  return errors
}

/** Why a quote can't be ordered, or that its gift is no longer free; null when there is no problem. */
function problemOf({ codes, isOrderable }: Quote): string | null {
  if (!isOrderable) return UNAVAILABLE
  return codes.some(({ isGift, problem }) => isGift && /LIMIT|INACTIVE/.test(problem ?? ''))
    ? GIFT_SPENT
    : null
}

/** The checkout: GET shows the quote, POST completes the order once. */
export function createCheckout({ carts, orders, company, now, limitOrder, log }: CheckoutOptions) {
  type View = Pick<CheckoutView, 'shipping'> & Partial<Pick<CheckoutView, 'fields' | 'errors'>>
  /** The page of a cart. @param found what is wrong beside the cart itself */
  function show(status: number, url: URL, cart: Cart, view: View, found: string | null = null) {
    const quote = orders.quote(cart, codesIn(url))
    const fields = SAMPLES[marketOf(cart.country)] ?? SAMPLE_ELSEWHERE
    const problem = [found, problemOf(quote)].filter(Boolean).join(' ') || null
    return htmlResponse(status, renderCheckout({ quote, fields, errors: {}, problem, ...view }))
  }

  async function complete(request: Request, url: URL, cart: Cart, ip: string | null, shipping: Shipping) {
    const data = await request.formData().catch(() => null)
    if (data === null) return htmlResponse(400, renderNotFound(cart.country))
    const { total, payment, ...fields } = form.parse(Object.fromEntries(data))
    const submission = { buyer: fields, total, codes: codesIn(url), payment }
    const errors = validate(fields, cart.country)
    const showAgain = (status: number, found: string | null) =>
      show(status, url, cart, { shipping, fields, errors }, found)
    if (Object.keys(errors).length > 0) return showAgain(422, null)
    // Only a line with options can be a gift, whose words are mailed.
    const givesGifts = cart.lines.some(({ attributes }) => attributes.length > 0)
    const seconds = ip === null ? null : await limitOrder(ip, givesGifts ? fields.email : null)
    if (seconds !== null) {
      const page = showAgain(429, TOO_MANY)
      page.headers.set('Retry-After', String(seconds))
      return page
    }
    try {
      return (await retryWhileLocked(() => orders.complete(cart, submission)))
        ? redirectTo(url)
        : showAgain(409, CHANGED)
    } catch (error) {
      // A full disk, or another process that is writing to the database: what was typed must not be lost.
      log.error({ err: error }, 'order not stored')
      return showAgain(503, NOT_TAKEN)
    }
  }

  /** @returns null when the path is not a checkout's */
  return async function handle(request: Request, ip: string | null): Promise<Response | null> {
    const url = new URL(request.url)
    const token = PATH.exec(url.pathname)?.[1]
    if (token === undefined) return null
    if (!['GET', 'HEAD', 'POST'].includes(request.method))
      return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD, POST' } })
    const cart = carts.find(token, url.searchParams.get('key') ?? '')
    if (cart === null)
      return htmlResponse(404, renderNotFound(url.searchParams.get('country') ?? PRIMARY_COUNTRY))
    const order = cart.orderId === null ? null : orders.find(cart.orderId)
    if (order && request.method === 'POST') return redirectTo(url)
    if (order)
      return htmlResponse(
        200,
        renderCompleted(order, shippingOf(await company(), marketOf(order.country), order.createdAt)),
      )
    const shipping = shippingOf(await company(), marketOf(cart.country), now())
    if (request.method === 'POST') return complete(request, url, cart, ip, shipping)
    if (cart.lines.length === 0) return htmlResponse(404, renderNotFound(cart.country))
    return show(200, url, cart, { shipping })
  }
}
