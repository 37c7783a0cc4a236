import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOutbox } from '../support/outbox.ts'
import { VOL_2 } from './addresses.ts'
import { buyGift, newEmail, payFor, sayWords, send, trapIn, wordsIn } from './gift.ts'
import { find, openOwnShop } from './owner.ts'
import { askStore, mailTo } from './shop.ts'

/** What the owner does with a row of a list, with a person, and about the shop's health. */

const { get, newVisitor, signIn } = openOwnShop()
const mailsTo = (address: string) => readOutbox(get().dataDir).filter(({ to }) => to.includes(address))

test('the mail of a gift is sent again to its giver, whose order is read again by its row and by its number', async () => {
  const { words, email, thanks } = await buyGift({ shop: get() })
  const owner = await signIn()
  await find(owner, 'gift-codes', words)
  expect((await owner.submit('Send the gift email again')).text).toContain(`Sent to ${email}.`)
  expect(mailsTo(email).map(wordsIn)).toEqual([words, words])
  await find(owner, 'outbox', email)
  const number = /#\d+/.exec(thanks.main)?.[0] ?? ''
  const row = await find(owner, 'orders', number)
  const lastRead = async () => (await row()) && owner.page.html.match(/datetime="[^"]+"/gi)?.at(-1)
  for (const [button, fields] of [
    ['Read again', {}],
    ['Read order by number', { 'Order number': number }],
  ] as const) {
    const before = await lastRead()
    expect((await owner.submit(button, fields)).text).toContain('The order is being read again.')
    await expect.poll(lastRead).not.toBe(before)
  }
  const unknown = await owner.submit('Read order by number', { 'Order number': '#999999' })
  expect(unknown.text).toContain('The store has no order with that number.')
})

const change = (name: string, given: string, replied = 'userErrors { message }') =>
  `mutation ($id: ID!) { ${name}(${given}) { ${replied} } }`

test('a box for oneself is no gift; one that was sold in the store without a wrapping becomes one when the owner says so', async () => {
  const buyer = newVisitor()
  const email = newEmail()
  await send(`/us${VOL_2.us}`, 'Order Now', { option: 'box-only', wrapping: 'no-wrapping' }, buyer)
  const { cart, thanks } = await payFor(buyer, 'us', email)
  for (const page of [cart, thanks]) expect(page.main).toContain('No wrapping, it is for me')
  const number = /#\d+/.exec(thanks.main)?.[0] ?? ''
  const ask = (query: string, variables = {}) => askStore(get(), query, variables)
  const read = `orders(first: 1, query: "name:\\"${number}\\"") { nodes { id lineItems(first: 5) { nodes { id variant { id } } } } }`
  const order = async () => (await ask(`{ ${read} }`)).orders.nodes[0]
  const { id, lineItems } = await order()
  const owner = await signIn()
  const row = await find(owner, 'orders', number)
  await expect.poll(row).toContain('Paid')
  expect(await row()).not.toContain('No wrapping')
  const begin = change('orderEditBegin', 'id: $id', 'calculatedOrder { id }')
  const edit = (await ask(begin, { id })).orderEditBegin.calculatedOrder
  const box = lineItems.nodes[0].variant.id
  await ask(change('orderEditAddVariant', `id: $id, variantId: "${box}", quantity: 1`), edit)
  await ask(change('orderEditCommit', 'id: $id'), edit)
  await ask(change('orderMarkAsPaid', 'input: { id: $id }'), { id })
  await expect.poll(row).toContain('No wrapping: no gift made.')
  expect(mailsTo(email).map(wordsIn).join('')).toBe('')
  expect((await owner.visit('/admin')).part('Orders to look at before they ship')).toContain(number)
  expect((await owner.submit('Make the gift')).text).toContain('The gifts of this order are being made.')
  const words = wordsIn(await mailTo(get(), email, 'magic words'))
  expect((await sayWords(words, 'us', newVisitor())).page.path).toBe('/us/redeem/review')
  expect(await row()).not.toContain('No wrapping')
  // What was paid back is a gift no longer.
  const units = `refundLineItems: [{ lineItemId: "${(await order()).lineItems.nodes[1].id}", quantity: 1 }]`
  await ask(change('refundCreate', `input: { orderId: $id, ${units} }`), { id })
  const said = async () => (await sayWords(words, 'us', newVisitor())).page.text
  await expect.poll(said).toContain('Invalid magic words')
  expect(await (await find(owner, 'gift-codes', words))()).toContain('Taken back')
})

