import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import { makeGift, readOutbox } from '../support/gifts.ts'
import { openOwnersRoom, withBackendDatabase } from '../support/owner.ts'

const { shop, owner: browser } = openOwnersRoom()

const NOBODY = '00000000-0000-4000-8000-000000000000'

/** A gift whose purchaser and recipient differ. */
async function boughtGift(purchaser = 'rowan.pike@example.com') {
  const gift = await makeGift(shop, { purchaserName: 'Rowan Pike' })
  await withBackendDatabase(shop, (database) =>
    database
      .prepare('UPDATE gift_redemption_codes SET purchaser_email = ?, recipient_email = ? WHERE id = ?')
      .run(purchaser, 'ada@example.org', gift.id),
  )
  return gift
}

async function setupOf(id: string) {
  const [row] = await rowsIn(shop, 'gift_redemption_codes', 'id', id)
  return row?.shopify_manual_setup_complete
}

describe('the pending gift codes', () => {
  test('are on the first page, newest first, with a button each', async () => {
    const older = await makeGift(shop)
    const newer = await makeGift(shop, { market: 'uk', kind: 'premium-wand' })
    const page = await browser.visit('/admin')
    expect(page.main).toContain('Gift codes to finish')
    const words = page.texts('section[aria-labelledby="pending"] code')
    expect(words[0]).toBe(newer.code)
    expect(words.indexOf(older.code)).toBeGreaterThan(0)
    expect(page.main).toContain('Gift Bundle - Premium Wand, UK')
    expect(page.texts('section[aria-labelledby="pending"] button')).toEqual(words.map(() => 'Mark Complete'))
  })

  test('leave out a revoked code, which no longer counts', async () => {
    const gift = await makeGift(shop)
    const countPending = async () =>
      (await shop.services.backend.listGiftCodes({ page: 1, filter: 'setup-pending' })).total
    const pending = await countPending()
    await shop.services.backend.gifts.revoke([gift.id], 'the order was cancelled')
    expect((await browser.visit('/admin')).texts('section[aria-labelledby="pending"] code')).not.toContain(
      gift.code,
    )
    expect(await countPending()).toBe(pending - 1)
    const list = await browser.visit(`/admin/gift-codes?q=${encodeURIComponent(gift.code)}`)
    const row = [...list.document.querySelectorAll('tr')].find((one) => one.textContent?.includes(gift.code))
    expect(row?.textContent).toContain('Taken back')
    expect(row?.textContent).not.toContain('Mark Complete')
  })

  test('can be marked complete', async () => {
    const gift = await makeGift(shop)
    const done = await browser.submit(await browser.visit('/admin'), 'Mark Complete')
    expect(done.path).toBe('/admin')
    expect(done.main).toContain('Marked as complete')
    expect(done.texts('section[aria-labelledby="pending"] code')).not.toContain(gift.code)
    expect(await setupOf(gift.id)).toBe(true)
  })

  test.each([NOBODY, "' or 1=1 --"])('an unknown id %j changes nothing', async (id) => {
    const before = await rowsIn(shop, 'gift_redemption_codes')
    const page = await browser.post('/admin', { intent: 'complete', id })
    expect(page.status).toBe(404)
    expect(page.main).toContain('Failed to update')
    expect(await rowsIn(shop, 'gift_redemption_codes')).toEqual(before)
  })

  test.each([
    ['the table', /PATCH \/rest\/v1\/gift_redemption_codes/],
    ['everything but the sign-in', /rest\/v1/],
  ])('with %s unavailable nothing is done partially', async (_, match) => {
    const gift = await makeGift(shop)
    const form = await browser.visit('/admin')
    injectFault(shop, { match, kind: 'unreachable' })
    const page = await browser.submit(form, 'Mark Complete')
    expect(page.status).toBe(503)
    expect(page.main).toContain('Failed to update')
    shop.embedded.backend?.faults.clear()
    expect(await setupOf(gift.id)).toBe(false)
  })

  test('an unavailable list shows an error, and the rest of the page is shown', async () => {
    injectFault(shop, { match: /gift_redemption_codes/, kind: 'unreachable' })
    const page = await browser.visit('/admin')
    expect(page.status).toBe(200)
    expect(page.main).toContain('This list cannot be reached just now. The rest of the room works.')
    expect(page.main).not.toContain('Gift codes to finish')
    expect(page.has('Show me first')).toBe(true)
  })
})

