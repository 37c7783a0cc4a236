import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLog } from '#app/services/log/log.server.ts'
import { codeOfStep, currentStep } from '#embedded/supabase/totp.server.ts'
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
import { buyGift } from '../support/store-orders.ts'
import { createTestShop, form, MIXED } from '../support/test-shop.ts'

/** All personal data in this test contains one of these markers; none may reach the log. */
const NAME = 'Quillfeather'
const MAIL = 'quillfeather-canary@example.com'
const TEXT = 'canary-message-8842'
const ADDRESS = '203.0.113.77'

test('no personal data of visitors, magic words or discount codes are logged, whatever fails', async () => {
  let log = ''
  const shop = await createTestShop({ log: createLog('debug', { write: (line) => (log += line) }) })
  const post = (path: string, fields: Record<string, string>) =>
    shop.handle(new Request(new URL(path, shop.origin), form(fields)), { address: ADDRESS })
  const journey = async () => {
    await post('/us/subscribe', { fullName: NAME, email: MAIL, source: 'Footer' })
    await post('/us/waitlist', { name: NAME, email: MAIL })
    await post('/us/contact', { fullName: NAME, email: MAIL, subject: 'Other', message: TEXT })
    await post('/us/redeem', { words: `${NAME} wrong words` })
    for (const path of ['/discount', '/us/discount', '/nowhere/at/all/Discount'])
      await shop.browser().visit(`${path}/${TEXT}?redirect=/us`)
    await post('/admin/sign-in', { email: MAIL, password: TEXT })
    await sendWebhook(shop, {
      id: 1,
      email: MAIL,
      customer: { first_name: NAME },
      line_items: [{ nonsense: TEXT }],
    })
    await buyGift(shop, { email: MAIL, name: NAME, payment: 'paid' }).catch(() => {})
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
  const cookies = [...recipient.cookies.values()]
  await completeOrder(recipient)
  await readOrders(shop)
  await sendWebhook(shop, { id: 1, email: MAIL, note: NAME }, { secret: 'wrong' })
  await shop.services.backend.sendGiftMail({ ...gift, purchaserEmail: MAIL })
  await shop.fetch(`/us/gift-download/letter.pdf?gift=${shop.services.letters.tokenFor(gift.id)}`)
  const spent = await shop.services.backend.gifts.get(gift.id)
  expect(spent?.redeemed).toBe(true)
  await journey()
  shop.embedded.backend?.faults.inject({ kind: 'unreachable' })
  await journey()
  shop.embedded.backend?.faults.clear()
  shop.embedded.backend?.faults.inject({
    kind: 'status',
    status: 500,
    body: { message: `${MAIL} ${TEXT}`, code: '23505', details: NAME },
  })
  await journey()
  shop.embedded.backend?.faults.clear()
  shop.embedded.store?.faults.inject({ kind: 'status', status: 200, body: { errors: [{ message: 'no' }] } })
  await journey()
  await recipient.visit('/us/cart')
  shop.embedded.store?.faults.clear()

  expect(log.length).toBeGreaterThan(500)
  const secrets = [
    NAME,
    'quillfeather',
    'canary',
    ADDRESS,
    gift.code,
    gift.code.replaceAll(' ', '%20'),
    spent?.discountCode ?? '',
    ...cookies.map((value) => value.slice(0, 24)),
  ]
  for (const secret of secrets) expect(linesContaining(log, secret)).toEqual([])
  await shop.close()
})

test('no credentials or searches of the owner and no mail server responses are logged', async () => {
  let log = ''
  const mail = await startMailServer()
  // It says so with the address.
  mail.refused.set(MAIL, `550 5.1.1 <${MAIL}>: no such user`)
  const clock = { ahead: 0 }
  const shop = await createTestShop({
    log: createLog('debug', { write: (line) => (log += line) }),
    now: () => Date.now() + clock.ahead,
    env: { ...MIXED, SMTP_URL: mail.url },
  })
  const faults = shop.embedded.backend?.faults
  /** Runs an action with a working backend, then with one that is down or echoes what it was sent. */
  async function withAndWithoutFaults(work: () => Promise<unknown>) {
    await work()
    for (const fault of [
      { kind: 'unreachable' as const },
      { kind: 'status' as const, status: 500, body: { message: `${MAIL} ${TEXT}`, hint: NAME } },
    ]) {
      const clearFault = faults?.inject(fault)
      await work().catch(() => null)
      clearFault?.()
    }
  }

  const owner = await ownerBrowser(shop)
  const password = OWNER_PASSWORD
  const setupPage = await owner.submit(await owner.visit('/admin/security'), 'Set up', { password })
  const secret = (setupPage.texts('code')[0] ?? '').replaceAll(' ', '')
  const code = () => codeOfStep(secret, currentStep(Date.now() + clock.ahead))
  const usedCode = code()
  await owner.submit(setupPage, 'Continue', { code: usedCode, password })
  const [session = ''] = [...owner.cookies].filter(([name]) => name === 'owner').map(([, value]) => value)
  await withAndWithoutFaults(async () => {
    await signIn(shop.browser(), OWNER_EMAIL, `${TEXT}-wrong`)
    const visitor = shop.browser()
    await visitor.submit(await signIn(visitor), 'Continue', { code: '918273' })
  })
  await withAndWithoutFaults(async () => {
    await owner.visit(`/admin/subscribers?q=${encodeURIComponent(MAIL)}`)
    await owner.visit(`/admin/subscribers.csv?q=${encodeURIComponent(MAIL)}`)
    await owner.visit(`/admin/gift-codes?q=${encodeURIComponent(NAME)}`)
    await owner.visit('/admin/outbox')
  })
  const token = createHash('sha256').update(MAIL).digest('hex')
  await withAndWithoutFaults(async () => {
    await shop.browser().visit(`/us/unsubscribe?token=${token}`)
    await shop.browser().post(`/us/unsubscribe?token=${token}`, { token })
    await shop
      .browser()
      .visit(`/us/gift-download/letter.pdf?gift=${token.slice(0, 22)}.${token.slice(0, 22)}`)
  })
  await withAndWithoutFaults(async () => {
    await shop.browser().post('/us/subscribe', { fullName: NAME, email: MAIL, source: 'Footer' })
    await buyGift(shop, { email: MAIL, name: NAME, payment: 'paid' }).catch(() => {})
    await readOrders(shop)
  })
  clock.ahead += 3_600_000
  await shop.services.backend.sendWaitingMails()
  await shop.embedded.backend?.idle()

  expect(log).toContain('mail not sent')
  expect(log).toContain('sign-in out of reach')
  for (const forbidden of [
    NAME,
    'canary',
    OWNER_EMAIL,
    OWNER_PASSWORD,
    secret,
    `"${usedCode}"`,
    '918273',
    session.slice(0, 24),
    token.slice(0, 22),
  ])
    expect(linesContaining(log, forbidden), forbidden).toEqual([])
  await Promise.all([shop.close(), mail.stop()])
})

const linesContaining = (log: string, text: string) =>
  log.split('\n').filter((line) => line.toLowerCase().includes(text.toLowerCase()))
