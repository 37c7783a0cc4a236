import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type GiftClaim,
  type GiftFacts,
  type GiftStep,
  giftsRemoved,
  nextGiftStep,
  ordersToSettle,
} from './gift-life.ts'

type OrderEvent = 'order-placed' | 'order-paid' | 'order-undone'

const ISSUED: GiftFacts = {
  isRevoked: false,
  redeemedBy: null,
  discount: 'D1',
  claims: [],
}

/** What the database does for a step. */
function applyGiftStep(gift: GiftFacts, step: GiftStep): GiftFacts {
  switch (step.kind) {
    case 'redeem':
      return { ...gift, redeemedBy: step.orderId }
    case 'reopen':
      return { ...gift, redeemedBy: null, discount: null }
    case 'renew':
      return { ...gift, discount: null }
    case 'retire':
      return { ...gift, discount: step.used }
  }
}

/** All steps of the model. Fails when they do not end. */
function settle(gift: GiftFacts): GiftFacts {
  let facts = gift
  for (let count = 0; count < 20; count++) {
    const step = nextGiftStep(facts)
    if (step === null) return facts
    facts = applyGiftStep(facts, step)
  }
  throw new Error('the gift does not settle')
}

/** Adds to what an order did: flags are set and never cleared. */
function claimed(gift: GiftFacts, claim: GiftClaim): GiftFacts {
  const known = gift.claims.find(({ orderId }) => orderId === claim.orderId)
  const merged = {
    ...(known ?? claim),
    isPaid: claim.isPaid || known?.isPaid === true,
    isReleased: claim.isReleased || known?.isReleased === true,
  }
  const claims = known
    ? gift.claims.map((other) => (other === known ? merged : other))
    : [...gift.claims, merged]
  return { ...gift, claims }
}

function happen(
  gift: GiftFacts,
  event: OrderEvent,
  orderId = 'A',
  discount = gift.discount ?? 'D1',
): GiftFacts {
  const flags = { isPaid: event === 'order-paid', isReleased: event === 'order-undone' }
  return settle(claimed(gift, { orderId, discount, ...flags }))
}

describe('a gift', () => {
  test('that an order used which was cancelled before it was paid is open with a new discount', () => {
    const cancelled = happen(ISSUED, 'order-undone')
    expect(cancelled).toMatchObject({ redeemedBy: null, discount: null })
    const paid = happen(cancelled, 'order-paid', 'A', 'D1')
    expect(paid).toMatchObject({ redeemedBy: null, discount: null })
  })

  test('keeps its discount when another order is undone', () => {
    const paid = happen(ISSUED, 'order-paid', 'A', 'D1')
    expect(happen(paid, 'order-undone', 'B', 'D1')).toMatchObject({ redeemedBy: 'A', discount: 'D1' })
  })

  test('is spent on the order that used an earlier discount, and its later discount ends', () => {
    const renewed: GiftFacts = { ...happen(ISSUED, 'order-undone'), discount: 'D2' }
    const late = settle(claimed(renewed, { orderId: 'B', discount: 'D1', isPaid: true, isReleased: false }))
    expect(late).toMatchObject({ redeemedBy: 'B', discount: 'D1' })
  })

  test('goes to another paid order when its own is undone, and names orders that it is not enough for', () => {
    const both = happen(happen(ISSUED, 'order-paid', 'A'), 'order-paid', 'B')
    expect([both.redeemedBy, ordersToSettle(both)]).toEqual(['A', ['B']])
    const left = happen(both, 'order-undone', 'A')
    expect([left.redeemedBy, ordersToSettle(left)]).toEqual(['B', []])
  })

  test('that was revoked names every order that was paid with it', () => {
    expect(ordersToSettle(happen({ ...ISSUED, isRevoked: true }, 'order-paid', 'Z'))).toEqual(['Z'])
  })
})

/**
 * Deliveries of up to three orders, the model of a store that uses up each discount once, and a recipient who comes
 * back for a new one whenever the gift is open.
 */
const ORDERS = ['A', 'B', 'C'] as const
const deliveries = fc.array(
  fc.record({
    orderId: fc.constantFrom(...ORDERS),
    event: fc.constantFrom<OrderEvent>('order-placed', 'order-paid', 'order-undone'),
    isClaimedAgain: fc.boolean(),
  }),
  { maxLength: 14 },
)

test('whatever the order of deliveries, a gift ends spent on one paid order or open with an unused discount', () => {
  fc.assert(
    fc.property(deliveries, (sent) => {
      const used = new Map<string, string>()
      let gift = ISSUED
      let discounts = 1
      for (const { orderId, event, isClaimedAgain } of sent) {
        if (isClaimedAgain && gift.redeemedBy === null && gift.discount === null)
          gift = { ...gift, discount: `D${++discounts}` }
        const discount = used.get(orderId) ?? gift.discount ?? `D${discounts}`
        used.set(orderId, discount)
        gift = happen(gift, event, orderId, discount)
      }
      const of = (orderId: string, event: OrderEvent) =>
        sent.some((one) => one.orderId === orderId && one.event === event)
      const live = ORDERS.filter((order) => of(order, 'order-paid') && !of(order, 'order-undone'))
      if (live.length > 0) expect(live).toContain(gift.redeemedBy)
      else expect(gift.redeemedBy).toBeNull()
      expect(ordersToSettle(gift)).toHaveLength(Math.max(0, live.length - 1))
      const undone = ORDERS.filter((order) => of(order, 'order-undone'))
      if (gift.redeemedBy === null)
        for (const order of undone) expect(used.get(order)).not.toBe(gift.discount)
      // The same deliveries again change nothing.
      const again = sent.reduce((facts, { orderId, event }) => {
        return happen(facts, event, orderId, used.get(orderId) ?? 'D1')
      }, gift)
      expect(again).toEqual(gift)
    }),
    { numRuns: 2_000 },
  )
})

test('the deliveries of one order give the same result in every order', () => {
  const events = fc.shuffledSubarray<OrderEvent>(['order-placed', 'order-paid', 'order-undone'], {
    minLength: 1,
  })
  fc.assert(
    fc.property(events, fc.array(fc.nat(2), { maxLength: 6 }), (sent, repeats) => {
      const all = [...sent, ...repeats.flatMap((at) => sent[at] ?? [])]
      const run = (given: readonly OrderEvent[]) =>
        given.reduce((facts, event) => happen(facts, event, 'A', 'D1'), ISSUED)
      expect(run(all)).toEqual(run([...sent].reverse()))
    }),
  )
})

test('of several gifts of an order, the one whose title fits is removed, in a fixed order', () => {
  const gifts = [
    { id: 'b', productTitle: 'Gift Bundle - Premium Wand' },
    { id: 'a', productTitle: 'Gift Bundle - No Wand' },
    { id: 'c', productTitle: 'Gift Bundle - No Wand' },
  ]
  expect(giftsRemoved(gifts, [{ variantTitle: 'Gift Bundle - Premium Wand', units: 1 }])).toEqual(['b'])
  expect(giftsRemoved(gifts, [{ variantTitle: 'gift bundle - no wand', units: 2 }])).toEqual(['a', 'c'])
  expect(giftsRemoved(gifts, [{ variantTitle: 'another', units: 9 }])).toEqual(['a', 'b', 'c'])
  expect(giftsRemoved(gifts, [])).toEqual([])
})
