import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyCart } from '#app/models/cart.ts'
import { cartForm } from '#app/models/cart-fields.ts'
import { buildCartView } from '#app/models/cart-view.ts'
import type { CartView } from '#app/models/cart-view-types.ts'
import type { Market } from '#app/models/market.ts'
import { CART_RESTORED, CHANGE_FAILED, COOKIES_REFUSED } from '#app/models/messages.ts'
import type { CartReply } from '#app/models/replies.ts'
import { type CartPorts, type CartState, createCart } from './queue.ts'

const emptyView = (market: Market) => buildCartView(emptyCart(market), new Map(), null)
const filled = (itemCount: number, market: Market = 'us') =>
  ({ ...emptyView(market), itemCount, lines: [{ key: '7', quantity: itemCount }] }) as unknown as CartView
const answer = (cart: CartView, more: Partial<CartReply> = {}): CartReply => ({
  ok: true,
  cart,
  toasts: [],
  hadCart: true,
  checkoutUrl: null,
  ...more,
})
/** What a form says, without its key. */
const fieldsOf = (form: FormData | URLSearchParams) =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (name === 'idempotencyKey' ? [] : [[name, String(value)]])),
  )

/** A cart of a tab, what it has sent, and what its visitor was told. */
function open(ports: Partial<CartPorts> = {}, view: CartView | null = emptyView('us')) {
  const sent: Record<string, string>[] = []
  const said: string[] = []
  const cart = createCart({
    read: async () => answer(emptyView('us')),
    lock: (run) => run(),
    save: () => false,
    load: () => null,
    notify: ({ title }) => said.push(title),
    ...ports,
    send: (market, form, signal) => {
      sent.push(fieldsOf(form))
      return ports.send?.(market, form, signal) ?? Promise.resolve(answer(emptyView(market)))
    },
  })
  cart.seed(view?.market ?? 'us', view)
  const change = (fields: Record<string, string>) => cart.change(cartForm(fields))
  return { cart, sent, said, change }
}

const country = { intent: 'set-country', country: 'US' }
const adjust = (by: number) => ({ intent: 'adjust', line: '7', by: String(by) })
const update = (quantity: number) => ({ intent: 'update', line: '7', quantity: String(quantity) })

test('changes of one market are not shown in the other, but answered, also after the change of market', async () => {
  const { promise, resolve } = Promise.withResolvers<CartReply>()
  const { cart, change } = open({ send: () => promise }, emptyView('uk'))
  const sent = change({ intent: 'set-country', country: 'FR' })
  const waiting = change({ intent: 'remove-discount' })
  expect(cart.getState().view?.shippingCountry).toBe('FR')
  await Promise.resolve()
  cart.seed('us', emptyView('us'))
  resolve(answer(filled(1, 'uk')))
  expect([(await waiting).ok, (await sent).ok]).toEqual([false, true])
  expect(cart.getState().view).toMatchObject({ market: 'us', itemCount: 0, shippingCountry: 'US' })
})

test('waiting changes of a line become the last of them, and steps only what is the same at the limits', async () => {
  const { sent, change } = open()
  const sentFor = async (...changes: Record<string, string>[]) => {
    sent.length = 0
    // The first is sent at once.
    await Promise.all([country, ...changes].map(change))
    return sent.slice(1)
  }
  expect(await sentFor(adjust(1), adjust(2), adjust(-1), adjust(-1))).toEqual([adjust(3), adjust(-2)])
  expect(await sentFor(update(25), adjust(-1))).toEqual([update(25), adjust(-1)])
  expect(await sentFor(adjust(4), update(2), update(5))).toEqual([update(5)])
  const remove = { intent: 'remove', line: '7' }
  expect(await sentFor(update(2), remove, adjust(1))).toEqual([remove, adjust(1)])
})

test('a change without an answer is shown as not made, and the cart is read again', async () => {
  let isDown = true
  const { cart, said, change } = open({
    send: async () => {
      if (isDown) throw new TypeError('no network')
      return answer(filled(3))
    },
    read: async () => answer(filled(2)),
  })
  expect((await change(country)).ok).toBe(false)
  expect(said).toEqual([CHANGE_FAILED.title])
  expect(cart.getState().view?.itemCount).toBe(2)
  isDown = false
  expect((await change(country)).ok).toBe(true)
  expect(cart.getState().view?.itemCount).toBe(3)
})

test('a change brings the saved cart along, and a read restores one whose cookie was lost', async () => {
  const saved = cartForm({ intent: 'restore', lines: '[]' })
  const { cart, sent, said, change } = open(
    {
      load: () => saved,
      send: async () => answer(filled(1)),
      read: async () => answer(emptyView('us'), { hadCart: false }),
    },
    null,
  )
  await cart.refresh()
  expect([sent, said, cart.getState().view?.itemCount]).toEqual([[fieldsOf(saved)], [CART_RESTORED.title], 1])
  await cart.refresh()
  expect(said, 'what was shown needs no message').toHaveLength(1)
  await change(adjust(1))
  expect(sent.at(-1)).toEqual({ ...adjust(1), kept: 'intent=restore&lines=%5B%5D' })
})

test.each([
  ['a change', null],
  ['a saved cart, which is not restored on every page', cartForm({ intent: 'restore', lines: '[]' })],
])('a browser that keeps no cookies is told so, and shows the cart of the server: %s', async (_, saved) => {
  const { cart, said, change } = open(
    {
      load: () => saved,
      send: async () => answer(filled(1), { hadCart: false }),
      read: async () => answer(emptyView('us'), { hadCart: false }),
    },
    saved ? null : emptyView('us'),
  )
  if (saved) await cart.refresh()
  else expect((await change(country)).ok).toBe(false)
  expect(said).toEqual([COOKIES_REFUSED.title])
  expect(cart.getState().view?.itemCount).toBe(0)
})

