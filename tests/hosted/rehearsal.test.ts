import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { COMPANY_FORM } from '#app/models/company-form.ts'
import { canOpen } from '#app/models/doctor.ts'
import { HANDLES } from '#app/models/product.ts'
import { examineEnvironment } from '#app/services/doctor/doctor.server.ts'
import { Browser, type Page } from '../support/browser.ts'
import { startMailServer } from '../support/mail-server.ts'
import { createShopify, refusalsOf, type Shopify } from '../support/shopify.ts'
import { createTestShop, type TestShop } from '../support/test-shop.ts'
import { complaintsOf, environmentOf, runSetUp } from './examined.ts'
import { OWNER, type Supabase, startSupabase } from './supabase-double.ts'

/**
 * From a new Shopify shop and a new Supabase project to a live store, in the order of docs/deploy.md: with the doctor red,
 * set-up, the doctor green, and then a gift that is bought, redeemed and read about, while a token ends.
 */

const ORIGIN = 'https://shop.keyhole.house'
const SHOPPER = 'grace@keyhole.house'
const GIVEN: Partial<Record<string, string>> = { email: 'hello@keyhole.house', url: 'https://earlier.house' }
/** What the owner enters at `/admin/company`: every field that has no default. */
const FACTS = Object.fromEntries(
  COMPANY_FORM.flatMap(({ fields }) => fields)
    .filter(({ isMain }) => isMain)
    .map(({ name, kind, label }) => [name, kind === 'text' ? `The ${label}` : (GIVEN[kind] ?? '')]),
)
/** Redirects are the browser's to follow. */
const send = (request: Request) => fetch(request, { redirect: 'manual' })
const overNetwork = fetch

