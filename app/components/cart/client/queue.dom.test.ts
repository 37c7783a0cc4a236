import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { emptyCart } from '#app/models/cart.ts'
import { cartForm } from '#app/models/cart-fields.ts'
import type { CartView } from '#app/models/cart-totals.ts'
import { buildCartView } from '#app/models/cart-view.ts'
import { line as cartLine, idOf, variants, wands } from '#app/models/catalogue.fixture.ts'
import type { Market } from '#app/models/market.ts'
import { CART_RESTORED, CHANGE_FAILED, COOKIES_REFUSED } from '#app/models/messages.ts'
import type { CartReply } from '#app/models/replies.ts'
import { MIRROR } from './mirror.ts'
import { createCart } from './queue.ts'

const said = vi.hoisted((): string[] => [])
vi.mock('#app/components/page/stores.ts', () => ({
  showToast: ({ title }: { title: string }) => said.push(title),
}))

const emptyView = (market: Market) => buildCartView(emptyCart(market), new Map(), null)
const linesOf = (quantities: readonly number[]) =>
  quantities.map((quantity, index) =>
    cartLine(idOf(wands, index === 0 ? 'Dragon & Oak' : 'Dragon & Yew'), { quantity }),
  )
const filled = (quantity: number) =>
  buildCartView({ ...emptyCart('us'), lines: linesOf([quantity]) }, variants, null)
const LINE = filled(1).lines[0]?.key ?? ''

const answer = (cart: CartView, more: Partial<CartReply> = {}): CartReply => ({
  ok: true,
  cart,
  toasts: [],
  hadCart: true,
  checkoutUrl: null,
  ...more,
})
/** What a form says of the change. */
const fieldsOf = (form: FormData | URLSearchParams) =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      /^(idempotencyKey|shown-cart)$/.test(name) ? [] : [[name, `${value}`]],
    ),
  )

type Server = {
  send(market: Market, form: FormData, signal: AbortSignal): Promise<CartReply>
  read(market: Market): Promise<CartReply>
}
const requests: { readonly form: FormData; readonly signal: AbortSignal }[] = []
const sent = () => requests.map(({ form }) => fieldsOf(form))

/** A server, as the tabs of a browser reach it. */
function serve(server: Partial<Server>) {
  vi.stubGlobal('fetch', async (path: string, { body, signal }: { body?: FormData; signal: AbortSignal }) => {
    const market = path.startsWith('/uk/') ? 'uk' : 'us'
    if (body) requests.push({ form: body, signal })
    const { send, read } = { send: async () => answer(emptyView(market)), ...server }
    const reply = body ? await send(market, body, signal) : await read?.(market)
    return { ok: true, json: async () => reply ?? answer(emptyView(market)) }
  })
}

/** The cart of a tab. */
function open(server: Partial<Server> = {}, view: CartView | null = emptyView('us')) {
  serve(server)
  const cart = createCart()
  cart.seed(view?.market ?? 'us', view)
  const change = (fields: Record<string, string>) => cart.change(cartForm(fields))
  return { cart, change, itemCount: () => cart.getState().view?.itemCount }
}

const country = { intent: 'set-country', country: 'US' }
const adjust = (by: number) => ({ intent: 'adjust', line: LINE, by: String(by) })
const update = (quantity: number) => ({ intent: 'update', line: LINE, quantity: String(quantity) })
const offline = () => Promise.reject(new TypeError('no network'))

beforeEach(() => {
  localStorage.clear()
  requests.length = 0
  said.length = 0
  vi.stubGlobal('navigator', {})
  vi.useRealTimers()
})

test('changes of one market are not shown in the other, but answered, also after the change of market', async () => {
  const { promise, resolve } = Promise.withResolvers<CartReply>()
  const { cart, change } = open({ send: () => promise }, emptyView('uk'))
  const first = change({ intent: 'set-country', country: 'FR' })
  const waiting = change({ intent: 'remove-discount' })
  await expect.poll(() => requests).toHaveLength(1)
  cart.seed('us', emptyView('us'))
  resolve(answer({ ...emptyView('uk'), itemCount: 1 }))
  expect([(await waiting).ok, (await first).ok]).toEqual([false, true])
  expect(cart.getState().view).toMatchObject({ market: 'us', itemCount: 0, shippingCountry: 'US' })
})