describe('the list of gift codes', () => {
  test('shows states, and filters by them', async () => {
    const rowsOf = async (state: string) =>
      (await browser.visit(`/admin/gift-codes?state=${state}`)).texts('tbody tr')
    expect((await rowsOf('redeemed')).join(' ')).toContain('gilded acorn storm')
    expect((await rowsOf('redeemed')).join(' ')).not.toContain('amber lantern owl')
    expect((await rowsOf('open')).join(' ')).toContain('winter quill ember')
    expect((await rowsOf('setup-pending')).join(' ')).not.toContain('winter quill ember')
    expect(await rowsOf('nonsense')).toEqual(await rowsOf('all'))
    const all = await browser.visit('/admin/gift-codes')
    expect(all.texts('th')).toEqual([
      'Magic words',
      'Gift',
      'Store',
      'Purchaser',
      'Recipient',
      'State',
      'Created',
      'Redeemed',
    ])
  })

  test('can be searched by words, people and orders, with any input', async () => {
    const gift = await boughtGift('search.me@example.com')
    for (const search of [gift.code, gift.code.toUpperCase(), 'SEARCH.ME@', 'rowan pike', '#2001']) {
      const page = await browser.visit(`/admin/gift-codes?q=${encodeURIComponent(search)}`)
      expect(page.texts('tbody tr').join(' ')).toContain(gift.code)
      expect(page.document.querySelector('input[name="q"]')?.getAttribute('value')).toBe(search)
    }
    for (const search of ['")', 'x,id.eq.1', 'ⵣ'.repeat(300)]) {
      const page = await browser.visit(`/admin/gift-codes?q=${encodeURIComponent(search)}`)
      expect(page.status).toBe(200)
    }
    const none = await browser.visit('/admin/gift-codes?q=nobody+knows+these')
    expect(none.main).toContain('Nothing matches nobody knows these.')
    expect(none.links()).toContain('/admin/gift-codes')
  })

  test('shows who bought and who received a gift', async () => {
    const gift = await boughtGift()
    const page = await browser.visit(`/admin/gift-codes?q=${encodeURIComponent(gift.code)}`)
    expect(page.texts('td[data-l="Purchaser"]')[0]).toContain('rowan.pike@example.com')
    expect(page.texts('td[data-l="Recipient"]')).toEqual(['ada@example.org'])
  })

  test('can be marked complete from the list, which keeps its place', async () => {
    const gift = await makeGift(shop)
    const path = `/admin/gift-codes?q=${encodeURIComponent(gift.code)}`
    const done = await browser.submit(await browser.visit(path), 'Mark Complete')
    expect(done.url.searchParams.get('q')).toBe(gift.code)
    expect(done.main).toContain('Marked as complete')
  })
})

describe('sending a gift mail again', () => {
  async function formFor(purchaser: string) {
    const gift = await boughtGift(purchaser)
    const page = await browser.visit(`/admin/gift-codes?q=${encodeURIComponent(gift.code)}`)
    return { gift, page }
  }
  const mailsTo = (address: string) => readOutbox(shop.dataDir).filter((mail) => mail.to.includes(address))

  test('asks for confirmation and sends; a second click of the same button sends nothing', async () => {
    const { gift, page } = await formFor('again@example.com')
    expect(page.main).toContain('Send the magic words to again@example.com again?')
    const sent = await browser.submit(page, 'Send')
    expect(sent.main).toContain('Sent to again@example.com.')
    await Promise.all([browser.submit(page, 'Send'), browser.submit(page, 'Send')])
    const mails = mailsTo('again@example.com')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(gift.code)
    const later = await browser.submit(await browser.visit(sent.path), 'Send')
    expect(later.main).toContain('Sent to again@example.com.')
    expect(mailsTo('again@example.com')).toHaveLength(2)
  })

  test('a mail that fails stays in the outbox and can be sent from there', async () => {
    const { page } = await formFor('late@example.com')
    const folder = join(shop.dataDir, 'outbox')
    const away = `${folder}-away`
    const restore = () => {
      if (!existsSync(away)) return
      rmSync(folder, { force: true })
      renameSync(away, folder)
    }
    onTestFinished(restore)
    mkdirSync(folder, { recursive: true })
    renameSync(folder, away)
    writeFileSync(folder, 'in the way')
    const failed = await browser.submit(page, 'Send')
    expect(failed.status).toBe(502)
    expect(failed.main).toContain('The email could not be sent. It stays in the outbox.')
    const still = await browser.submit(await browser.visit('/admin/outbox?q=late@'), 'Send now')
    expect(still.status).toBe(502)
    restore()
    const outbox = await browser.visit('/admin/outbox?q=late@')
    expect(outbox.texts('tbody tr')[0]).toMatch(/^late@example\.com.*Failed/)
    const sent = await browser.submit(outbox, 'Send now')
    expect(sent.url.searchParams.get('q')).toBe('late@')
    expect(sent.texts('tbody tr')[0]).toContain('Sent')
    expect(mailsTo('late@example.com')).toHaveLength(1)
  })

  test('nothing is sent if the order had no address', async () => {
    const gift = await makeGift(shop)
    const page = await browser.post('/admin/gift-codes', { intent: 'resend', id: gift.id, key: 'k' })
    expect(page.status).toBe(409)
    expect(page.main).toContain('There is no address to send to.')
  })

  test.each(['redeemed', 'revoked'])(
    'nothing is sent if it was %s since the page was opened',
    async (how) => {
      const { gift, page } = await formFor(`${how}@example.com`)
      const { backend } = shop.services
      if (how === 'revoked') await backend.gifts.revoke([gift.id], 'order cancelled')
      else await backend.gifts.redeem(gift.id, { id: '1', name: '#1' })
      const late = await browser.submit(page, 'Send')
      expect(late.status).toBe(409)
      expect(late.main).toContain('That gift is no longer open. Nothing was sent.')
      expect(mailsTo(`${how}@example.com`)).toEqual([])
    },
  )

  test('nothing is sent if there is no such gift', async () => {
    const page = await browser.post('/admin/gift-codes', { intent: 'resend', id: NOBODY, key: 'k' })
    expect(page.status).toBe(404)
    expect(page.main).toContain('That is not here any more.')
  })
})

test('without pending codes there is no section', async () => {
  for (const { id } of await shop.services.backend.gifts.listPending())
    await shop.services.backend.gifts.confirmSetup(id)
  expect((await browser.visit('/admin')).main).not.toContain('Gift codes to finish')
  expect((await browser.visit('/admin/gift-codes')).main).not.toContain('Mark Complete')
})
