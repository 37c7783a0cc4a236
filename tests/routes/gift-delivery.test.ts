import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, expect, test } from 'vitest'
import { letterPath } from '#app/services/letter/letters.server.ts'
import { rowsIn } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { makeGift } from '../support/gifts.ts'
import { startMailServer } from '../support/mail-server.ts'
import { openOwner } from '../support/owner.ts'
import { silentLog } from '../support/silent-log.ts'
import { openOrderShop } from '../support/store-orders.ts'
import { MIXED } from '../support/test-shop.ts'

/**
 * A paid gift reaches somebody, or its owner, and has a letter to print. What waits for another try is shown by `backend/embedded`
 * and `journeys/owner-actions`.
 */

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
