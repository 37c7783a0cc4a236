import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyGiftStep,
  GIFT_EVENTS,
  GIFT_LIFE,
  GIFT_STATES,
  type GiftClaim,
  type GiftEvent,
  type GiftFacts,
  type GiftState,
  giftState,
  giftsRemoved,
  nextGiftStep,
  ordersToSettle,
} from './gift-life.ts'

const ISSUED: GiftFacts = {
  isDelivered: false,
  isRevoked: false,
  redeemedBy: null,
  discount: 'D1',
  claims: [],
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
  event: GiftEvent,
  orderId = 'A',
  discount = gift.discount ?? 'D1',
): GiftFacts {
  const claim = { orderId, discount, isPaid: event === 'order-paid', isReleased: event === 'order-undone' }
  switch (event) {
    case 'mail-accepted':
      return { ...gift, isDelivered: true }
    case 'purchase-undone':
      // One statement: only a gift that no order has is revoked.
      return gift.redeemedBy === null ? { ...gift, isRevoked: true } : gift
    default:
      return settle(claimed(gift, claim))
  }
}

/** A delivered gift in each state, as order A brought it there. */
const IN_STATE: Record<GiftState, GiftFacts> = {
  issued: ISSUED,
  delivered: happen(ISSUED, 'mail-accepted'),
  reserved: happen(happen(ISSUED, 'mail-accepted'), 'order-placed'),
  redeemed: happen(happen(ISSUED, 'mail-accepted'), 'order-paid'),
  revoked: happen(happen(ISSUED, 'mail-accepted'), 'purchase-undone'),
}

describe('the table of gift states and events', () => {
  test.each(GIFT_STATES)('has the state "%s"', (state) => {
    expect(giftState(IN_STATE[state])).toBe(state)
  })

  test.each(GIFT_STATES.flatMap((state) => GIFT_EVENTS.map((event) => [state, event] as const)))(
    'is what the facts give: %s, %s',
    (state, event) => {
      expect(giftState(happen(IN_STATE[state], event))).toBe(GIFT_LIFE[state][event])
    },
  )

  test('has one way only into redeemed, and none out of revoked', () => {
    for (const state of GIFT_STATES)
      for (const event of GIFT_EVENTS) {
        if (state !== 'redeemed' && GIFT_LIFE[state][event] === 'redeemed') expect(event).toBe('order-paid')
        if (state === 'revoked') expect(GIFT_LIFE[state][event]).toBe('revoked')
      }
  })
})

describe('a gift', () => {
  test('that an order used which was cancelled before it was paid is open with a new discount', () => {
    const cancelled = happen(ISSUED, 'order-undone')
    expect([giftState(cancelled), cancelled.discount]).toEqual(['issued', null])
    const paid = happen(cancelled, 'order-paid', 'A', 'D1')
    expect([giftState(paid), paid.discount]).toEqual(['issued', null])
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
    expect(ordersToSettle(happen(IN_STATE.revoked, 'order-paid', 'Z'))).toEqual(['Z'])
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
    event: fc.constantFrom<GiftEvent>('order-placed', 'order-paid', 'order-undone'),
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
      const of = (orderId: string, event: GiftEvent) =>
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
      expect(giftState(again)).toBe(giftState(gift))
      expect([again.redeemedBy, again.discount]).toEqual([gift.redeemedBy, gift.discount])
    }),
    { numRuns: 2_000 },
  )
})

test('the deliveries of one order give the same result in every order', () => {
  const events = fc.shuffledSubarray<GiftEvent>(['order-placed', 'order-paid', 'order-undone'], {
    minLength: 1,
  })
  fc.assert(
    fc.property(events, fc.array(fc.nat(2), { maxLength: 6 }), (sent, repeats) => {
      const all = [...sent, ...repeats.flatMap((at) => sent[at] ?? [])]
      const run = (given: readonly GiftEvent[]) =>
        given.reduce((facts, event) => happen(facts, event, 'A', 'D1'), ISSUED)
      expect(giftState(run(all))).toBe(giftState(run([...sent].reverse())))
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
