import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PDFDocument } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { HANDLES } from '#app/models/product.ts'
import { letterPath } from '#app/services/letter/letters.server.ts'
import { rowsIn } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { makeGift, sendWebhook } from '../support/gifts.ts'
import { startMailServer } from '../support/mail-server.ts'
import { openOwner } from '../support/owner.ts'
import { silentLog } from '../support/silent-log.ts'
import { BEGIN, COMMIT, callStore, openOrderShop } from '../support/store-orders.ts'
import { MIXED } from '../support/test-shop.ts'

/**
 * Orders as buyers make them and the owner changes them in the store, what becomes of their gifts, and that a paid gift
 * reaches somebody, or its owner, with a letter to print. What waits for another try is shown by `backend/embedded` and
 * `journeys/owner-actions`.
 */

const errors: string[] = []
const log = { ...silentLog, error: (...line: unknown[]) => void errors.push(JSON.stringify(line)) }
const server = await startMailServer()
afterAll(() => server.stop())
const clock = { ahead: 0 }
const options = { log, env: { ...MIXED, SMTP_URL: server.url }, now: () => Date.now() + clock.ahead }
const opened = openOrderShop(options)
const { shop, place, cancel, edit, markPaid, refund, ring, noted, codesOf, isActive } = opened
const owner = openOwner(shop)

const ADD = `mutation ($id: ID!, $variant: ID!) {
  orderEditAddVariant(id: $id, variantId: $variant, quantity: 1) { userErrors { message } } }`

const liveOf = async (order: { id: string }) =>
  (await codesOf(order)).filter(({ revokedAt, redeemed }) => revokedAt === null && !redeemed)

// Which orders have gifts, and which of them end or open again, is shown by models/order-gifts and
// backend/order-readings; that these get another discount by backend/contract.
test('a bought gift is revoked with its unit and its discount, by an edit, a refund or a cancellation', async () => {
  const order = await place([{ quantity: 4 }])
  const gifts = await codesOf(order)
  for (const { discountCode } of gifts) expect(await isActive(discountCode)).toBe(true)
  await edit(order, { 0: 3 })
  expect((await liveOf(order)).map(({ orderLineUnit }) => orderLineUnit)).toEqual([1, 2, 3])
  await refund(order, 0, 1)
  expect((await liveOf(order)).map(({ orderLineUnit }) => orderLineUnit)).toEqual([1, 2])
  await cancel(order)
  expect(await liveOf(order)).toEqual([])
  for (const { discountCode } of gifts) expect(await isActive(discountCode)).toBe(false)
})

test('an order of more lines than a page has is read whole', async () => {
  const order = await place([{}])
  const vol2 = await shop.services.storefront.getProduct('us', HANDLES.vol2.us)
  const idOf = (wanted: string) => vol2?.variants.find(({ title }) => title === wanted)?.id
  const { id } = (await callStore(shop, BEGIN, { id: order.gid })).orderEditBegin.calculatedOrder
  for (const variant of [...Array<string>(50).fill('Gift Bundle - No Wand'), 'Upgrade - Add Classic Wand'])
    await callStore(shop, ADD, { id, variant: idOf(variant) })
  await callStore(shop, COMMIT, { id })
  await markPaid(order)
  // The upgrade is the last line.
  expect((await noted(order))?.reports).toEqual(['upgrades-without-gift'])
})

describe('a webhook is a doorbell:', () => {
  test.each([
    ['orders/paid', '{"id":920982911946154502,"note":"x"}', '920982911946154502'],
    ['orders/cancelled', '{"id":"7002","line_items":"nonsense"}', '7002'],
    ['orders/edited', '{"order_edit":{"id":7,"order_id":920982911946154503}}', '920982911946154503'],
    ['refunds/create', '{"id":8,"order_id":920982911946154504}', '920982911946154504'],
    ['customers/create', '{"id":7005}', null],
  ])('%s notes its order, whose id is exact beyond 2^53, and nothing else', async (topic, body, id) => {
    expect((await sendWebhook(shop, body, { topic })).status).toBe(200)
    expect((await noted({ id: id ?? '7005' })) !== null).toBe(id !== null)
    if (id) expect(await noted({ id: String(BigInt(id) + 1n) })).toBeNull()
  })

  test('of any JSON it is taken or refused, never an error', async () => {
    const topics = fc.constantFrom('orders/paid', 'orders/edited', 'refunds/create')
    const ring = fc.asyncProperty(fc.json(), topics, async (body, topic) => {
      expect([200, 400]).toContain((await sendWebhook(shop, body, { topic })).status)
    })
    await fc.assert(ring, { numRuns: 50 })
  })
})

const mailsWith = (words: string) =>
  server.received.filter(({ text }) => text.replace(/\s+/g, ' ').includes(words))
/** What the first page says of gifts that have not arrived. */
const undelivered = (page: Page) => page.texts('section[aria-labelledby="undelivered"]').join()

