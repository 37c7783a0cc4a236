import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MAGIC_WORDS_BYTES, magicWordsOf } from '#app/models/magic-words.ts'
import { enterMagicWords } from '#app/services/redeem/magic-words.server.ts'
import { makeGift, submitMagicWords } from '../support/gifts.ts'
import { openTestShop } from '../support/test-shop.ts'

/** What one visitor may try is shown by `hardening/visitors`. */

/** How long the shop has waited before its responses, ms. */
const waits: number[] = []

const shop = openTestShop({ pause: async (ms) => void waits.push(ms) })
const randomWords = () => magicWordsOf(randomBytes(MAGIC_WORDS_BYTES))
const guess = (typed: string, ip: string) => enterMagicWords(shop.services, { market: 'us', typed, ip })
describe('guessing magic words', () => {
  test('gets its response after the same time, however close the guess', async () => {
    const [{ code }, used] = [await makeGift(shop), await makeGift(shop)]
    await shop.services.backend.gifts.redeem(used, { id: '5', name: '#5' })
    waits.length = 0
    for (const [at, typed] of [`${code.slice(0, -1)}x`, randomWords(), code, used.code].entries())
      await guess(typed, `192.0.5.${at}`)
    expect(waits).toEqual(Array(4).fill(waits[0]))
    expect(waits[0]).toBeGreaterThanOrEqual(100)
  })

  test('by many visitors slows all guesses down, while the real recipient still gets through', async () => {
    const { code } = await makeGift(shop)
    const { limits } = shop.services
    // As most of the six hundred that are not slowed down.
    await Promise.all(Array.from({ length: 570 }, () => limits.consume('redeem-all', 'everybody')))
    waits.length = 0
    const guesses = Array.from({ length: 40 }, (_, at) => guess(randomWords(), `198.51.100.${at}`))
    for (const reply of await Promise.all(guesses)) expect(reply).toMatchObject({ status: 422 })
    expect(waits[0]).toBeLessThan(1_000)
    expect((await submitMagicWords(shop.browser(), code)).path).toBe('/us/redeem/review')
    expect(waits.at(-1)).toBeGreaterThan(1_000)
  })

  test('the same words from many addresses is stopped; words of open gifts, and symbols, never count', async () => {
    const { code } = await makeGift(shop)
    for (let at = 0; at < 40; at++) {
      await guess(at % 2 ? 'gilded harbour storm' : 'Gilded-HARBOUR storm', `192.0.3.${at}`)
      expect((await guess(code, '192.0.4.1')).ok).toBe(true)
      expect(await guess(at % 2 ? '🪄' : '!?', `192.0.7.${at}`)).toMatchObject({ status: 422 })
    }
    expect(await guess('gilded harbour storm', '192.0.3.99')).toMatchObject({ status: 429 })
  })
})