describe('the rehearsal', { shuffle: false }, () => {
  let shopify: Shopify
  let supabase: Supabase
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let shop: TestShop | null = null
  let environment: Record<string, string>
  /** The words in the mail of the gift. */
  let words = ''

  /** The network of this process, with the proxy in front of the shop, which tells it who asks. */
  const network: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin, host, pathname, search } = new URL(request.url)
    if (origin !== ORIGIN) return overNetwork(request)
    if (shop === null) throw Object.assign(new TypeError('fetch failed'), { code: 'ECONNREFUSED' })
    const proxied = new Request(`http://${host}${pathname}${search}`, request)
    proxied.headers.set('X-Forwarded-For', '198.51.100.7')
    return shop.handle(proxied, { address: '127.0.0.1' })
  }
  const services = () => shop?.services ?? expect.fail()

  beforeAll(async () => {
    vi.stubGlobal('fetch', network)
    shopify = createShopify({ send: (request) => network(request) })
    supabase = await startSupabase()
    mail = await startMailServer('owl:post-office')
    await shopify.listen()
    environment = environmentOf(shopify, supabase, mail, ORIGIN)
    // As a new project is: nothing deployed, no secrets, sign-up open, no owner.
    Object.assign(supabase.state, { functions: new Set(), secrets: {}, allowsSignUp: true })
    supabase.sql(`UPDATE "auth.users" SET raw_app_meta_data = '{}'`)
  })
  afterAll(async () => {
    const refused = shopify.calls.flatMap((call) => refusalsOf(call.api, call.document, call.variables))
    expect(refused).toEqual([])
    await shop?.close()
    await Promise.all([shopify.close(), supabase.close(), mail.stop()])
    vi.unstubAllGlobals()
  })

  const look = () => examineEnvironment(environment, { fetch: network })
  const visitor = () => new Browser(send, ORIGIN)
  /** A browser at Shopify's checkout, and the page there that a visitor was sent to. */
  async function atShopify(page: Page) {
    const browser = new Browser(send, page.url.origin)
    return { browser, page: await browser.visit(page.url.href) }
  }

  test('1. with new accounts, the doctor names what is missing in every service', async () => {
    const findings = await look()
    expect(canOpen(findings)).toBe(false)
    const failing = findings.filter(({ found }) => found !== null).map(({ service }) => service)
    expect(new Set(failing)).toEqual(new Set(['Settings', 'Shopify', 'Supabase', 'Front door']))
  })

  test('2. the steps of docs/deploy.md: Supabase, the store, the shop', async () => {
    supabase.deploy(environment)
    supabase.sql(`UPDATE "auth.users" SET raw_app_meta_data = '{"role": "owner"}'`)
    expect((await runSetUp(['--yes'], environment)).status).toBe(0)
    shop = await createTestShop({ env: environment, origin: () => ORIGIN })
    await shop.warm
    // Nothing stands in for what is real.
    for (const path of ['admin/api/2025-07/graphql.json', 'checkout/a'])
      expect((await network(`${ORIGIN}/embedded/${path}`)).status, path).toBe(404)
  })

  test('3. the owner tells what only the owner knows', async () => {
    expect(complaintsOf(await look())).toEqual([
      expect.stringMatching(/^Settings, Company: Missing: Name of the company; .* → .*\/admin\/company/),
    ])
    const browser = visitor()
    await browser.submit(await browser.visit('/admin/sign-in'), 'Sign in', OWNER)
    const page = await browser.submit(await browser.visit('/admin/company'), 'Save', FACTS)
    expect(page.main).toContain('Saved.')
    expect((await visitor().visit('/uk/terms-and-conditions')).main).toContain(FACTS.legalAddress)
    // The doctor is green.
    expect(complaintsOf(await look())).toEqual([])
  })

  test('4. a shopper buys a gift, and its words arrive', async () => {
    const browser = visitor()
    const add = { intent: 'add', handle: HANDLES.vol2.us, option: 'box-only', wrapping: 'printable-only' }
    const cart = await browser.post('/us/cart', add, `${ORIGIN}/us/product/${HANDLES.vol2.us}`)
    expect(cart.main).toContain('Vol. II')
    const { browser: atCheckout, page } = await atShopify(await browser.submit(cart, 'Checkout'))
    const done = await atCheckout.submit(page, 'Complete order', { email: SHOPPER, name: 'Grace Giver' })
    expect(done.text).toContain('Order complete')
    await shopify.store.deliverWebhooks()
    expect(shopify.webhooks.map(({ address }) => address)).toContain(`${ORIGIN}/webhooks/orders-paid`)
    const giftMails = () => mail.received.filter(({ to }) => to === SHOPPER)
    await expect.poll(giftMails).not.toEqual([])
    words = (await services().backend.listRows('giftCodes'))[0]?.code ?? ''
    expect(giftMails().map(({ text }) => text.replace(/\s+/g, ' '))).toContainEqual(
      expect.stringMatching(new RegExp(words || 'no words')),
    )
  })

  test('5. the Admin API’s token ends meanwhile, and the recipient redeems all the same', async () => {
    shopify.revokeTokens()
    const browser = visitor()
    const review = await browser.submit(await browser.visit('/us/redeem'), 'Redeem My Gift', { words })
    expect(review.path).toBe('/us/redeem/review')
    expect((await browser.submit(review, 'Add Gift to Cart')).path).toBe('/us/redeem/success')
    const { browser: atCheckout, page } = await atShopify(
      await browser.submit(await browser.visit('/us/cart'), 'Checkout'),
    )
    expect(page.text).toMatch(/Total\s*\$0\.00/)
    const done = await atCheckout.submit(page, 'Complete order', {
      email: 'robin@keyhole.house',
      name: 'Robin',
    })
    expect(done.text).toContain('Order complete')
    await shopify.store.deliverWebhooks()
    const isRedeemed = async () => (await services().backend.listRows('giftCodes'))[0]?.redeemed
    await expect.poll(isRedeemed).toBe(true)
  })

  test('6. the owner reads it, that everything is all right, and what breaks', async () => {
    const browser = visitor()
    const room = await browser.submit(await browser.visit('/admin/sign-in'), 'Sign in', OWNER)
    expect(room.main).not.toContain('Before the doors open')
    expect((await browser.visit('/admin/gift-codes?state=redeemed')).main).toContain('Grace Giver')
    const check = async () => (await browser.submit(await browser.visit('/admin/check-up'), 'Check now')).main
    expect(await check()).toMatch(/Front door\s*Address\s*All right/)
    shopify.switches.hasPassword = true
    expect(await check()).toContain('Online Store, Preferences, and remove the password')
  })
})
