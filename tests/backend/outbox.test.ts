import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import type { SendMail } from '#supabase/functions/_shared/mail/message.ts'
import { deliverMail } from '#supabase/functions/_shared/outbox.ts'
import { readOutbox } from '../support/outbox.ts'
import { silentLog } from '../support/silent-log.ts'
import { startEmbedded } from './support.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const shop = await startEmbedded()
beforeEach(() => outbox().delete().neq('state', 'none'))
afterAll(() => shop.close())

const sentTo = () => readOutbox(shop.dataDir).map(({ to }) => to.replace('@example.com', ''))
const isoAgo = (ms: number) => new Date(Date.now() - ms).toISOString()
const outbox = () => shop.service.from('mail_outbox')

/** A mail that has been in the outbox for that long, ms. */
const leftMail = (name: string, age: number, more: object = {}) => ({
  dedupe_key: name,
  template: 'welcome',
  to_email: `${name}@example.com`,
  subject: 'x',
  data: { firstName: 'Ada', email: `${name}@example.com`, unsubscribeToken: 'a'.repeat(44) },
  market: 'uk',
  state: 'waiting',
  attempts: 0,
  created_at: isoAgo(age),
  ...more,
})

/** Adds a mail. @returns its id */
async function leaveOne(): Promise<string> {
  const { data } = await outbox().insert(leftMail('slow', 0)).select('id').single()
  return String(data?.id)
}

/** Sends a mail by a sender of its own. @param ahead how fast its clock is, ms */
function deliver(id: string, sendMail: SendMail, ahead = 0) {
  const environment = { database: shop.service, origin: () => 'https://shop.test', log: silentLog }
  return deliverMail({ ...environment, sendMail, now: () => Date.now() + ahead }, id)
}
const stored = async () => (await shop.backend.listRows('mails'))[0]

it('the sender sends what is due: after ever longer pauses for nearly three days, and after the death of a process', async () => {
  const failed = (attempts: number) => ({ state: 'failed', attempts })
  const killed = (attempts: number, lockedFor = -MINUTE) => ({
    ...{ state: 'sending', attempts, locked_until: isoAgo(-lockedFor) },
  })
  const rows = [
    // So many that wait for their retry do not hold up the others.
    ...Array.from({ length: 60 }, (_, at) => leftMail(`resting${at}`, 30 * MINUTE, failed(5))),
    leftMail('given-up', 1000 * HOUR, failed(13)),
    leftMail('last', 69 * HOUR, failed(12)),
    leftMail('not-yet', 67 * HOUR, failed(12)),
    leftMail('killed-often', 1000 * HOUR, killed(13)),
    leftMail('killed-lately', 30 * MINUTE, killed(5)),
    leftMail('due', 17 * MINUTE, failed(4)),
    leftMail('under-way', 10 * MINUTE, killed(1, 30_000)),
    leftMail('killed', 3 * MINUTE, killed(1)),
    leftMail('left', 2 * MINUTE),
    leftMail('young', 0),
  ]
  await outbox().insert(rows)
  const sent = await Promise.all([shop.backend.sendWaitingMails(), shop.backend.sendWaitingMails()])
  expect(sent[0] + sent[1]).toBe(4)
  expect(sentTo().sort()).toEqual(['due', 'killed', 'last', 'left'])
  const { data } = await outbox()
    .select('last_error, attempts, state')
    .like('dedupe_key', 'killed-%')
    .order('attempts')
  const last_error = 'Sending was cut short; it may have gone out.'
  expect(data).toEqual([5, 13].map((attempts) => ({ last_error, attempts, state: 'failed' })))
})

it('one mail is sent by one of many senders, and not marked as failed when its state could not be stored', async () => {
  const id = await leaveOne()
  const send = vi.fn(async () => {
    shop.embedded.faults.inject({ match: /PATCH .*mail_outbox/, kind: 'status', status: 503, times: 1 })
  })
  const delivered = await Promise.all(Array.from({ length: 20 }, () => deliver(id, send)))
  expect(send).toHaveBeenCalledTimes(1)
  expect(delivered.filter((state) => state === 'sent')).toHaveLength(1)
  expect(await deliver(id, send)).toBe('busy')
  expect(await stored()).toMatchObject({ state: 'sent', attempts: 1 })
})

/** Starts to send a mail. @returns what ends that */
async function start(id: string, ahead: number) {
  const answer = Promise.withResolvers<void>()
  const send = vi.fn(() => answer.promise)
  const delivered = deliver(id, send, ahead)
  await expect.poll(() => send.mock.calls.length).toBe(1)
  return { ...answer, delivered }
}

it.each([
  ['late accepts, then early refuses', true],
  ['early accepts, then late refuses', false],
])('of a mail claimed from a sender whose claim has expired, %s: it was sent', async (_, isLateFirst) => {
  const id = await leaveOne()
  const senders = [await start(id, 0), await start(id, 61_000)]
  const [accepts, refuses] = isLateFirst ? senders.reverse() : senders
  accepts?.resolve()
  expect(await accepts?.delivered).toBe('sent')
  refuses?.reject(new Error('554 no'))
  expect(await refuses?.delivered).toBe('failed')
  expect(await stored()).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
})
