import { expect, test } from 'vitest'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import { makeGift } from '../support/gifts.ts'
import { openOwnersRoom, withBackendDatabase } from '../support/owner.ts'

const { shop, owner } = openOwnersRoom()

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/

/** The subject of the newest audit entry, as the owner sees it, and its link. */
async function lastSubject() {
  const page = await owner.visit('/admin/security')
  expect(page.status).toBe(200)
  const cell = page.document.querySelector('tbody td[data-l="To what"]')
  return {
    text: (cell?.textContent ?? '').trim(),
    href: cell?.querySelector('a')?.getAttribute('href') ?? null,
  }
}

async function giftOf(purchaser: string, recipient: string | null) {
  const gift = await makeGift(shop, { purchaserName: 'Rowan Pike' })
  await withBackendDatabase(shop, (database) =>
    database
      .prepare('UPDATE gift_redemption_codes SET purchaser_email = ?, recipient_email = ? WHERE id = ?')
      .run(purchaser, recipient, gift.id),
  )
  return gift
}

test('a gift code is named by its order, purchaser and recipient', async () => {
  const gift = await giftOf('rowan@example.com', 'ada@example.org')
  await owner.post('/admin/gift-codes', { intent: 'reveal', id: gift.id })
  expect(await lastSubject()).toEqual({
    text: 'Order #2001, Rowan Pike (r•••@example.com), for a•••@example.org',
    href: '/admin/gift-codes?q=%232001',
  })
  expect((await owner.visit('/admin/security')).main).not.toContain(gift.code)
  expect(JSON.stringify(await rowsIn(shop, 'audit_trail'))).not.toMatch(/rowan@|Rowan|ada@/)
})

test('a message is named by its sender and subject', async () => {
  const message = {
    fullName: 'Ada Lovelace',
    email: 'ada@example.com',
    subject: 'Other',
    message: 'Hello',
    subscribeToMailingList: false,
  } as const
  await shop.services.backend.submitContact(message, { market: 'us', wording: 'w', idempotencyKey: '' })
  const [row] = await rowsIn(shop, 'contact_messages', 'email', 'ada@example.com')
  await owner.post('/admin/messages', { intent: 'answered', id: String(row?.id) })
  expect(await lastSubject()).toEqual({
    text: 'Ada Lovelace, Other',
    href: '/admin/messages?q=Ada+Lovelace',
  })
  const [mail] = await rowsIn(shop, 'mail_outbox', 'template', 'contact-to-shop')
  await owner.post('/admin/outbox', { intent: 'send', id: String(mail?.id) })
  expect((await lastSubject()).text).toBe('Other from Ada Lovelace, to h•••@wizardbox.example')
})

test('a deleted row is named as deleted', async () => {
  const gift = await giftOf('rowan@example.com', null)
  await owner.post('/admin/gift-codes', { intent: 'complete', id: gift.id })
  expect((await lastSubject()).text).toBe('Order #2001, Rowan Pike (r•••@example.com)')
  await withBackendDatabase(shop, (database) =>
    database.prepare('DELETE FROM gift_redemption_codes WHERE id = ?').run(gift.id),
  )
  expect(await lastSubject()).toEqual({ text: 'A gift code that is not here any more', href: null })
})

test('actions without a row are described in words, never by an internal id', async () => {
  await owner.fetch('/admin/waitlist.csv')
  expect((await lastSubject()).text).toBe('The waitlist')
  await owner.post('/admin/subscribers', { intent: 'remove', id: 'no id', email: 'eve@example.com' })
  expect((await lastSubject()).text).toBe('A subscriber')
  await owner.post('/admin/check-up', { intent: 'check' })
  expect((await lastSubject()).text).toBe('The shop')
  const page = await owner.visit('/admin/security')
  for (const text of page.texts('tbody td[data-l="To what"]')) expect(text).not.toMatch(UUID)
})

test('the audit trail can be read while its subjects cannot', async () => {
  const gift = await giftOf('rowan@example.com', null)
  await owner.post('/admin/gift-codes', { intent: 'reveal', id: gift.id })
  injectFault(shop, { match: /GET \/rest\/v1\/gift_redemption_codes/, kind: 'unreachable' })
  expect((await lastSubject()).text).toBe('A gift code')
})
