import { afterAll, describe, expect, it } from 'vitest'
import { startTarget, unique } from './support.ts'

/** Notices of the store of every Supabase project that the shop uses, hosted or embedded. See `startTarget`. */

const { backend, service, close } = await startTarget()
afterAll(close)

describe('webhook deliveries', () => {
  const delivery = () => ({
    webhookId: unique('webhook'),
    eventId: unique('event'),
    topic: 'orders/paid',
    shopDomain: 'wizard-box.myshopify.com',
    orderId: '5510000000001',
    orderName: '#1043',
    payload: '{"id":5510000000001}',
  })

  it('count once, by either id', async () => {
    const first = delivery()
    const receptions = await Promise.all([1, 2, 3, 4, 5].map(() => backend.receiveWebhook(first)))
    expect(receptions.filter(({ kind }) => kind === 'process')).toHaveLength(1)
    const sameEvent = { ...first, webhookId: unique('webhook') }
    expect((await backend.receiveWebhook(sameEvent)).kind).toBe('repeated')
    const otherTopic = { ...first, webhookId: unique('webhook'), topic: 'orders/cancelled' }
    expect((await backend.receiveWebhook(otherTopic)).kind).toBe('process')
  })

  it('can be claimed again after a failure, once, and never after success', async () => {
    const first = delivery()
    const reception = await backend.receiveWebhook(first)
    await backend.failWebhook(reception.delivery, 'the mail was out')
    const again = await Promise.all([1, 2, 3].map(() => backend.receiveWebhook(first)))
    const [second] = again.filter(({ kind }) => kind === 'process')
    if (second === undefined) throw new Error('not taken up again')
    expect(again.filter(({ kind }) => kind === 'process')).toEqual([second])
    await backend.failWebhook(second.delivery, 'still out')
    const retried = await backend.retryWebhook(reception.delivery.id)
    if (retried === null) throw new Error('not tried again')
    expect(retried.payload).toBe(first.payload)
    await backend.finishWebhook(retried, 'done')
    expect((await backend.receiveWebhook(first)).kind).toBe('repeated')
    expect(await backend.retryWebhook(reception.delivery.id)).toBeNull()
    const [known] = await backend.listRows('deliveries', { search: first.webhookId })
    expect(known).toMatchObject({ state: 'done', payload: null, attempts: 3 })
  })

  it('can be claimed again by one worker once the previous lease has expired, not before', async () => {
    const sent = delivery()
    await backend.receiveWebhook(sent)
    expect((await backend.receiveWebhook(sent)).kind).toBe('repeated')
    await service
      .from('webhook_deliveries')
      .update({ locked_until: new Date(Date.now() - 1000).toISOString() })
      .eq('webhook_id', sent.webhookId)
    const again = await Promise.all([1, 2].map(() => backend.receiveWebhook(sent)))
    expect(again.map(({ kind }) => kind).sort()).toEqual(['process', 'repeated'])
  })

  it('are not changed by a worker that fails after another has claimed or completed them', async () => {
    const sent = delivery()
    const { delivery: first } = await backend.receiveWebhook(sent)
    const kept = async () => (await backend.listRows('deliveries', { search: sent.webhookId }))[0]
    await backend.failWebhook(first, 'the backend was away')
    const second = await backend.retryWebhook(first.id)
    if (second === null) throw new Error('not taken up again')
    await backend.failWebhook(first, 'late')
    expect(await kept()).toMatchObject({ state: 'processing', lastError: 'the backend was away' })
    await backend.finishWebhook(second, 'done')
    for (const late of [first, second]) await backend.failWebhook(late, 'later still')
    await backend.finishWebhook(first, 'ignored')
    expect(await kept()).toMatchObject({ state: 'done', lastError: null, payload: null })
  })
})