test('a form that a robot seems to have filled is confirmed and held back, until the owner says that it is real', async () => {
  const owner = await signIn()
  for (const [path, button, list, fields] of [
    ['/us/contact', 'Send Message', 'messages', { fullName: 'Al', subject: 'Other', message: 'I am real' }],
    ['/uk/subscribe', 'Subscribe', 'subscribers', { fullName: 'Al' }],
    ['/us/waitlist', 'Join the Waitlist', 'waitlist', { name: 'Al' }],
  ] as const) {
    const robot = newVisitor()
    const email = newEmail()
    const { action, data } = (await robot.visit(path)).formWith(button, { ...fields, email })
    data.set(trapIn(robot.page), 'Bo T')
    await robot.post(action, data)
    const confirmed = await robot.post(action, data)
    expect(confirmed.text).toMatch(/Message sent!|Welcome! ✨|You're on the list!/)
    await owner.visit(`/admin/${list}`)
    expect((await owner.submit('Search', { q: email })).main).not.toContain('Al ')
    await owner.visit('/admin/messages')
    expect((await owner.follow('Held back')).texts('tbody tr')).toEqual([expect.stringContaining(email)])
    const told = () => readOutbox(get().dataDir).filter(({ raw }) => raw.includes(email))
    expect(told()).toEqual([])
    expect((await owner.submit('It is a real one')).text).toContain('Sent on, as if it had come just now.')
    expect((await owner.visit('/admin/messages?state=held')).main).not.toContain(email)
    await find(owner, list, email)
    await expect.poll(() => told().length).toBe(1)
  }
  await owner.visit('/admin/messages')
  await owner.follow('To answer')
  expect((await owner.submit('Mark as answered')).text).toContain('Marked as answered.')
  expect((await owner.follow('To answer')).main).not.toContain('I am real')
  expect((await owner.follow('All')).main).toMatch(/I am real.*Answered/)
})

test('what could not be mailed waits on the first page: a gift for an address, a mail for another try', async () => {
  const outbox = join(get().dataDir, 'outbox')
  const owner = await signIn()
  await owner.visit('/admin/outbox')
  expect((await owner.submit('Send a test email to me')).text).toContain('Sent to owner@')
  // Where the folder of mails should be is a file: no mail can be written.
  renameSync(outbox, `${outbox}-away`)
  writeFileSync(outbox, '')
  expect((await owner.submit('Send a test email to me')).text).toContain('The email could not be sent.')
  const giver = newVisitor()
  await send(`/us${VOL_2.us}`, 'Order Now', { option: 'box-only', wrapping: 'printable-only' }, giver)
  await payFor(giver, 'us', 'typed-wrong@example.com')
  const parts = ['Gifts that have not arrived', 'Emails that were not delivered']
  await expect
    .poll(async () => (await owner.visit('/admin')).headings())
    .toEqual(expect.arrayContaining(parts))
  rmSync(outbox)
  renameSync(`${outbox}-away`, outbox)
  expect(owner.page.part('Emails that were not delivered')).toContain('owner@')
  expect((await owner.submit('Send now')).text).toContain('Sent.')
  expect((await owner.submit('Send the words', { email: 'nobody' })).text).toContain('not an email address')
  const email = newEmail()
  expect((await owner.submit('Send the words', { email })).text).toContain(`Sent to ${email}.`)
  expect((await sayWords(wordsIn(await mailTo(get(), email)), 'us', newVisitor())).page.path).toMatch(
    /review$/,
  )
  expect((await owner.visit('/admin')).headings()).not.toContain(parts[0])
})

test('a person is found by the address, downloaded, and erased once the address is typed again; another is taken off the list', async () => {
  const [email, other] = [newEmail(), newEmail()]
  for (const one of [email, other])
    await send('/us/subscribe', 'Subscribe', { fullName: 'Nell Quill', email: one }, newVisitor())
  const owner = await signIn()
  await find(owner, 'subscribers', other)
  expect((await owner.submit('Take off')).text).toContain(`${other} is off the list.`)
  expect((await owner.follow('Subscribed')).main).toContain(`Nothing matches ${other}.`)
  await owner.visit('/admin/people')
  expect((await owner.submit('Find', { email: 'no address' })).text).toContain('not an email address')
  const found = await owner.submit('Find', { email: ` ${email.toUpperCase()} ` })
  expect(found.main).toContain('Nell Quill')
  const { headers, body } = await owner.request(found.link(/^Download/))
  expect(headers['content-disposition']).toContain('attachment')
  for (const words of [email, 'Nell Quill']) expect(body).toContain(words)
  expect((await owner.submit('Erase', { confirmation: other })).text).toContain('Nothing was erased')
  expect((await owner.submit('Erase', { confirmation: email })).text).toContain('Erased.')
  expect((await owner.visit(found.path)).main).toContain(`Nothing is held of ${email}.`)
  expect(mailsTo(email).length).toBeGreaterThan(0)
})

test('the check-up tells what is right and what is to be mended', async () => {
  const owner = await signIn()
  await owner.visit('/admin/check-up')
  const page = await owner.submit('Check now')
  expect(page.texts('tbody tr').length).toBeGreaterThan(5)
  expect(page.main).toContain('All right')
  expect(page.hasButton('Check again')).toBe(true)
})
