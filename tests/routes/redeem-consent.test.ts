import { describe, expect, test } from 'vitest'
import { rowsIn } from '../support/backend-rows.ts'
import { claim, completeOrder, makeGift, readOrders, reviewGift } from '../support/gifts.ts'
import { runSql } from '../support/owner.ts'
import { form, openTestShop } from '../support/test-shop.ts'

const shop = openTestShop({ now: () => Date.parse('2025-11-21T12:00:00Z') })

async function subscriber(email: string) {
  const [row] = await rowsIn(shop, 'email_subscribers', 'email', email)
  return row
}

/** Claims a gift, by default a new one, with consent and these fields. */
async function consent(fields: Record<string, string>, gift?: { code: string }) {
  return claim(shop.browser(), (gift ?? (await makeGift(shop))).code, { consent: 'yes', ...fields })
}

async function leaveList(email: string): Promise<void> {
  await shop.services.backend.unsubscribe(String((await subscriber(email))?.unsubscribe_token))
}
const hasLeft = async (email: string) => (await subscriber(email))?.unsubscribed_at !== null

/** A gift whose record names its recipient. */
async function giftForNamed(email: string) {
  const gift = await makeGift(shop)
  const sql = 'UPDATE gift_redemption_codes SET recipient_email = ?, recipient_name = ? WHERE id = ?'
  runSql(shop, sql, email, 'Named Person', gift.id)
  return gift
}

const recordOf = ({ id }: { id: string }) => shop.services.backend.gifts.get(id)

describe('consent', () => {
  test('with an address joins the list as gift_redemption without changing the record of an open gift', async () => {
    const gift = await makeGift(shop)
    // Of one line, without characters that nobody sees.
    const recipientName = ' Mary\u0000 Ann\nEv\u202eans\u200b'
    expect((await consent({ recipientName, recipientEmail: 'Mary@Example.com' }, gift)).path).toContain(
      'success',
    )
    const mary = { first_name: 'Mary', last_name: 'Ann Evans', full_name: 'Mary Ann Evans' }
    expect(await subscriber('mary@example.com')).toMatchObject({ source: 'gift_redemption', ...mary })
    // Consent belongs to a person, not to the gift, which is not redeemed yet.
    expect(await recordOf(gift)).toMatchObject({ recipientEmail: null })
    await consent({ recipientName: ' ', recipientEmail: 'mary@example.com' })
    expect(await subscriber('mary@example.com')).toMatchObject(mary)
  })

  test('is of the address that a visitor enters, and subscribes no one else', async () => {
    const gift = await giftForNamed('named@example.com')
    await consent({ recipientName: 'First Person', recipientEmail: 'first@example.com' }, gift)
    await leaveList('first@example.com')
    const done = await consent({ recipientEmail: 'second@example.com' }, gift)
    expect(done.html).not.toContain('named@example.com')
    expect(await hasLeft('first@example.com')).toBe(true)
    expect(await subscriber('named@example.com')).toBeUndefined()
    expect((await subscriber('second@example.com'))?.full_name).not.toMatch(/First|Named/)
    expect(await recordOf(gift)).toMatchObject({ recipientEmail: 'named@example.com' })
  })

  test('without an address applies to the recipient on record, unless they have unsubscribed', async () => {
    const gift = await giftForNamed('asked@example.com')
    await claim(shop.browser(), gift.code)
    expect(await subscriber('asked@example.com')).toBeUndefined()
    await consent({}, gift)
    const asked = { source: 'gift_redemption', full_name: 'Named Person' }
    expect(await subscriber('asked@example.com')).toMatchObject(asked)
    await leaveList('asked@example.com')
    await consent({}, gift)
    expect(await hasLeft('asked@example.com')).toBe(true)
  })

  test('does not record who redeems a gift; its order does, until it is cancelled', async () => {
    const gift = await makeGift(shop)
    await consent({ recipientName: 'Passer By', recipientEmail: 'passing@example.com' }, gift)
    const visitor = shop.browser()
    await claim(visitor, gift.code)
    await completeOrder(visitor)
    await readOrders(shop)
    const spent = await recordOf(gift)
    expect(spent).toMatchObject({
      redeemed: true,
      recipientEmail: 'ada@example.com',
      recipientName: 'Ada Fairweather',
      recipientFirstName: 'Ada',
      recipientLastName: 'Fairweather',
    })
    if (spent) await shop.services.backend.gifts.reopen(spent)
    const open = { redeemed: false, recipientEmail: null, recipientName: null }
    expect(await recordOf(gift)).toMatchObject(open)
    // Consent without an address does not apply to that customer.
    await consent({}, gift)
    expect(await subscriber('ada@example.com')).toBeUndefined()
  })

  test('that was not given stores nothing, and for an address that is none asks again', async () => {
    const gift = await makeGift(shop)
    await claim(shop.browser(), gift.code, { recipientEmail: 'quiet@example.com', recipientName: 'Q' })
    expect(await subscriber('quiet@example.com')).toBeUndefined()
    const page = await consent({ recipientName: 'Zoë "Z"', recipientEmail: 'no address' }, gift)
    expect([page.status, page.path]).toEqual([400, '/us/redeem/review'])
    expect(page.main).toContain('Invalid email address')
    const kept = { consent: 'yes', recipientName: 'Zoë "Z"', recipientEmail: 'no address' }
    expect(Object.fromEntries(page.formWith('Add Gift to Cart').data)).toMatchObject(kept)
    expect(await subscriber('no address')).toBeUndefined()
  })

  test('with one gift reaches five addresses, whatever the number of visitors', async () => {
    const { visitor } = await reviewGift(shop)
    for (let at = 0; at < 6; at++) {
      const other = shop.browser()
      other.cookies.set('redeem', visitor.cookies.get('redeem') ?? '')
      const recipientEmail = `of-gift-${at}@example.com`
      await other.fetch('/us/redeem/review', form({ upgrade: 'none', consent: 'yes', recipientEmail }))
    }
    expect(await subscriber('of-gift-4@example.com')).toBeDefined()
    expect(await subscriber('of-gift-5@example.com')).toBeUndefined()
    expect(await rowsIn(shop, 'mail_outbox', 'to_email', 'of-gift-5@example.com')).toEqual([])
  })

  test('never blocks the gift', async () => {
    const gift = await makeGift(shop)
    const match = /email_subscribers|PATCH .*gift_redemption/
    shop.embedded.backend?.faults.inject({ match, kind: 'unreachable' })
    expect((await consent({ recipientEmail: 'blocked@example.com' }, gift)).path).toBe('/us/redeem/success')
  })
})
