import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { smtpSender } from '#supabase/functions/_shared/mail/message.ts'
import { deliverMail } from '#supabase/functions/_shared/outbox.ts'
import { startMailServer } from '../support/mail-server.ts'
import { leaveMails, senderWith } from './outbox-mails.ts'
import { startEmbedded } from './support.ts'

/** How one mail is sent: by one sender at a time, and what becomes of it. */

let shop: Awaited<ReturnType<typeof startEmbedded>>
beforeEach(async () => {
  shop = await startEmbedded()
})
afterEach(() => shop.close())

it('does not mark a sent mail as failed when storing its state fails', async () => {
  const [id = ''] = await leaveMails(shop.service, 1)
  let sent = 0
  const stumbling = senderWith(shop.service, async () => {
    sent++
    shop.embedded.faults.inject({ match: /PATCH .*mail_outbox/, kind: 'status', status: 503, times: 1 })
  })
  expect(await deliverMail(stumbling, id)).toBe('sent')
  expect(await deliverMail(stumbling, id)).toBe('busy')
  expect(sent).toBe(1)
  expect(await shop.backend.listRows('mails')).toMatchObject([{ state: 'sent', attempts: 1 }])
})

describe('a mail claimed from a sender whose claim has expired', () => {
  /** A sender whose mail server responds only when told to, with a clock that is `ahead` ms fast. */
  function waitingSender(ahead: number) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let asked = 0
    const sendMail = () => {
      asked++
      return promise
    }
    return {
      environment: { ...senderWith(shop.service, sendMail), now: () => Date.now() + ahead },
      asked: () => asked,
      accept: resolve,
      refuse: () => reject(new Error('554 no')),
    }
  }

  /** One mail that a second sender has claimed from a first; both are still sending it. */
  async function takenOver() {
    const [id = ''] = await leaveMails(shop.service, 1)
    const [first, second] = [waitingSender(0), waitingSender(61_000)]
    const senders = []
    for (const sender of [first, second]) {
      senders.push({ ...sender, delivered: deliverMail(sender.environment, id) })
      await expect.poll(sender.asked).toBe(1)
    }
    const [early, late] = senders
    if (!early || !late) throw new Error('Two senders were meant to be there')
    return { early, late }
  }
  const kept = async () => (await shop.backend.listRows('mails'))[0]

  it('is not marked as failed by the first after the second has sent it', async () => {
    const { early, late } = await takenOver()
    late.accept()
    expect(await late.delivered).toBe('sent')
    early.refuse()
    expect(await early.delivered).toBe('failed')
    expect(await kept()).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
  })

  it('remains with the second when the first fails', async () => {
    const { early, late } = await takenOver()
    early.refuse()
    await early.delivered
    expect(await kept()).toMatchObject({ state: 'sending', attempts: 2, lastError: null })
    late.accept()
    expect(await late.delivered).toBe('sent')
    expect(await kept()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  it.each(['before', 'after'])(
    'counts as sent though the second fails %s the first has sent it',
    async (when) => {
      const { early, late } = await takenOver()
      const steps = [() => [late.refuse(), late.delivered], () => [early.accept(), early.delivered]]
      for (const step of when === 'before' ? steps : steps.toReversed()) await Promise.all(step())
      expect(await kept()).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
    },
  )
})

it('has a time limit that ends before its claim: until then, no other sender may send it', async () => {
  const [id = ''] = await leaveMails(shop.service, 1)
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  let [limit, claimedFor] = [Number.NaN, Number.NaN]
  const looking = senderWith(shop.service, async (_, signal) => {
    limit = timeout.mock.calls[timeout.mock.results.findIndex(({ value }) => value === signal)]?.[0] ?? 0
    const { data } = await shop.service.from('mail_outbox').select('locked_until').eq('id', id).single()
    claimedFor = Date.parse(data?.locked_until) - Date.now()
  })
  await deliverMail(looking, id)
  timeout.mockRestore()
  expect(limit).toBeGreaterThan(20_000)
  expect(limit).toBeLessThan(claimedFor)
})

it('ends its connection at the time limit', async () => {
  const [id = ''] = await leaveMails(shop.service, 1)
  const server = createServer((socket) => socket.on('error', () => {}).write('220 slow\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const connection: Promise<Socket[]> = once(server, 'connection')
  const stop = new AbortController()
  const send = smtpSender(`smtp://127.0.0.1:${port}`, 'shop@example.com')
  const delivered = deliverMail(
    senderWith(shop.service, (mail) => send(mail, stop.signal)),
    id,
  )
  const [socket] = await connection
  stop.abort()
  expect(await delivered).toBe('failed')
  await expect.poll(() => socket?.closed).toBe(true)
  server.close()
})

it('counts an attempt when it begins: one that kills the process would be repeated forever', async () => {
  const [id = ''] = await leaveMails(shop.service, 1)
  let attempts: number | undefined
  const looking = senderWith(shop.service, async () => {
    attempts = (await shop.backend.listRows('mails'))[0]?.attempts
  })
  await deliverMail(looking, id)
  expect(attempts).toBe(1)
})

it('is sent by one of many concurrent senders', async () => {
  const [id = ''] = await leaveMails(shop.service, 1)
  let sent = 0
  const counting = () => senderWith(shop.service, async () => void sent++)
  const delivered = await Promise.all(Array.from({ length: 20 }, () => deliverMail(counting(), id)))
  expect(sent).toBe(1)
  expect(delivered.filter((state) => state === 'sent')).toHaveLength(1)
})

it('stores why a mail was rejected, without the address that the server echoes', async () => {
  const [id = ''] = await leaveMails(shop.service, 1)
  const refusing = senderWith(shop.service, async () => {
    throw new Error('550 5.1.1 <slow0@example.com>: no such mailbox (for slow0@example.com)')
  })
  expect(await deliverMail(refusing, id)).toBe('failed')
  const [row] = await shop.backend.listRows('mails')
  expect(row?.lastError).toBe('550 5.1.1 [address] no such mailbox (for [address]')
})

it.each([
  ['550 5.1.1 <a@b.example>: no such user', false],
  ['450 4.2.1 Mailbox busy', true],
])('after "%s", is sent again: %s', async (response, isRetried) => {
  const [id = ''] = await leaveMails(shop.service, 1)
  const server = await startMailServer()
  onTestFinished(server.stop)
  server.refused.set('slow0@example.com', response)
  const refused = senderWith(shop.service, smtpSender(server.url, 'shop@example.com'))
  expect(await deliverMail(refused, id)).toBe(isRetried ? 'failed' : 'undeliverable')
  const rows = await shop.backend.listRows('mails', { only: 'state.eq.failed' })
  expect(rows[0]?.lastError).toContain(response.slice(0, 3))
  const dayAgo = new Date(Date.now() - 24 * 60 * 60_000).toISOString()
  await shop.service.from('mail_outbox').update({ created_at: dayAgo }).eq('id', id)
  expect(await shop.backend.sendWaitingMails()).toBe(isRetried ? 1 : 0)
  if (!isRetried) expect(await shop.backend.sendOutboxMail(id), 'by the owner').toBe('sent')
})
