import { beforeAll, expect, test, vi } from 'vitest'
import type { Cart } from '#app/components/cart/client/sender.ts'
import { MAX_QUANTITY } from '#app/models/cart.ts'
import type { CartChangeInput } from '#app/models/cart-change.ts'
import type { CartReply } from '#app/models/replies.ts'
import { createTabs, type Faults, randomOf, rest } from '../support/cart-tabs.ts'
import { openTestShop } from '../support/test-shop.ts'

const OPERATIONS = 400
const SOON = { timeout: 60_000 }
const WANDS = ['dragon-elder', 'dragon-oak', 'dragon-yew', 'unicorn-chestnut', 'unicorn-cherry']

const shop = openTestShop()

/** The expected cart after `changes`, computed independently. */
function count(changes: readonly CartChangeInput[], isFailed: (change: CartChangeInput) => boolean) {
  const quantities = new Map<string, number>()
  const set = (line: string, quantity: number) => {
    if (quantity <= 0) quantities.delete(line)
    else quantities.set(line, Math.min(quantity, MAX_QUANTITY))
  }
  for (const change of changes) {
    if (isFailed(change)) continue
    if (change.intent === 'remove') quantities.delete(change.line)
    if (change.intent === 'update') set(change.line, Number(change.quantity))
    if (change.intent === 'adjust') set(change.line, (quantities.get(change.line) ?? 0) + Number(change.by))
    if (change.intent === 'add') {
      const line = keyOf(String(change.wand))
      set(line, (quantities.get(line) ?? 0) + 1)
    }
  }
  return quantities
}

const keys = new Map<string, string>()
const keyOf = (wand: string) => keys.get(wand) ?? ''

beforeAll(async () => {
  const product = await shop.services.storefront.getProduct('us', 'magic-wand')
  for (const { id, title } of product?.variants ?? [])
    keys.set(title.toLowerCase().replace(' & ', '-'), id.split('/').at(-1) ?? '')
})

function randomChange(random: () => number): CartChangeInput {
  const wand = WANDS[Math.floor(random() * WANDS.length)] ?? 'dragon-oak'
  const line = keyOf(wand)
  const dice = random()
  if (dice < 0.25) return { intent: 'add', handle: 'magic-wand', wand }
  if (dice < 0.6) return { intent: 'adjust', line, by: 1 }
  if (dice < 0.8) return { intent: 'adjust', line, by: -1 }
  if (dice < 0.93) return { intent: 'update', line, quantity: Math.floor(random() * 22) }
  return { intent: 'remove', line }
}

const shownIn = (store: Cart | undefined) =>
  Object.fromEntries(store?.getState().view?.lines.map(({ key, quantity }) => [key, quantity]) ?? [])

test.concurrent.each<readonly [string, number, Faults & { readonly closes?: boolean }]>([
  ['two tabs', 1, {}],
  ['a lossy network', 2, { lossy: true }],
  ['a lossy network', 3, { lossy: true }],
  ['windows closed at any point', 11, { closes: true }],
  ['windows closed at any point, and a lossy network', 12, { closes: true, lossy: true }],
  ['windows closed at any point, and a lossy network', 13, { closes: true, lossy: true }],
  ['refused locks, and a lossy network', 21, { refusesLocks: true, lossy: true }],
  ['all of that', 22, { refusesLocks: true, lossy: true, closes: true }],
])('%s: no change is lost or applied twice (%i)', async (_, seed, faults) => {
  const { lossy, closes, refusesLocks } = faults
  const random = randomOf(seed)
  const { stores, carried, failed, said, visitor, reopen } = createTabs(shop, random, faults)
  const answers = []
  for (let i = 0; i < OPERATIONS; i++) {
    const tab = random() < 0.5 ? 0 : 1
    answers.push(stores[tab]?.change(randomChange(random)))
    if (random() < 0.02) void stores[tab]?.refresh()
    if (closes && random() < 0.03) reopen(tab)
    if (random() < 0.3) await rest(random() * 4)
  }
  // Every caller gets an answer, so nothing is stuck.
  const results = await Promise.all(answers)
  await Promise.all(stores.map((store) => store.drain()))
  // A read may be lost as well; then another one tells.
  for (let read = 0; read < 5; read++) await Promise.all(stores.map((store) => store.refresh()))

  const page = await visitor.fetch('/us/cart/changes')
  const { lines, itemCount } = ((await page.json()) as CartReply).cart
  const kept = Object.fromEntries(lines.map(({ key, quantity }) => [key, quantity]))
  // What the tabs tell each other may still be on its way.
  await vi.waitFor(() => expect(stores.map(shownIn)).toEqual([kept, kept]), SOON)
  expect((await visitor.visit('/us/cart')).main).toContain(itemCount === 1 ? '1 item' : `${itemCount} items`)
  expect(results).toHaveLength(OPERATIONS)
  // Without locks, two tabs may change the same cookie at once; but each goes on.
  if (!refusesLocks) expect(kept).toEqual(Object.fromEntries(count(carried, (change) => failed.has(change))))
  // Changes were batched, and a failed request was reported.
  expect(carried.length).toBeLessThan(OPERATIONS)
  const wasLost = said.some((title) => title.startsWith('That change did not go through'))
  if (lossy) expect(wasLost).toBe(true)
  if (!lossy) expect(results.filter((result) => result?.ok).length).toBeGreaterThan(OPERATIONS / 2)
})

