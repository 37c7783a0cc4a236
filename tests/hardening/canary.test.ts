import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#app/services/log/log.server.ts'
import { codeOfStep, currentStep } from '#embedded/supabase/factors.server.ts'
import {
  claim,
  completeOrder,
  makeGift,
  readOrders,
  sendWebhook,
  submitMagicWords,
} from '../support/gifts.ts'
import { startMailServer } from '../support/mail-server.ts'
import { OWNER_EMAIL, OWNER_PASSWORD, ownerBrowser, signIn } from '../support/owner.ts'
import { placeOrder } from '../support/store-orders.ts'
import { createTestShop, form, MIXED, type TestShop } from '../support/test-shop.ts'

/** All personal data in these tests contains one of these markers; none may reach the log, whatever fails. */
const NAME = 'Quillfeather'
const MAIL = 'quillfeather-canary@example.com'
const TEXT = 'canary-message-8842'
const ADDRESS = '203.0.113.77'

const mail = await startMailServer()
let log = ''
const clock = { ahead: 0 }
let shop: TestShop
beforeAll(async () => {
  // It says so with the address.
  mail.refused.set(MAIL, `550 5.1.1 <${MAIL}>: no such user`)
  shop = await createTestShop({
    log: createLog('debug', { write: (line) => (log += line) }),
    now: () => Date.now() + clock.ahead,
    env: { ...MIXED, SMTP_URL: mail.url },
  })
})
afterAll(async () => {
  await shop.close()
  await mail.stop()
})

/** Runs `work` with a working backend, and with one that is down or echoes what it was sent. */
async function withAndWithoutFaults(work: () => Promise<unknown>): Promise<void> {
  await work()
  const body = { message: `${MAIL} ${TEXT}`, code: '23505', details: NAME, hint: NAME }
  for (const fault of [{ kind: 'unreachable' }, { kind: 'status', status: 500, body }] as const) {
    const clearFault = shop.embedded.backend?.faults.inject(fault)
    await work().catch(() => null)
    clearFault?.()
  }
}

function expectUnsaid(...secrets: string[]): void {
  // The stack of an error may name this file.
  const lines = log.replaceAll('canary.test.ts', '').split('\n')
  for (const secret of [NAME, 'canary', ADDRESS, ...secrets])
    expect(lines.filter((line) => line.toLowerCase().includes(secret.toLowerCase()))).toEqual([])
}

test('no personal data of visitors, magic words or discount codes are logged', async () => {
  const post = (path: string, fields: Record<string, string>) =>
    shop.handle(new Request(new URL(path, shop.origin), form(fields)), { address: ADDRESS })
  const order = { id: 1, email: MAIL, customer: { first_name: NAME }, line_items: [{ nonsense: TEXT }] }
  const journey = async () => {
    await post('/us/subscribe', { fullName: NAME, email: MAIL, source: 'Footer' })
    await post('/us/waitlist', { name: NAME, email: MAIL })
    await post('/us/contact', { fullName: NAME, email: MAIL, subject: 'Other', message: TEXT })
    await post('/us/redeem', { words: `${NAME} wrong words` })
    for (const path of ['/discount', '/us/discount', '/nowhere/at/all/Discount'])
      await shop.browser().visit(`${path}/${TEXT}?redirect=/us`)
    await post('/admin/sign-in', { email: MAIL, password: TEXT })
    for (const options of [{}, { secret: 'wrong' }]) await sendWebhook(shop, order, options)
    await placeOrder(shop, [{}], { email: MAIL, name: NAME, payment: 'paid' }).catch(() => {})
    await readOrders(shop)
  }
  const gift = await makeGift(shop, { purchaserName: NAME, withDiscount: false })
  const recipient = shop.browser()
  await submitMagicWords(recipient, `${gift.code} wrong`)
  const consent = { consent: 'yes', recipientName: NAME, recipientEmail: MAIL }
  for (const match of [/GET .*gift_redemption/, /create-gift-discount/, /email_subscribers/]) {
    const takeBack = shop.embedded.backend?.faults.inject({ match, kind: 'unreachable' })
    await claim(recipient, gift.code, consent).catch(() => null)
    takeBack?.()
  }
  await claim(recipient, gift.code, consent)
  const cookies = [...recipient.cookies.values()].map((value) => value.slice(0, 24))
  await completeOrder(recipient)
  await readOrders(shop)
  await shop.services.backend.sendGiftMail({ ...gift, purchaserEmail: MAIL })
  await shop.fetch(`/us/gift-download/letter.pdf?gift=${shop.services.letters.tokenFor(gift.id)}`)
  const spent = await shop.services.backend.gifts.get(gift.id)
  expect(spent?.redeemed).toBe(true)
  await withAndWithoutFaults(journey)
  shop.embedded.store?.faults.inject({ kind: 'status', status: 200, body: { errors: [{ message: 'no' }] } })
  await journey()
  await recipient.visit('/us/cart')
  shop.embedded.store?.faults.clear()
  clock.ahead = 3_600_000
  await shop.services.backend.sendWaitingMails()
  await shop.embedded.backend?.idle()
  clock.ahead = 0
  expect(log).toContain('mail not sent')
  expectUnsaid(gift.code, gift.code.replaceAll(' ', '%20'), spent?.discountCode ?? '', ...cookies)
})

test('no credentials or searches of the owner are logged', async () => {
  const owner = await ownerBrowser(shop)
  const password = OWNER_PASSWORD
  const setUp = await owner.submit(await owner.visit('/admin/security'), 'Set up', { password })
  const secret = (setUp.texts('code')[0] ?? '').replaceAll(' ', '')
  const code = codeOfStep(secret, currentStep(Date.now() + clock.ahead))
  await owner.submit(setUp, 'Continue', { code, password })
  const session = owner.cookies.get('owner')?.slice(0, 24) ?? ''
  const token = createHash('sha256').update(MAIL).digest('hex')
  await withAndWithoutFaults(async () => {
    await signIn(shop.browser(), OWNER_EMAIL, `${TEXT}-wrong`)
    const visitor = shop.browser()
    await visitor.submit(await signIn(visitor), 'Continue', { code: '918273' })
  })
  await withAndWithoutFaults(async () => {
    const search = encodeURIComponent(MAIL)
    for (const list of [
      `subscribers?q=${search}`,
      `subscribers.csv?q=${search}`,
      'gift-codes?q=Quillfeather',
      'outbox',
    ])
      await owner.visit(`/admin/${list}`)
    await shop.browser().visit(`/us/unsubscribe?token=${token}`)
    await shop.browser().post(`/us/unsubscribe?token=${token}`, { token })
    await shop.fetch(`/us/gift-download/letter.pdf?gift=${token.slice(0, 22)}.${token.slice(0, 22)}`)
  })
  expect(log).toContain('sign-in out of reach')
  expectUnsaid(OWNER_EMAIL, OWNER_PASSWORD, secret, `"${code}"`, '918273', session, token.slice(0, 22))
})
