import { expect, test } from 'vitest'
import { violationsOf } from '../support/axe.ts'
import { type Market, VOL_2 } from './addresses.ts'
import { openContext } from './browser.ts'
import { buyGift, payFor, sayWords, send } from './gift.ts'
import { find, OWNER, openOwnShop } from './owner.ts'

/** What the owner sees of what people did, and what the owner changes. */

const { get, newVisitor, signIn } = openOwnShop()
const textOf = async (path: string) => (await newVisitor().visit(path)).text

test('the first page lists gift codes that are to be finished, newest first, until they are marked complete', async () => {
  const { words } = await buyGift({ shop: get() })
  const owner = await signIn()
  const before = owner.page.main
  expect(before).toContain(words)
  expect(before.indexOf(words)).toBeLessThan(before.indexOf('amber lantern owl'))
  // It has no discount code yet.
  expect(before).not.toContain('winter quill ember')
  expect((await owner.submit('Mark Complete')).text).toContain('Marked as complete')
  const after = (await owner.visit('/admin')).main
  expect(after).not.toContain(words)
  expect(after).toContain('amber lantern owl')
  expect((await sayWords(words, 'us', newVisitor())).page.path).toBe('/us/redeem/review')
})

test('a gift is in the list with its store and giver, open until it is redeemed, and found by its words', async () => {
  const { words } = await buyGift({ market: 'uk', shop: get() })
  const owner = await signIn()
  const row = await find(owner, 'gift-codes', words)
  for (const text of ['Grace Giver', 'UK']) expect(await row()).toContain(text)
  expect(owner.page.main).not.toContain('amber lantern owl')
  expect(await row()).not.toContain('Redeemed')
  const { visitor } = await sayWords(words, 'uk', newVisitor())
  await visitor.submit('Add Gift to Cart')
  await payFor(visitor, 'uk')
  await expect.poll(row).toContain('Redeemed')
})

test('who signed up, waits or wrote is in a list, can be searched for, and downloaded', async () => {
  const names = ['Nell Quill', 'Otto <b>Bold</b>', '=HYPERLINK("x")']
  for (const [index, name] of names.entries()) {
    const email = `person${index}@example.com`
    const person = newVisitor()
    await send('/us/subscribe', 'Subscribe', { fullName: name, email }, person)
    await send('/uk/waitlist', 'Join the Waitlist', { name, email }, person)
    const message = { fullName: name, email, subject: 'Other', message: `Written by ${index}` }
    await send('/us/contact', 'Send Message', message, person)
  }
  const owner = await signIn()
  for (const list of ['Subscribers', 'Waitlist', 'Messages']) {
    await owner.visit('/admin')
    const page = await owner.follow(list)
    for (const text of [...names, 'person1@example.com']) expect(page.main, list).toContain(text)
    if (list === 'Messages') expect(page.main).toContain('Written by 2')
    else {
      const { headers, body } = await owner.request(page.link(/CSV/))
      expect(headers['content-type']).toContain('text/csv')
      expect(headers['content-disposition']).toContain('attachment')
      expect(body.trim().split(/\r?\n/)).toHaveLength(4)
      expect(body).toContain('person1@example.com')
      // No spreadsheet takes it for a formula.
      expect(body).not.toMatch(/(^|[,"])=HYPERLINK/m)
    }
    for (const q of ['nell', 'person0@']) {
      const found = await owner.submit('Search', { q })
      expect(found.main).toContain('Nell Quill')
      expect(found.main).not.toContain('Bold')
    }
    expect((await owner.submit('Search', { q: 'nobody by that name' })).main).not.toContain('Nell Quill')
  }
})

test('a banner, a name and a date that the owner sets are in the shop at once, until they are emptied', async () => {
  const owner = await signIn()
  const save = async (banner: string, bannerUk: string, company: string, month: string) => {
    await owner.visit('/admin/company')
    const page = await owner.submit('Save', {
      'Text of the banner': banner,
      'Text of the banner in the UK and EU store, if another': bannerUk,
      'Name of the company': company,
      'Month in which Vol. II ships': month,
    })
    expect(page.text).toContain('Saved')
  }
  const pages = async () => [
    await textOf('/us/terms-and-conditions'),
    await textOf('/uk/terms-and-conditions'),
  ]
  const usual = await pages()
  await save('Closed on Sunday & Monday', 'Closed on bank holidays', 'Keyhole Limited', '2031-05')
  const [us = '', uk] = await pages()
  for (const text of ['Closed on Sunday & Monday', 'Keyhole Limited']) expect(us).toContain(text)
  expect(us).not.toContain('bank holidays')
  expect(uk).toContain('Closed on bank holidays')
  for (const market of ['us', 'uk'] satisfies Market[])
    expect(await textOf(`/${market}${VOL_2[market]}`)).toContain('May 2031')
  await save('', '', '', '2026-01')
  expect(await pages()).toEqual(usual)
})

test('products are duplicated for the UK, the result is shown as JSON, and nothing is made twice', async () => {
  const owner = await signIn()
  const shelf = async () => (await newVisitor().visit('/uk/products')).links()
  const before = await shelf()
  for (const _ of [1, 2]) {
    await owner.visit('/admin/products')
    const page = await owner.submit('Duplicate products')
    expect(page.text).toMatch(/Created \d+ UK products/)
    expect(JSON.parse(page.texts('pre').join(''))).toMatchObject({ products: expect.any(Array) })
  }
  expect(await shelf()).toEqual(before)
})

test('the sign-in and every page of the room are accessible, and fit the smallest phone', async () => {
  // One word each, as long as they may be.
  const email = `${'leaver'.repeat(10)}@${'x'.repeat(63)}.${'y'.repeat(63)}.example`
  await send('/us/subscribe', 'Subscribe', { fullName: 'L'.repeat(100), email }, newVisitor())
  const page = await (await openContext({ baseURL: get().origin })).newPage()
  await page.goto('/admin')
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Email').fill(OWNER)
  await page.getByLabel('Password').fill(get().ownerPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  const links = page.getByRole('navigation').getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses.length).toBeGreaterThan(5)
  for (const address of [...addresses, `/admin/people?email=${email}`]) {
    await page.goto(address)
    // The questions before a step, too.
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll('details')) folded.open = true
    })
    // The colours of lists are the same.
    const contrast = !/subscribers|waitlist|held|orders|outbox/.test(address)
    expect(await violationsOf(page, { within: 'main', contrast }), address).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, `${address} at 320 px`).toBeLessThanOrEqual(320)
    await page.setViewportSize({ width: 1280, height: 844 })
  }
})
