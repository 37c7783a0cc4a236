import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { leaveMails, leftMail } from './outbox-mails.ts'
import { headersOf, mailsIn, startEmbedded } from './support.ts'

/** Which mails of the outbox are sent, and when. */

let shop: Awaited<ReturnType<typeof startEmbedded>>
beforeEach(async () => {
  shop = await startEmbedded()
})
afterEach(() => shop.close())

const mails = () => mailsIn(shop.outboxDir)

it('sends mails that a stopped process left in the outbox, once', async () => {
  await shop.service.from('mail_outbox').insert(leftMail('left', 2))
  const sent = await Promise.all([shop.backend.sendWaitingMails(), shop.backend.sendWaitingMails()])
  expect(sent[0] + sent[1]).toBe(1)
  expect(mails()).toHaveLength(1)
})

it('skips a mail that it cannot read, such as one of a newer version', async () => {
  await shop.service
    .from('mail_outbox')
    .insert([leftMail('odd', 3, { template: 'later' }), leftMail('left', 2)])
  expect(await shop.backend.sendWaitingMails()).toBe(1)
  const rows = await shop.backend.listRows('mails')
  expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['sent', 1],
    ['failed', 1],
  ])
})

it('removes files that a killed process left half-written, but none being written', async () => {
  mkdirSync(shop.outboxDir, { recursive: true })
  const [old, fresh] = [join(shop.outboxDir, '.old.part'), join(shop.outboxDir, '.fresh.part')]
  for (const path of [old, fresh]) writeFileSync(path, 'The magic words: amber')
  const anHourAgo = new Date(Date.now() - 3_600_000)
  utimesSync(old, anHourAgo, anHourAgo)
  await shop.service.from('mail_outbox').insert(leftMail('next', 2))
  expect(await shop.backend.sendWaitingMails()).toBe(1)
  await expect.poll(() => existsSync(old)).toBe(false)
  expect(existsSync(fresh)).toBe(true)
})

it('has the same Message-ID in every attempt, so that a mail sent twice is recognised', async () => {
  const [id = ''] = await leaveMails(shop.service, 1)
  await shop.backend.sendOutboxMail(id)
  await shop.service.from('mail_outbox').update({ state: 'failed' }).eq('id', id)
  await shop.backend.sendOutboxMail(id)
  const ids = mails().map((mail) => /^Message-ID: (.*)$/m.exec(headersOf(mail))?.[1])
  expect(ids).toEqual([`<${id}@wizardbox.example>`, `<${id}@wizardbox.example>`])
})

it('marks mails of a killed process as failed, and retries them with increasing delays', async () => {
  const minuteAgo = new Date(Date.now() - 60_000).toISOString()
  const killed = (name: string, minutes: number, attempts: number, more: object = {}) =>
    leftMail(name, minutes, { state: 'sending', attempts, locked_until: minuteAgo, ...more })
  await shop.service
    .from('mail_outbox')
    .insert([
      killed('given-up', 60_000, 13),
      killed('resting', 30, 5),
      killed('under-way', 10, 1, { locked_until: new Date(Date.now() + 30_000).toISOString() }),
      killed('due', 3, 1),
    ])
  expect(await shop.backend.sendWaitingMails()).toBe(1)
  const rows = await shop.backend.listRows('mails')
  const unfinished = 'Sending was cut short; it may have gone out.'
  expect(rows.map(({ toEmail, state, lastError }) => [toEmail.split('@')[0], state, lastError])).toEqual([
    ['due', 'sent', null],
    ['under-way', 'sending', null],
    ['resting', 'failed', unfinished],
    ['given-up', 'failed', unfinished],
  ])
  expect(rows.map(({ attempts }) => attempts)).toEqual([2, 1, 5, 13])
})

it('is not sent again to something that is not an address', async () => {
  await shop.service.from('mail_outbox').insert(leftMail('a, b', 60))
  expect(await shop.backend.sendWaitingMails()).toBe(0)
  const [row] = await shop.backend.listRows('mails')
  expect(row).toMatchObject({
    state: 'failed',
    lastError: 'The address of a mail is not a single plain address',
  })
  const dayAgo = new Date(Date.now() - 24 * 60 * 60_000).toISOString()
  await shop.service.from('mail_outbox').update({ created_at: dayAgo, to_email: 'a@b.example' })
  expect(await shop.backend.sendWaitingMails()).toBe(0)
})

it('starts no further mail once told to stop', async () => {
  await shop.service.from('mail_outbox').insert([leftMail('one', 2), leftMail('two', 2)])
  expect(await shop.backend.sendWaitingMails(AbortSignal.abort())).toBe(0)
  expect(await shop.backend.sendWaitingMails()).toBe(2)
})

it('retries a failing mail for nearly three days', async () => {
  const hours = (count: number) => count * 60
  await shop.service
    .from('mail_outbox')
    .insert([
      leftMail('last', hours(69), { state: 'failed', attempts: 12 }),
      leftMail('not-yet', hours(67), { state: 'failed', attempts: 12 }),
      leftMail('given-up', hours(1000), { state: 'failed', attempts: 13 }),
    ])
  expect(await shop.backend.sendWaitingMails()).toBe(1)
  expect(mails()[0]).toContain('last@example.com')
})

it('sends later mails while failed ones wait for their retry', async () => {
  const resting = Array.from({ length: 60 }, (_, number) =>
    leftMail(`resting${number}`, 30, { state: 'failed', attempts: 5 }),
  )
  const due = leftMail('due', 17, { state: 'failed', attempts: 4 })
  await shop.service.from('mail_outbox').insert([...resting, due, leftMail('later', 2)])
  expect(await shop.backend.sendWaitingMails()).toBe(2)
  expect(
    mails()
      .map((mail) => headersOf(mail).match(/^To: (.*)$/m)?.[1])
      .sort(),
  ).toEqual(['due@example.com', 'later@example.com'])
})
