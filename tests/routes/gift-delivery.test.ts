import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { rowsIn } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { startMailServer } from '../support/mail-server.ts'
import { openOwner } from '../support/owner.ts'
import { silentLog } from '../support/silent-log.ts'
import { openOrderShop } from '../support/store-orders.ts'
import { MIXED } from '../support/test-shop.ts'

/** A paid gift reaches somebody, or its owner. */

const HOUR = 3_600_000
const clock = { at: Date.now() }
const errors: string[] = []
const log = { ...silentLog, error: (...line: unknown[]) => void errors.push(JSON.stringify(line)) }
const server = await startMailServer()
afterAll(() => server.stop())
const { shop, place, cancel, markPaid, ring, codesOf } = openOrderShop({
  log,
  env: { ...MIXED, SMTP_URL: server.url },
  now: () => clock.at,
})
const owner = openOwner(shop)

const mailsWith = (words: string) =>
  server.received.filter(({ text }) => text.replace(/\s+/g, ' ').includes(words))
/** What the first page says of gifts that have not arrived. */
const undelivered = (page: Page) => page.texts('section[aria-labelledby="undelivered"]').join()
const BUNDLE = { variant: 'Gift Bundle - No Wand', wrapping: null }

/** The order of one gift by a buyer with that address, or with none, its gift, and the owner’s first page. */
async function orderFor(email: string | null) {
  const bought = await place([{}], { payment: 'later', ...(email !== null && { email }) })
  // At a till nobody asks for an address.
  if (email === null) {
    const db = new DatabaseSync(join(shop.dataDir, 'store.sqlite'))
    const erase = "update orders set record = json_set(record, '$.buyer.email', null) where id = ?"
    db.prepare(erase).run(bought.id)
    db.close()
  }
  await markPaid(bought)
  const [gift] = await codesOf(bought)
  if (!gift) throw new Error('no gift')
  return { bought, gift, page: await owner.visit('/admin') }
}

test.each([
  ['without an address', null, 'The order has no email address', 'no-address'],
  ['whose address is refused', `${randomUUID()}@bounced.example`, '550 5.1.1', 'refused'],
])(
  'a paid gift %s is shown to the owner with its order and what to do, and logged once; it can be printed, and is sent to the address that the owner enters',
  async (_, email, why, reason) => {
    if (email !== null) server.refused.set(email, `550 5.1.1 <${email}>: no such user`)
    const { bought, gift, page } = await orderFor(email)
    expect([gift.deliveredAt, page.main.includes(why)]).toEqual([null, true])
    expect(undelivered(page)).toContain(`Order ${bought.name}`)
    await ring(bought)
    const own = errors.filter((line) => line.includes(gift.id))
    expect(own).toEqual([expect.stringMatching(new RegExp(`${reason}.*gift not delivered`))])
    expect(errors.join()).not.toMatch(/@bounced|Grace/)

    const token = shop.services.letters.tokenFor(gift.id)
    const link = page.links().find((address) => address.includes(`letter.pdf?gift=${token}`)) ?? ''
    expect(page.main).toContain('Print the letter')
    expect((await owner.fetch(link)).headers.get('Content-Type')).toBe('application/pdf')
    expect((await codesOf(bought))[0]?.deliveredAt).toBeNull()

    const [mail] = await rowsIn(shop, 'mail_outbox', 'dedupe_key', `gift:${gift.id}`)
    const send = (typed: string) =>
      owner.post('/admin', { intent: 'send-gift', id: String(mail?.id), email: typed }, page.url.href)
    const refused = await send('nobody')
    expect([refused.status, refused.main.includes('That is not an email address')]).toEqual([422, true])
    const sent = await send(' Giver@Found.Example ')
    expect(sent.main).toContain('Sent to giver@found.example.')
    expect(undelivered(sent)).not.toContain(`Order ${bought.name}`)
    expect(mailsWith(gift.code).map(({ to }) => to)).toEqual(['giver@found.example'])
    const deliveredAt = new Date(clock.at).toISOString()
    expect(await codesOf(bought)).toMatchObject([{ purchaserEmail: 'giver@found.example', deliveredAt }])
    // The same form again, and the mail sender, send nothing.
    expect((await send('giver@found.example')).main).toContain('That email has been sent')
    clock.at += 48 * HOUR
    await shop.services.backend.sendWaitingMails()
    expect(mailsWith(gift.code)).toHaveLength(1)
  },
)

test('a gift that was redeemed or revoked is not shown any more', async () => {
  for (const isRevoked of [false, true]) {
    const { gift, bought } = await orderFor(null)
    if (isRevoked) await cancel(bought)
    else await place([BUNDLE], { codes: [gift.discountCode] })
    expect(undelivered(await owner.visit('/admin'))).not.toContain(`Order ${bought.name}`)
    expect(await rowsIn(shop, 'mail_outbox', 'dedupe_key', `gift:${gift.id}`)).toEqual([])
  }
})

test('the mail server down for a day: nothing lost, nothing sent twice, the owner told', async () => {
  await server.stop()
  const orders = []
  for (let hour = 0; hour < 24; hour += 8) {
    orders.push(await place([{}], { email: `hour-${hour}@example.com` }))
    // The sender’s rounds, of which there are sixty an hour.
    for (const minutes of [1, 2, 57, 420]) {
      clock.at += minutes * 60_000
      expect(await shop.services.backend.sendWaitingMails()).toBe(0)
    }
  }
  const told = await owner.visit('/admin')
  for (const { name } of orders) expect(undelivered(told)).toContain(`Order ${name}`)
  expect(told.main).toContain('The shop goes on trying by itself.')
  const gifts = (await Promise.all(orders.map(({ id }) => codesOf({ id })))).flat()
  expect(gifts.map(({ deliveredAt }) => deliveredAt)).toEqual([null, null, null])
  await server.start()
  for (let round = 0; round < 12; round++) {
    clock.at += 4 * HOUR
    await Promise.all([1, 2].map(() => shop.services.backend.sendWaitingMails()))
  }
  expect(gifts.map(({ code }) => mailsWith(code).length)).toEqual([1, 1, 1])
  expect(undelivered(await owner.visit('/admin'))).not.toContain(`Order ${orders[0]?.name}`)
})