test('ten quick clicks are ten items, in few requests', async () => {
  const { stores, carried } = createTabs(shop, randomOf(9))
  const [store, other] = stores
  await store?.change({ intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  await vi.waitFor(() => expect(other?.getState().view?.itemCount).toBe(1), SOON)
  const line = keyOf('dragon-oak')
  const clicks = Array.from({ length: 5 }, () => [
    store?.change({ intent: 'adjust', line, by: 1 }),
    other?.change({ intent: 'adjust', line, by: 1 }),
  ])
  expect(store?.getState().view?.itemCount).toBe(6)
  await Promise.all(clicks.flat())
  await vi.waitFor(() => expect(stores.map((tab) => tab.getState().view?.itemCount)).toEqual([11, 11]), SOON)
  expect(carried.length).toBeLessThan(6)
})

test('a failed change is rolled back, and reported once', async () => {
  const { stores, said } = createTabs(shop, randomOf(4))
  const [store] = stores
  await store?.change({ intent: 'add', handle: 'magic-wand', wand: 'dragon-yew' })
  const line = keyOf('dragon-yew')
  const failing = createTabs(shop, () => 0.01, { lossy: true })
  failing.stores[0]?.seed('us', store?.getState().view ?? null)
  const change = failing.stores[0]?.change({ intent: 'adjust', line, by: 3 })
  expect(failing.stores[0]?.getState().view?.itemCount).toBe(4)
  expect((await change)?.ok).toBe(false)
  expect(failing.stores[0]?.getState().view?.itemCount).toBe(1)
  expect(failing.said).toEqual(['That change did not go through, so we put it back. Please try again.'])
  expect(said).toEqual(['Added to cart!'])
})

test('a cart whose cookie was lost while the page is open is changed as shown', async () => {
  const { stores, said, visitor } = createTabs(shop, randomOf(5))
  const [store] = stores
  const [yew, elder] = [keyOf('dragon-yew'), keyOf('dragon-elder')]
  for (const wand of ['dragon-yew', 'dragon-yew', 'dragon-elder'])
    await store?.change({ intent: 'add', handle: 'magic-wand', wand })
  said.length = 0
  const shown = () => shownIn(store)
  const loseCookie = async () => {
    // After the check whether the browser stores cookies.
    await store?.refresh()
    visitor.cookies.delete('cart')
  }

  await loseCookie()
  expect((await store?.change({ intent: 'adjust', line: yew, by: 1 }))?.ok).toBe(true)
  expect(shown()).toEqual({ [yew]: 3, [elder]: 1 })

  await loseCookie()
  await store?.change({ intent: 'add', handle: 'magic-wand', wand: 'dragon-yew' })
  expect(shown()).toEqual({ [yew]: 4, [elder]: 1 })

  await loseCookie()
  await store?.change({ intent: 'remove', line: elder })
  expect(shown()).toEqual({ [yew]: 4 })

  await loseCookie()
  await store?.refresh()
  expect(shown()).toEqual({ [yew]: 4 })
  expect((await visitor.visit('/us/cart')).main).toContain('4 items')
  expect(said).toEqual(['Added to cart!'])
})

test('an emptied cart stays empty', async () => {
  const { stores, visitor } = createTabs(shop, randomOf(6))
  const [store] = stores
  await store?.change({ intent: 'add', handle: 'magic-wand', wand: 'dragon-yew' })
  await store?.change({ intent: 'remove', line: keyOf('dragon-yew') })
  await store?.refresh()
  expect(store?.getState().view?.itemCount).toBe(0)
  expect((await visitor.visit('/us/cart')).main).toContain('0 items')
})

test('a change whose response alone was lost counts as made', async () => {
  const { stores, said, losesAnswer } = createTabs(shop, randomOf(7))
  const [store] = stores
  losesAnswer()
  expect(await store?.change({ intent: 'add', handle: 'magic-wand', wand: 'dragon-yew' })).toEqual({
    ok: true,
    notices: [],
  })
  losesAnswer()
  const line = keyOf('dragon-yew')
  expect((await store?.change({ intent: 'adjust', line, by: 1 }))?.ok).toBe(true)
  expect(store?.getState().view?.itemCount).toBe(2)
  expect(said).toEqual([])
})
