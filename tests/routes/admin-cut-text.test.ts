import { beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { ownerBrowser } from '../support/owner.ts'
import { openTestShop } from '../support/test-shop.ts'

/** Texts truncated in the middle of an emoji, which is two UTF-16 code units. */

let owner: Browser
const shop = openTestShop()
beforeAll(async () => {
  owner = await ownerBrowser(shop)
})

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

describe.each(['subscribers', 'waitlist', 'messages', 'gift-codes', 'webhooks', 'outbox'])(
  '/admin/%s',
  (list) => {
    test('accepts search terms that are truncated at an emoji', async () => {
      const words = `${'z'.repeat(99)}😀`
      const page = await owner.visit(`/admin/${list}?q=${encodeURIComponent(`${words}😀`)}`)
      expect(page.status).toBe(200)
      expect(page.main).toContain(`Nothing matches ${words}.`)
    })
  },
)