test('waiting changes of a line become the last of them, and steps only what is the same at the limits', async () => {
  const { change } = open()
  const sentFor = async (...changes: Record<string, string>[]) => {
    requests.length = 0
    // The first is sent at once.
    await Promise.all([country, ...changes].map(change))
    return sent().slice(1)
  }
  expect(await sentFor(adjust(1), adjust(2), adjust(-1), adjust(-1))).toEqual([adjust(3), adjust(-2)])
  expect(await sentFor(update(25), adjust(-1))).toEqual([update(25), adjust(-1)])
  expect(await sentFor(adjust(4), update(2), update(5))).toEqual([update(5)])
  const remove = { intent: 'remove', line: LINE }
  expect(await sentFor(update(2), remove, adjust(1))).toEqual([remove, adjust(1)])
})

/** As a request ends that its timeout aborts. */
const hang = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('a change without an answer, in twenty seconds too, is shown as not made, and the cart is read again', async () => {
  vi.useFakeTimers()
  let lost: Server['send'] | null = offline
  const { change, itemCount } = open({
    send: async (...asked) => lost?.(...asked) ?? answer(filled(3)),
    read: async () => answer(filled(2)),
  })
  for (lost of [offline, (_: Market, __: FormData, signal: AbortSignal) => hang(signal)]) {
    said.length = 0
    const failed = change(country)
    await vi.advanceTimersByTimeAsync(20_000)
    expect([(await failed).ok, said, itemCount()]).toEqual([false, [CHANGE_FAILED.title], 2])
  }
  lost = null
  expect([(await change(country)).ok, itemCount()]).toEqual([true, 3])
})

test('a change says whether a cart is shown, and a read restores one whose cookie was lost, when the store is back', async () => {
  open({}, filled(1))
  let send: Server['send'] = offline
  const { cart, change, itemCount } = open(
    {
      send: (...asked) => send(...asked),
      read: async () => answer(emptyView('us'), { hadCart: false }),
    },
    null,
  )
  expect([(await change(country)).ok, said.splice(0)]).toEqual([false, [CHANGE_FAILED.title]])
  send = async () => answer(filled(1))
  await cart.refresh()
  const restored = requests.at(-1)
  expect([restored?.form.get('intent'), said, itemCount()]).toEqual(['restore', [CART_RESTORED.title], 1])
  await cart.refresh()
  expect(said, 'what was shown needs no message').toHaveLength(1)
  await change(adjust(1))
  const told = [requests[0], requests[1], requests.at(-1)].map((asked) => asked?.form.get('shown-cart'))
  expect(told).toEqual([null, '1', '1'])
})

test.each([true, false])(
  'a browser that keeps no cookies is told so, and shows the cart of the server; restored: %s',
  async (isRestored) => {
    if (isRestored) open({}, filled(1))
    const { cart, change, itemCount } = open(
      {
        send: async () => answer(filled(1), { hadCart: false }),
        read: async () => answer(emptyView('us'), { hadCart: false }),
      },
      isRestored ? null : emptyView('us'),
    )
    if (isRestored) await cart.refresh()
    else expect((await change(country)).ok).toBe(false)
    expect([said, itemCount()]).toEqual([[COOKIES_REFUSED.title], 0])
    expect(JSON.parse(localStorage.getItem(MIRROR) ?? '').items, 'not restored on every page').toEqual([])
  },
)

test('a page whose cart is not the one saved last, or changed since, is read again', async () => {
  const read = async () => answer(filled(2))
  open({}, filled(3))
  const page = open({ read }, filled(1))
  await expect.poll(page.itemCount).toBe(2)
  const { cart, change, itemCount } = open({ read, send: async () => answer(filled(3)) })
  await change(country)
  cart.seed('us', filled(1))
  await expect.poll(itemCount).toBe(2)
})

test('a closing window sends what waits, together with what is on its way, which is the same press', async () => {
  const { cart, change } = open({ send: (_market, _form, signal) => hang(signal) }, filled(1))
  const first = change(adjust(1))
  await expect.poll(() => requests).toHaveLength(1)
  const waiting = [change(adjust(1)), change(country)]
  cart.leave()
  expect(await Promise.all([first, ...waiting])).toMatchObject([{ ok: true }, { ok: true }, { ok: true }])
  await expect.poll(() => requests).toHaveLength(2)
  const [cutOff, together] = requests
  const forms = together?.form.getAll('unanswered').map((text) => new URLSearchParams(String(text))) ?? []
  expect([cutOff?.signal.aborted, forms.map(fieldsOf)]).toEqual([true, [adjust(1), adjust(1), country]])
  const keys = forms.map((form) => form.get('idempotencyKey'))
  expect([keys[0], new Set(keys).size, said]).toEqual([cutOff?.form.get('idempotencyKey'), 3, []])
})

