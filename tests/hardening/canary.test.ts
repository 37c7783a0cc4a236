import { expect, test } from 'vitest'
import { claim, completeOrder, makeGift, sendWebhook } from '../support/gifts.ts'
import { createTestShop } from '../support/test-shop.ts'

/** Everything personal that goes through the shop in this test has one of these in it; none may reach the log. */
const NAME = 'Quillfeather'
const MAIL = 'quillfeather-canary@example.com'
const TEXT = 'canary-message-8842'
const ADDRESS = '203.0.113.77'

test('nobody’s data is in the log, whatever happens', async () => {
  const { createLog } = await import('../../app/services/log.server.ts')
  let log = ''
  const shop = await createTestShop({ log: createLog('debug', { write: (line) => (log += line) }) })
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: shop.origin }
  const post = (path: string, fields: Record<string, string>) =>
    shop.handle(
      new Request(new URL(path, shop.origin), {
        method: 'POST',
        headers,
        body: new URLSearchParams(fields).toString(),
      }),
      { address: ADDRESS },
    )
  const journey = async () => {
    await post('/us/subscribe', { fullName: NAME, email: MAIL, source: 'Footer' })
    await post('/us/waitlist', { name: NAME, email: MAIL })
    await post('/us/contact', { fullName: NAME, email: MAIL, subject: 'Other', message: TEXT })
    await post('/us/redeem', { words: `${NAME} wrong words` })
    await post('/admin/sign-in', { email: MAIL, password: TEXT })
    await sendWebhook(shop, {
      id: 1,
      email: MAIL,
      customer: { first_name: NAME },
      line_items: [{ nonsense: TEXT }],
    })
    await sendWebhook(shop, { ...order(), id: Date.now() })
  }
  const gift = await makeGift(shop, { purchaserName: NAME, withDiscount: false })
  const recipient = shop.browser()
  await claim(recipient, gift.code)
  const cookies = [...recipient.cookies.values()]
  await completeOrder(recipient)
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
  shop.embedded.store?.faults.plan({ kind: 'graphqlError', message: 'no' })
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
    ...cookies.map((value) => value.slice(0, 24)),
  ]
  for (const secret of secrets) expect(linesWith(log, secret)).toEqual([])
  await shop.close()
})

const linesWith = (log: string, text: string) =>
  log.split('\n').filter((line) => line.toLowerCase().includes(text.toLowerCase()))

function order() {
  return {
    name: '#1',
    email: MAIL,
    currency: 'USD',
    financial_status: 'paid',
    customer: { first_name: NAME, last_name: NAME, email: MAIL },
    discount_codes: [{ code: 'SOMETHING' }],
    line_items: [
      {
        id: 1,
        variant_id: 1,
        title: 'Vol. II: Magical You (Pre-Order)',
        variant_title: 'No Wand',
        quantity: 1,
        properties: [{ name: 'Gift wrapping', value: 'Printable letter' }],
      },
    ],
  }
}
