import { describe, expect, test } from 'vitest'
import { rowsIn } from '../support/backend-rows.ts'
import type { Browser } from '../support/browser.ts'
import { claim, completeOrder, makeGift, readOrders, reviewGift, submitMagicWords } from '../support/gifts.ts'
import { runSql } from '../support/owner.ts'
import { form, openTestShop } from '../support/test-shop.ts'

const shop = openTestShop({ now: () => Date.parse('2025-11-21T12:00:00Z') })

describe('consent', () => {
  async function leaveList(email: string): Promise<void> {
    const [row] = await rowsIn(shop, 'email_subscribers', 'email', email)
    await shop.services.backend.unsubscribe(String(row?.unsubscribe_token))
  }

  async function subscriber(email: string) {
    const [row] = await rowsIn(shop, 'email_subscribers', 'email', email)
    return row
  }

  test('with an address joins the list as gift_redemption without changing the record of an open gift', async () => {
    const gift = await makeGift(shop)
    // Of one line, without characters that nobody sees.
    const recipientName = ' Mary\u0000 Ann\nEv\u202eans\u200b'
    const fields = { consent: 'yes', recipientName, recipientEmail: 'Mary@Example.com' }
    expect((await claim(shop.browser(), gift.code, fields)).path).toBe('/us/redeem/success')
    expect(await subscriber('mary@example.com')).toMatchObject({
      source: 'gift_redemption',
      first_name: 'Mary',
      last_name: 'Ann Evans',
      full_name: 'Mary Ann Evans',
    })
    // Consent belongs to a person, not to the gift, which is not redeemed yet.
    expect(await shop.services.backend.gifts.get(gift.id)).toMatchObject({ recipientEmail: null })
  })

  test('is asked of each visitor with an address, and subscribes no one else', async () => {
    const gift = await makeGift(shop)
    const first = { consent: 'yes', recipientName: 'First Person', recipientEmail: 'first@example.com' }
    await claim(shop.browser(), gift.code, first)
    await leaveList('first@example.com')
    const second = shop.browser()
    const review = await submitMagicWords(second, gift.code)
    expect(review.document.querySelector('input[name=recipientEmail]')).not.toBeNull()
    await second.submit(review, 'Add Gift to Cart', { consent: 'yes', recipientEmail: 'second@example.com' })
    expect((await subscriber('first@example.com'))?.unsubscribed_at).not.toBeNull()
    expect((await subscriber('second@example.com'))?.source).toBe('gift_redemption')
    // Ticked without an address, it has no effect if the record names none.
    await claim(shop.browser(), gift.code, { consent: 'yes' })
    expect((await subscriber('first@example.com'))?.unsubscribed_at).not.toBeNull()
  })

  /** A gift whose record names its recipient. */
  async function giftForNamed(email: string): Promise<{ id: string; code: string }> {
    const gift = await makeGift(shop)
    const sql = 'UPDATE gift_redemption_codes SET recipient_email = ?, recipient_name = ? WHERE id = ?'
    runSql(shop, sql, email, 'Named Person', gift.id)
    return gift
  }

  test('applies to the address entered, not to the recipient on record', async () => {
    const gift = await giftForNamed('named@example.com')
    const fields = { consent: 'yes', recipientName: 'Own Name', recipientEmail: 'own@example.com' }
    const done = await claim(shop.browser(), gift.code, fields)
    expect(done.html).not.toContain('named@example.com')
    expect(await subscriber('named@example.com')).toBeUndefined()
    expect(await subscriber('own@example.com')).toMatchObject({ full_name: 'Own Name' })
    expect(await shop.services.backend.gifts.get(gift.id)).toMatchObject({
      recipientEmail: 'named@example.com',
    })
    await claim(shop.browser(), gift.code, { consent: 'yes', recipientEmail: 'unnamed@example.com' })
    expect((await subscriber('unnamed@example.com'))?.full_name).not.toContain('Named')
  })

  test('without an address applies to the recipient on record, unless they have unsubscribed', async () => {
    const gift = await giftForNamed('asked@example.com')
    await claim(shop.browser(), gift.code, {})
    expect(await subscriber('asked@example.com')).toBeUndefined()
    await claim(shop.browser(), gift.code, { consent: 'yes' })
    expect(await subscriber('asked@example.com')).toMatchObject({
      source: 'gift_redemption',
      full_name: 'Named Person',
    })
    await leaveList('asked@example.com')
    await claim(shop.browser(), gift.code, { consent: 'yes' })
    expect((await subscriber('asked@example.com'))?.unsubscribed_at).not.toBeNull()
  })

  test('does not record who redeems a gift; its order does, until it is cancelled', async () => {
    const gift = await makeGift(shop)
    const passing = { consent: 'yes', recipientName: 'Passer By', recipientEmail: 'passing@example.com' }
    await claim(shop.browser(), gift.code, passing)
    const visitor = shop.browser()
    await claim(visitor, gift.code)
    await completeOrder(visitor)
    await readOrders(shop)
    const spent = await shop.services.backend.gifts.get(gift.id)
    expect(spent).toMatchObject({
      redeemed: true,
      recipientEmail: 'ada@example.com',
      recipientName: 'Ada Fairweather',
      recipientFirstName: 'Ada',
      recipientLastName: 'Fairweather',
    })
    if (spent) await shop.services.backend.gifts.reopen(spent)
    expect(await shop.services.backend.gifts.get(gift.id)).toMatchObject({
      redeemed: false,
      recipientEmail: null,
      recipientName: null,
    })
    // Consent without an address does not apply to that customer.
    await claim(shop.browser(), gift.code, { consent: 'yes' })
    expect(await subscriber('ada@example.com')).toBeUndefined()
  })

  test('without a name keeps the name of a subscriber', async () => {
    const keep = { consent: 'yes', recipientName: 'Keep Me', recipientEmail: 'keep@example.com' }
    await claim(shop.browser(), (await makeGift(shop)).code, keep)
    await claim(shop.browser(), (await makeGift(shop)).code, { ...keep, recipientName: ' ' })
    expect(await subscriber('keep@example.com')).toMatchObject({
      full_name: 'Keep Me',
      first_name: 'Keep',
      last_name: 'Me',
      source: 'gift_redemption',
    })
  })

  test('that was not given stores nothing, and for an address that is none asks again', async () => {
    const gift = await makeGift(shop)
    await claim(shop.browser(), gift.code, { recipientEmail: 'quiet@example.com', recipientName: 'Q' })
    expect(await subscriber('quiet@example.com')).toBeUndefined()
    const page = await claim(shop.browser(), gift.code, { consent: 'yes', recipientEmail: 'no address' })
    expect([page.status, page.path]).toEqual([400, '/us/redeem/review'])
    expect(page.main).toContain('Invalid email address')
    expect(await subscriber('no address')).toBeUndefined()
  })

  /** Agrees for an address, with the gift whose words were entered. */
  async function agree(visitor: Browser, recipientEmail: string) {
    await visitor.fetch('/us/redeem/review', form({ upgrade: 'none', consent: 'yes', recipientEmail }))
  }

  test('with one gift reaches five addresses, whatever the number of visitors', async () => {
    const { visitor } = await reviewGift(shop)
    for (let at = 0; at < 6; at++) {
      const other = shop.browser()
      other.cookies.set('redeem', visitor.cookies.get('redeem') ?? '')
      await agree(other, `of-gift-${at}@example.com`)
    }
    expect(await rowsIn(shop, 'email_subscribers', 'email', 'of-gift-4@example.com')).toHaveLength(1)
    expect(await rowsIn(shop, 'email_subscribers', 'email', 'of-gift-5@example.com')).toEqual([])
    expect(await rowsIn(shop, 'mail_outbox', 'to_email', 'of-gift-5@example.com')).toEqual([])
  })

  test('of one visitor with many gifts, or for one address, is limited as forms are', async () => {
    const visitor = shop.browser()
    for (let at = 0; at < 21; at++) {
      if (at % 4 === 0) {
        visitor.cookies.clear()
        await submitMagicWords(visitor, (await makeGift(shop)).code)
      }
      await agree(visitor, `of-visitor-${at}@example.com`)
    }
    expect(await rowsIn(shop, 'email_subscribers', 'email', 'of-visitor-19@example.com')).toHaveLength(1)
    expect(await rowsIn(shop, 'email_subscribers', 'email', 'of-visitor-20@example.com')).toEqual([])
  })

  test('is kept with name and address in a form shown again, once, and stored by the next', async () => {
    const gift = await makeGift(shop, { kind: 'premium-wand' })
    const visitor = shop.browser()
    const review = await submitMagicWords(visitor, gift.code)
    const fields = { consent: 'yes', recipientName: 'Zoë "Z" Kept', recipientEmail: 'kept@example.com' }
    const refused = await visitor.submit(review, 'Add Gift to Cart', fields)
    expect(refused.main).toContain('Please select your wand style')
    expect(refused.trail.join()).not.toContain('kept')
    expect(Object.fromEntries(refused.formWith('Add Gift to Cart').data)).toMatchObject(fields)
    const later = await visitor.visit('/us/redeem/review')
    expect(later.html).not.toContain('kept@example.com')
    await visitor.submit(refused, 'Add Gift to Cart', { wand: 'dragon-oak' })
    expect(await subscriber('kept@example.com')).toMatchObject({ full_name: 'Zoë "Z" Kept' })
  })

  test('never blocks the gift', async () => {
    const gift = await makeGift(shop)
    shop.embedded.backend?.faults.inject({
      match: /email_subscribers|PATCH .*gift_redemption/,
      kind: 'unreachable',
    })
    const fields = { consent: 'yes', recipientName: 'B', recipientEmail: 'blocked@example.com' }
    expect((await claim(shop.browser(), gift.code, fields)).path).toBe('/us/redeem/success')
  })
})
