import { beforeAll, expect, test } from 'vitest'
import { createCart } from '#app/components/cart/client/queue.ts'
import { cartForm, MAX_QUANTITY } from '#app/models/cart-fields.ts'
import type { CartReply } from '#app/models/replies.ts'
import { openTestShop } from '../support/test-shop.ts'

const OPERATIONS = 300
const WANDS = ['dragon-elder', 'dragon-oak', 'dragon-yew', 'unicorn-chestnut', 'unicorn-cherry']

const shop = openTestShop()
const keys = new Map<string, string>()

beforeAll(async () => {
  const product = await shop.services.storefront.getProduct('us', 'magic-wand')
  for (const { id, title } of product?.variants ?? [])
    keys.set(title.toLowerCase().replace(' & ', '-'), id.split('/').at(-1) ?? '')
})

/** A seeded pseudorandom generator (mulberry32). */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** One browser with two tabs: one cookie jar, one lock, and a slow network that may lose requests and answers. */
function openTabs(random: () => number, isLossy: boolean) {
  const visitor = shop.browser()
  /** The forms that have changed the cart of the server, in their order. */
  const made: FormData[] = []
  let queue: Promise<unknown> = Promise.resolve()

  async function ask(init?: RequestInit): Promise<CartReply> {
    const before = new Map(visitor.cookies)
    if (isLossy && random() < 0.05) throw new TypeError('the request was lost')
    await rest(random() * 2)
    const reply = (await (await visitor.fetch('/us/cart/changes', init)).json()) as CartReply
    if (!isLossy || random() >= 0.05) return reply
    // A lost response takes its cookie with it.
    visitor.cookies.clear()
    for (const [name, value] of before) visitor.cookies.set(name, value)
    throw new TypeError('the answer was lost')
  }
  const tabs = [0, 1].map(() =>
    createCart({
      async send(_market, form) {
        const reply = await ask({ method: 'POST', headers: { Origin: shop.origin }, body: form })
        if (reply.ok) made.push(form)
        return reply
      },
      read: () => ask(),
      lock<T>(run: () => Promise<T>): Promise<T> {
        const turn = queue.then(run)
        queue = turn.catch(() => undefined)
        return turn
      },
      save: () => false,
      load: () => null,
      notify() {},
    }),
  )
  for (const tab of tabs) tab.seed('us', null)
  return { tabs, made, visitor }
}

const quantitiesOf = (lines: CartReply['cart']['lines'] = []) =>
  Object.fromEntries(lines.map(({ key, quantity }) => [key, quantity]))

/** The expected cart after some forms, computed independently. */
function count(forms: readonly FormData[]) {
  const quantities = new Map<string, number>()
  for (const form of forms) {
    const wand = form.get('wand')
    const line = wand ? (keys.get(String(wand)) ?? '') : String(form.get('line'))
    const before = quantities.get(line)
    // A change of a line that is gone changes nothing.
    if (before === undefined && !wand) continue
    const more = (before ?? 0) + (wand ? 1 : Number(form.get('by')))
    const wanted = form.has('quantity') ? Number(form.get('quantity')) : more
    if (wanted <= 0 || form.get('intent') === 'remove') quantities.delete(line)
    else quantities.set(line, Math.min(wanted, MAX_QUANTITY))
  }
  return Object.fromEntries(quantities)
}

function randomForm(random: () => number): FormData {
  const wand = WANDS[Math.floor(random() * WANDS.length)] ?? 'dragon-oak'
  const line = keys.get(wand) ?? ''
  const dice = random()
  if (dice < 0.25) return cartForm({ intent: 'add', handle: 'magic-wand', wand })
  if (dice < 0.6) return cartForm({ intent: 'adjust', line, by: '1' })
  if (dice < 0.8) return cartForm({ intent: 'adjust', line, by: '-1' })
  const quantity = String(Math.floor(random() * 22))
  return cartForm(dice < 0.93 ? { intent: 'update', line, quantity } : { intent: 'remove', line })
}

test.concurrent.each([
  ['two tabs', 1, false],
  ['a lossy network', 2, true],
] as const)('%s: no change is lost or made twice (%i)', async (_, seed, isLossy) => {
  const random = randomOf(seed)
  const { tabs, made, visitor } = openTabs(random, isLossy)
  const answers = []
  for (let i = 0; i < OPERATIONS; i++) {
    answers.push(tabs[random() < 0.5 ? 0 : 1]?.change(randomForm(random)))
    if (random() < 0.3) await rest(random() * 4)
  }
  // Every caller gets an answer, so nothing is stuck.
  expect((await Promise.all(answers)).every((result) => result !== undefined)).toBe(true)
  // A read may be lost as well; then another one tells.
  for (let read = 0; read < 5; read++) await Promise.all(tabs.map((tab) => tab.refresh()))
  const page = (await (await visitor.fetch('/us/cart/changes')).json()) as CartReply
  const kept = quantitiesOf(page.cart.lines)
  expect(tabs.map(({ getState }) => quantitiesOf(getState().view?.lines))).toEqual([kept, kept])
  expect(kept).toEqual(count(made))
})
