import { afterEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '#tests/support/silent-log.ts'
import { createGeo } from './geo.server.ts'

const fromFrance = new Headers({ 'CF-IPCountry': 'FR' })

/** A geolocation service that answers in turn; the last answer is repeated. */
function stubService(...answers: (() => Response)[]) {
  const requested: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address)
    return answers[Math.min(requested.length, answers.length) - 1]?.()
  })
  return requested
}

const API_URL = 'https://geo.example/{ip}/json/'
const inUs = () => Response.json({ country_code: 'US' })
const failing = () => new Response('no', { status: 503 })

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the country of a visitor', () => {
  test('is asked of a configured service, once an hour for each visitor, and again after a failure, which is logged', async () => {
    const requested = stubService(failing, inUs)
    const warn = vi.fn()
    const geo = createGeo(API_URL, { ...silentLog, warn })
    const countries = []
    for (const ip of ['2001:db8::1', '2001:db8::2', '2001:db8::1'])
      countries.push(await geo.country(fromFrance, ip))
    expect(countries).toEqual([null, 'US', 'US'])
    expect(requested).toHaveLength(2)
    expect(warn.mock.calls).toEqual([[{ reason: 'Error' }, 'Country detection failed, defaulting to UK']])
    await geo.country(new Headers(), '192.0.2.7')
    expect(requested.at(-1)).toBe('https://geo.example/192.0.2.7/json/')
    stubService(failing)
    expect(await geo.country(new Headers(), '8.8.8.8', 'us')).toBeNull()
    const kept = 'Country detection failed, keeping the United States store of the page'
    expect(warn.mock.lastCall?.[1]).toBe(kept)
  })

  test('comes from the CDN’s header, otherwise from the embedded database without a service', async () => {
    const geo = createGeo(null, silentLog)
    expect(await geo.country(fromFrance, '8.8.8.8')).toBe('FR')
    for (const unknown of ['XX', 'T1'])
      expect(await geo.country(new Headers({ 'CF-IPCountry': unknown }), '8.8.8.8')).toBe('US')
    expect(await geo.country(new Headers(), '192.0.2.7')).toBeNull()
  })
})
