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

/** A paid gift reaches somebody, or its owner. What waits for another try is shown by `backend/outbox` and `journeys/owner-actions`. */

const errors: string[] = []
const log = { ...silentLog, error: (...line: unknown[]) => void errors.push(JSON.stringify(line)) }
const server = await startMailServer()
afterAll(() => server.stop())
const env = { ...MIXED, SMTP_URL: server.url }
const { shop, place, markPaid, ring, codesOf } = openOrderShop({ log, env })
const owner = openOwner(shop)

const mailsWith = (words: string) =>
  server.received.filter(({ text }) => text.replace(/\s+/g, ' ').includes(words))
/** What the first page says of gifts that have not arrived. */
const undelivered = (page: Page) => page.texts('section[aria-labelledby="undelivered"]').join()

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
