import { expect, test } from 'vitest'
import { injectFault } from '../support/backend-rows.ts'
import { openOwnersRoom, withBackendDatabase } from '../support/owner.ts'

/** Messages in the owner's room, and texts in which a list could go wrong. */

const { shop, owner } = openOwnersRoom()

/** Receives a message, the only one. */
async function receiveMessage(): Promise<void> {
  await withBackendDatabase(shop, (database) => database.exec('DELETE FROM contact_messages'))
  await shop.services.backend.submitContact(
    {
      fullName: 'Hollow & Sons <b>',
      email: 'buy@example.com',
      subject: 'Wholesale Inquiry',
      message: `Six of each?\n${'Please. '.repeat(40)}<script>alert(1)</script>`,
      subscribeToMailingList: false,
    },
    { market: 'us', wording: 'w', idempotencyKey: '' },
  )
}

test('messages are shown as written, and marked as answered', async () => {
  await receiveMessage()
  const page = await owner.visit('/admin/messages?state=waiting')
  expect(page.main).toContain('Hollow & Sons <b>')
  expect(page.html).not.toContain('<script>alert(1)')
  const reply = page.links().find((link) => link.startsWith('mailto:'))
  expect(reply).toMatch(/^mailto:buy%40example\.com\?subject=Re%3A%20Wholesale%20Inquiry&body=/)
  const done = await owner.submit(page, 'Mark as answered')
  expect(done.path).toBe('/admin/messages?state=waiting')
  expect(done.main).toContain('Marked as answered.')
  expect(done.main).toContain('Nothing to answer. A quiet day.')
  const gone = await owner.post('/admin/messages', {
    intent: 'answered',
    id: '00000000-0000-4000-8000-000000000000',
  })
  expect(gone.status).toBe(404)
  expect(gone.main).toContain('That is not here any more.')
})

test('messages that cannot be marked show an error', async () => {
  await receiveMessage()
  const page = await owner.visit('/admin/messages')
  injectFault(shop, { match: /PATCH \/rest\/v1\/contact_messages/, kind: 'status', status: 500 })
  const failed = await owner.submit(page, 'Mark as answered')
  expect(failed.status).toBe(503)
  expect(failed.main).toContain('That did not save. Nothing has changed. Please try again.')
  expect(failed.main).toContain('Hollow & Sons')
})

test('user input keeps its text direction without affecting the rest of the line', async () => {
  const name = 'דנה (Dana)'
  const signup = { fullName: name, email: 'dana@example.com', source: 'Homepage' } as const
  await shop.services.backend.signUp(signup, { market: 'us', wording: 'w' })
  const post = { subject: 'Other', fullName: name, email: 'dana@example.com', returnTo: '/us/contact' }
  const visitor = shop.browser()
  const form = await visitor.visit('/us/contact')
  await visitor.submit(form, 'Send Message', { ...post, message: 'שלום (hello)' })
  const list = await owner.visit('/admin/subscribers?q=dana')
  expect(list.texts('td[data-l="Name"] bdi')).toEqual([name])
  const messages = await owner.visit('/admin/messages?q=dana')
  expect(messages.texts('td[data-l="From"] bdi')).toEqual([name, 'dana@example.com'])
  expect(messages.texts('td > div > [dir="auto"]')).toEqual(['שלום (hello)'])
  await owner.submit(messages, 'Mark as answered')
  const nothing = await owner.visit('/admin/waitlist?q=%D7%93')
  expect(nothing.texts('main p bdi')).toEqual(['ד'])
})

/** Texts truncated in the middle of an emoji, which is two UTF-16 code units. */
test.each([89, 499])(
  'a message with an emoji after %i characters is listed, and its reply link contains it',
  async (letters) => {
    const visitor = shop.browser()
    const sent = await visitor.submit(await visitor.visit('/uk/contact'), 'Send Message', {
      fullName: 'Ada',
      email: `ada${letters}@example.com`,
      subject: 'Other',
      message: `${'a'.repeat(letters)}😀 thank you`,
    })
    expect(sent.text).toContain('Message sent!')
    const list = await owner.visit('/admin/messages')
    expect(list.status).toBe(200)
    expect(list.html).not.toContain('�')
    expect(list.main).toContain('😀 thank you')
    const reply = list.links().find((link) => link.startsWith(`mailto:ada${letters}`)) ?? ''
    expect(new URL(reply).searchParams.get('body')).toContain(`${'a'.repeat(letters)}😀`)
  },
)