test.each([
  ['without an address', null, 'The order has no email address', 'no-address'],
  ['whose address is refused', `${randomUUID()}@bounced.example`, '550 5.1.1', 'refused'],
])(
  'a paid gift %s is shown to the owner with its order and what to do, and logged once; it can be printed, and is sent to the address that the owner enters',
  async (_, email, why, reason) => {
    if (email !== null) server.refused.set(email, `550 5.1.1 <${email}>: no such user`)
    const bought = await place([{}], { payment: 'later', ...(email !== null && { email }) })
    // At a till nobody asks for an address.
    if (email === null) {
      const db = new DatabaseSync(join(shop.dataDir, 'store.sqlite'))
      const erase = "update orders set record = json_set(record, '$.buyer.email', null) where id = ?"
      db.prepare(erase).run(bought.id)
      db.close()
    }
    await markPaid(bought)
    const [gift = expect.fail()] = await codesOf(bought)
    const page = await owner.visit('/admin')
    expect([gift.deliveredAt, page.main.includes(why)]).toEqual([null, true])
    expect(undelivered(page)).toContain(`Order ${bought.name}`)
    await ring(bought)
    const own = errors.filter((line) => line.includes(gift.id))
    expect(own).toEqual([expect.stringMatching(new RegExp(`${reason}.*gift not delivered`))])
    expect(errors.join()).not.toMatch(/@bounced|Grace/)

    const token = shop.services.letters.tokenFor(gift.id)
    expect(page.links().join()).toContain(`letter.pdf?gift=${token}`)
    const [mail] = await rowsIn(shop, 'mail_outbox', 'dedupe_key', `gift:${gift.id}`)
    const send = (typed: string) =>
      owner.post('/admin', { intent: 'send-gift', id: String(mail?.id), email: typed }, page.url.href)
    const sent = await send(' Giver@Found.Example ')
    expect(sent.main).toContain('Sent to giver@found.example.')
    expect(undelivered(sent)).not.toContain(`Order ${bought.name}`)
    expect(mailsWith(gift.code).map(({ to }) => to)).toEqual(['giver@found.example'])
    const delivered = { purchaserEmail: 'giver@found.example', deliveredAt: expect.any(String) }
    expect(await codesOf(bought)).toMatchObject([delivered])
    // The same form again, and the mail sender, send nothing.
    expect((await send('giver@found.example')).main).toContain('That email has been sent')
    expect(mailsWith(gift.code)).toHaveLength(1)
  },
)

const open = async (path: string) => PDFDocument.load(await (await shop.fetch(path)).arrayBuffer())

async function fieldsOf(path: string): Promise<Record<string, string>> {
  const form = (await open(path)).getForm()
  const names = form.getFields().map((field) => field.getName())
  return Object.fromEntries(names.map((name) => [name, form.getTextField(name).getText() ?? '']))
}

test.each([
  ['us', 279.4, 'en-US'],
  ['uk', 297, 'en-GB'],
] as const)(
  'without words the letter of %s is a sheet and a folded card with form fields',
  async (...row) => {
    const [market, height, language] = row
    const path = `/${market}/gift-download/letter.pdf`
    const document = await open(path)
    const millimetres = (points: number) => Math.round((points * 25.4) / 7.2) / 10
    const sizes = document.getPages().map((page) => Object.values(page.getSize()).map(millimetres))
    expect(sizes).toEqual([[210, height], ...Array(2).fill([height, 210])])
    expect([document.getTitle(), document.getLanguage()]).toEqual(['A Letter of Gift', language])
    expect(await fieldsOf(path)).toMatchObject({ to: '', from: '', words: '', 'line 1': '' })
    // Printed from its HTML as it is: node scripts/letter.mjs
    const html = readFileSync(new URL('../../design/letter/letter.html', import.meta.url))
    const printed = createHash('sha256').update(html).update(market).digest('hex')
    expect(String(document.context.trailerInfo.ID)).toBe(`[ <${printed}> <${printed}> ]`)
  },
)

test('the letter of a gift is for anyone with the link, which has no magic words, and for nobody with another', async () => {
  const gift = await makeGift(shop, { market: 'uk', purchaserName: 'Zoë O’Brien' })
  const token = shop.services.letters.tokenFor(gift.id)
  const path = letterPath(gift.market, token)
  expect(await fieldsOf(path)).toMatchObject({ words: gift.code, from: 'Zoë O’Brien', to: '' })
  const { headers } = await shop.fetch(path)
  // Its URL grants access, so it must not be sent as a referrer.
  const told = ['Cache-Control', 'X-Robots-Tag', 'Referrer-Policy'].map((name) => headers.get(name))
  expect(told).toEqual(['private, no-store', 'noindex', 'no-referrer'])
  for (const word of gift.code.split(' ').filter((part) => part.length > 3)) expect(path).not.toContain(word)

  const forged = token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
  const ofAnotherGift = `AAAAAAAAQACAAAAAAAAAAA.${token.split('.')[1]}`
  for (const wrong of [forged, ofAnotherGift, '']) {
    const page = await shop.browser().visit(letterPath('us', wrong))
    expect(page.path, wrong).toBe('/us/gift-download')
    expect(page.text).toContain('The letter would not come. Please try again, or write to us')
  }
})

test('what the store did not ring about is found by the reconciliation', async () => {
  await opened.endWebhooks()
  const [one, two] = [await place(), await place([{ quantity: 2 }])]
  expect(await codesOf(one)).toEqual([])
  clock.ahead += 11 * 60_000
  await opened.reconcile()
  expect([(await liveOf(one)).length, (await liveOf(two)).length]).toEqual([1, 2])
})