test('a window that closes before a lost cart is restored sends the copy first, in place of the restore on its way', async () => {
  open({}, { ...filled(1), lines: filled(1).lines.map((line) => ({ ...line, variantTitle: 'Gift Bundle' })) })
  const { cart, change } = open(
    {
      send: (_market, _form, signal) => hang(signal),
      read: async () => answer(emptyView('us'), { hadCart: false }),
    },
    null,
  )
  await expect.poll(() => requests).toHaveLength(1)
  const added = change({ intent: 'add', handle: 'magic-wand' })
  cart.leave()
  expect(await added).toMatchObject({ ok: true })
  await expect.poll(() => requests).toHaveLength(2)
  const [restore, together] = requests
  const forms = together?.form.getAll('unanswered').map((text) => new URLSearchParams(String(text))) ?? []
  expect([restore?.signal.aborted, forms.map((form) => form.get('intent'))]).toEqual([
    true,
    ['restore', 'add'],
  ])
  expect(forms[0]?.get('lines')).toBe(restore?.form.get('lines'))
  expect([together?.form.has('shown-cart'), together?.form.get('kept-gift')]).toEqual([false, '1'])
})

test('a window that cuts off the answer as it closes saves the cart as it is shown', async () => {
  const { cart, change } = open({ send: offline, read: () => new Promise(() => {}) }, filled(1))
  void change(adjust(1))
  await expect.poll(() => requests).toHaveLength(1)
  cart.leave()
  expect(JSON.parse(localStorage.getItem(MIRROR) ?? '').items).toMatchObject([{ quantity: 2 }])
})

test('after a change that failed no checkout opens, which says so', async () => {
  const { cart, change } = open({ send: offline, read: async () => answer(filled(1)) })
  const [changed, checkout] = [change(adjust(1)), change({ intent: 'checkout' })]
  expect(cart.getState().isLoading).toBe(true)
  expect(await changed).toMatchObject({ ok: false, toasts: [] })
  expect(await checkout).toEqual({ ok: false, toasts: [CHANGE_FAILED], checkoutUrl: null })
  expect([sent(), said, cart.getState().isLoading]).toEqual([[adjust(1)], [], false])
})

test('a change is made where locks are refused, and while a tab that sleeps has the lock for ten seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  const request = (_name: string, { signal }: { signal: AbortSignal }) =>
    signal.aborted ? Promise.reject(signal.reason) : hang(signal)
  for (const locks of [{ request: offline }, { request }]) {
    vi.stubGlobal('navigator', { locks })
    const { change } = open({ send: async () => answer(filled(3)) })
    expect((await change(country)).ok).toBe(true)
  }
  expect([timeout.mock.calls.at(-1), requests.length]).toEqual([[10_000], 2])
  timeout.mockRestore()
})

const step = fc.record({ tab: fc.nat(1), line: fc.nat(1), by: fc.constantFrom(1, 2, -1) })

test('two tabs lose no change and make none twice, whatever the network delays and loses', () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { maxLength: 20 }),
      fc.infiniteStream(fc.nat(9)),
      async (network, steps, fates) => {
        localStorage.clear()
        let cookie = [50, 50]
        const expected = [...cookie]
        const viewOf = (kept: typeof cookie) =>
          buildCartView({ ...emptyCart('us'), lines: linesOf(kept) }, variants, null)
        const keys = viewOf(cookie).lines.map(({ key }) => key)
        /** A request has the cookie of the moment when it is sent, and its answer replaces it. */
        async function ask(form = new FormData()) {
          const line = keys.indexOf(String(form.get('line')))
          const made = cookie.map((had, index) => (index === line ? had + Number(form.get('by')) : had))
          const fate = line < 0 ? 9 : fates.next().value
          await network.schedule(Promise.resolve())
          if (fate === 0) throw new TypeError('the answer was lost, and its cookie with it')
          cookie = made
          return answer(viewOf(made))
        }
        let turn: Promise<unknown> = Promise.resolve()
        function request(_name: string, _options: unknown, run: () => Promise<unknown>) {
          turn = turn.then(run)
          return turn
        }
        vi.stubGlobal('navigator', { locks: { request } })
        const server = { send: (_: Market, form: FormData) => ask(form), read: () => ask() }
        const tabs = [0, 1].map(() => open(server, viewOf(cookie)))
        const answers = steps.map(async ({ tab, line, by }) => {
          if (by === 2) await network.schedule(Promise.resolve())
          const result = await tabs[tab]?.change({ intent: 'adjust', line: keys[line] ?? '', by: String(by) })
          if (result?.ok) expected[line] = (expected[line] ?? 0) + by
        })
        await network.waitFor(Promise.all(answers))
        await network.waitFor(Promise.all(tabs.map(({ cart }) => cart.refresh())))
        const shown = tabs.map(({ cart }) => cart.getState().view)
        expect([cookie, ...shown]).toEqual([expected, viewOf(expected), viewOf(expected)])
      },
    ),
  ))