test('a cart that changes while it is read is read again', async () => {
  const answers: (() => void)[] = []
  let items = 1
  const { cart } = open({
    async read() {
      const view = filled(items)
      await new Promise<void>((resolve) => answers.push(resolve))
      return answer(view)
    },
  })
  const first = cart.refresh()
  await expect.poll(() => answers.length).toBe(1)
  items = 2
  const second = cart.refresh()
  answers[0]?.()
  await first
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.()
  await second
  expect(cart.getState().view?.itemCount).toBe(2)
})

test('a page whose cart is not the one saved last, or changed since, is read again', async () => {
  const read = async () => answer(filled(2))
  const { cart } = open({ read, save: () => true }, filled(1))
  await expect.poll(() => cart.getState().view?.itemCount).toBe(2)
  const changed = open({ read, send: async () => answer(filled(3)) })
  await changed.change(country)
  changed.cart.seed('us', filled(1))
  await expect.poll(() => changed.cart.getState().view?.itemCount).toBe(2)
})

test('a closing window sends what waits, together with what is on its way, which is the same press', async () => {
  const requests: { readonly form: FormData; readonly signal: AbortSignal }[] = []
  const { said, cart, change } = open(
    {
      send(_market, form, signal) {
        requests.push({ form, signal })
        return new Promise((_, reject) => signal.addEventListener('abort', reject))
      },
    },
    filled(1),
  )
  const first = change(adjust(1))
  await expect.poll(() => requests).toHaveLength(1)
  const waiting = [change(adjust(1)), change(country)]
  cart.leave()
  expect(await Promise.all([first, ...waiting])).toMatchObject([{ ok: true }, { ok: true }, { ok: true }])
  const [cutOff, together] = requests
  const forms = together?.form.getAll('unanswered').map((text) => new URLSearchParams(String(text))) ?? []
  expect([cutOff?.signal.aborted, forms.map(fieldsOf)]).toEqual([true, [adjust(1), adjust(1), country]])
  const keys = forms.map((form) => form.get('idempotencyKey'))
  expect([keys[0], new Set(keys).size]).toEqual([cutOff?.form.get('idempotencyKey'), 3])
  expect([requests.length, said]).toEqual([2, []])
})

test('after a change that failed no checkout opens, which says so', async () => {
  const { sent, said, cart, change } = open({
    send: () => Promise.reject(new TypeError('no network')),
    read: async () => answer(filled(1)),
  })
  const [changed, checkout] = [change(adjust(1)), change({ intent: 'checkout' })]
  expect(cart.getState().isLoading).toBe(true)
  expect(await changed).toMatchObject({ ok: false, toasts: [] })
  expect(await checkout).toEqual({ ok: false, toasts: [CHANGE_FAILED], checkoutUrl: null })
  expect([sent, said, cart.getState().isLoading]).toEqual([[adjust(1)], [], false])
})

test('a window that cuts off the answer as it closes saves the cart as it is shown', async () => {
  const saved: (number | undefined)[] = []
  const save = ({ view }: CartState) => {
    saved.push(view?.itemCount)
    return false
  }
  const { cart, sent, change } = open(
    { send: () => Promise.reject(new Error('cut off')), read: () => new Promise(() => {}), save },
    filled(1),
  )
  void change(adjust(1))
  await expect.poll(() => sent).toHaveLength(1)
  await Promise.resolve()
  cart.leave()
  expect(saved.at(-1)).toBe(2)
})

const step = fc.record({ tab: fc.nat(1), line: fc.constantFrom('7', '8'), by: fc.constantFrom(1, 2, -1) })

test('two tabs lose no change and make none twice, whatever the network delays and loses', () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { maxLength: 20 }),
      fc.infiniteStream(fc.nat(9)),
      async (network, steps, fates) => {
        let cookie: Record<string, number> = { 7: 50, 8: 50 }
        const expected = { ...cookie }
        const viewOf = (kept: typeof cookie) => {
          const lines = Object.entries(kept).map(([key, quantity]) => ({ key, quantity }))
          return { ...emptyView('us'), lines } as unknown as CartView
        }
        /** A request has the cookie of the moment when it is sent, and its answer replaces it. */
        async function ask(form = new FormData()) {
          const line = String(form.get('line') ?? '7')
          const made = { ...cookie, [line]: (cookie[line] ?? 0) + Number(form.get('by')) }
          const fate = form.has('line') ? fates.next().value : 9
          await network.schedule(Promise.resolve())
          if (fate === 0) throw new TypeError('the answer was lost, and its cookie with it')
          cookie = made
          return answer(viewOf(made))
        }
        let turn: Promise<unknown> = Promise.resolve()
        function lock<T>(run: () => Promise<T>): Promise<T> {
          const result = turn.then(run)
          turn = result.catch(() => undefined)
          return result
        }
        const ports = { send: (_: Market, form: FormData) => ask(form), read: () => ask(), lock }
        const tabs = [0, 1].map(() => open(ports, viewOf(cookie)))
        const answers = steps.map(async ({ tab, line, by }) => {
          if (by === 2) await network.schedule(Promise.resolve())
          const result = await tabs[tab]?.change({ intent: 'adjust', line, by: String(by) })
          if (result?.ok) expected[line] = (expected[line] ?? 0) + by
        })
        await network.waitFor(Promise.all(answers))
        await network.waitFor(Promise.all(tabs.map(({ cart }) => cart.refresh())))
        const shown = tabs.map(({ cart }) => cart.getState().view)
        expect([cookie, ...shown]).toEqual([expected, viewOf(expected), viewOf(expected)])
      },
    ),
  ))
