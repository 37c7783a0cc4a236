import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MAGIC_WORDS_BYTES, magicWordsOf } from '#app/models/magic-words.ts'
import { enterMagicWords } from '#app/services/redeem/magic-words.server.ts'
import { makeGift, submitMagicWords } from '../support/gifts.ts'
import { openTestShop } from '../support/test-shop.ts'

const GUESSES = 1_000
const BOTS = 40

/** How long the shop has waited before its responses, ms. */
const waits: number[] = []

const shop = openTestShop({ pause: async (ms) => void waits.push(ms) })

function guess(typed: string, ip: string) {
  return enterMagicWords(shop.services, { market: 'us', typed, ip })
}

function randomWords(): string {
  return magicWordsOf(randomBytes(MAGIC_WORDS_BYTES))
}

describe('guessing magic words', () => {
  test('a thousand times finds nothing, while the real recipient still gets through', async () => {
    const gift = await makeGift(shop)
    let found = 0
    let refused = 0
    for (let round = 0; round < GUESSES / BOTS; round++) {
      const replies = await Promise.all(
        Array.from({ length: BOTS }, (_, bot) => guess(randomWords(), `198.51.100.${bot}`)),
      )
      found += replies.filter((reply) => reply.ok).length
      refused += replies.filter((reply) => !reply.ok && reply.status === 429).length
      if (round % 10 === 0) expect((await guess(gift.code, `203.0.113.${round}`)).ok).toBe(true)
    }
    expect(found).toBe(0)
    expect(refused).toBe(GUESSES - BOTS * 20)
    expect((await submitMagicWords(shop.browser(), gift.code)).path).toBe('/us/redeem/review')
    // By now every response is delayed, for all visitors.
    expect(waits.at(-1)).toBeGreaterThan(1_000)
  })

  test('concurrently by one visitor is counted before any lookup', async () => {
    const replies = await Promise.all(Array.from({ length: 60 }, () => guess(randomWords(), '192.0.2.1')))
    expect(replies.filter((reply) => !reply.ok && reply.status !== 429)).toHaveLength(20)
    const page = await submitMagicWords(shop.browser(), 'any')
    expect(page.main).toContain('Invalid magic words')
  })

  test('the same words from many addresses is stopped; words of open gifts never count', async () => {
    const { code } = await makeGift(shop)
    for (let index = 0; index < 40; index++) {
      // Other spellings of the same words are counted together.
      await guess(index % 2 ? 'gilded harbour storm' : 'gilded harbor störm', `192.0.3.${index}`)
      expect((await guess(code, '192.0.4.1')).ok).toBe(true)
    }
    expect(await guess('gilded harbour storm', '192.0.3.99')).toMatchObject({ status: 429 })
  })

  test('with nothing but symbols is refused as invalid, however many visitors do so', async () => {
    for (let index = 0; index < 40; index++)
      expect(await guess(index % 2 ? '🪄' : '!?', `192.0.7.${index}`)).toMatchObject({ status: 422 })
  })

  test('counts no attempt while the backend is down', async () => {
    const { code } = await makeGift(shop)
    const away = { match: /GET .*gift_redemption/, kind: 'unreachable' } as const
    const takeBack = shop.embedded.backend?.faults.inject(away)
    const replies = await Promise.all(Array.from({ length: 20 }, () => guess(code, '192.0.6.1')))
    takeBack?.()
    expect(replies.map((reply) => !reply.ok && reply.status)).toEqual(Array(20).fill(503))
    expect((await guess(code, '192.0.6.1')).ok).toBe(true)
  })

  test('gets its response after the same time, however close the guess', async () => {
    const { code } = await makeGift(shop)
    const used = await makeGift(shop)
    await shop.services.backend.gifts.redeem(used, { id: '5', name: '#5' })
    waits.length = 0
    for (const [at, typed] of [`${code.slice(0, -1)}x`, randomWords(), code, used.code].entries())
      await guess(typed, `192.0.5.${at}`)
    expect(waits).toHaveLength(4)
    expect(new Set(waits).size).toBe(1)
    expect(waits[0]).toBeGreaterThanOrEqual(100)
  })
})
