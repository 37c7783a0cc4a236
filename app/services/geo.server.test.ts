import { afterEach, describe, expect, test, vi } from 'vitest'
import { lookup } from '../embedded/geo/ip-country.server.ts'
import { createGeo, createHostedLookup } from './geo.server.ts'

const quiet = { info() {}, warn() {}, error() {}, debug() {} }
const fromFrance = new Headers({ 'CF-IPCountry': 'FR' })

afterEach(() => vi.unstubAllGlobals())

describe('the country of a visitor', () => {
  test('comes from the CDN’s header, otherwise from a configured service', async () => {
    const requested: string[] = []
    vi.stubGlobal('fetch', async (address: string) => {
      requested.push(address)
      return Response.json({ country_code: 'US' })
    })
    const geo = createGeo({ lookup: createHostedLookup('https://geo.example/{ip}/json/'), log: quiet })
    expect(await geo.country(fromFrance, '192.0.2.7')).toBe('FR')
    expect(requested).toEqual([])
    expect(await geo.country(new Headers(), '192.0.2.7')).toBe('US')
    expect(requested).toEqual(['https://geo.example/192.0.2.7/json/'])
  })

  test('is requested from a service once for each visitor, and again after a failure', async () => {
    const requested: string[] = []
    vi.stubGlobal('fetch', async (address: string) => {
      requested.push(address)
      return requested.length === 1
        ? new Response('', { status: 503 })
        : Response.json({ country_code: 'US' })
    })
    const geo = createGeo({ lookup: createHostedLookup('https://geo.example/{ip}'), log: quiet })
    const countries = []
    for (const ip of ['192.0.2.7', '192.0.2.7', '192.0.2.7', '2001:db8::1', '2001:db8::2'])
      countries.push(await geo.country(new Headers(), ip))
    expect(countries).toEqual([null, 'US', 'US', 'US', 'US'])
    expect(requested).toHaveLength(3)
  })

  test('comes from the CDN’s header, otherwise from the embedded database', async () => {
    const geo = createGeo({ lookup: async (ip) => lookup(ip), log: quiet })
    expect(await geo.country(fromFrance, '8.8.8.8')).toBe('FR')
    expect(await geo.country(new Headers({ 'CF-IPCountry': 'XX' }), '8.8.8.8')).toBe('US')
    expect(await geo.country(new Headers(), '192.0.2.7')).toBeNull()
  })

  test('is unknown, and the failure is logged, when the service fails', async () => {
    const warn = vi.fn()
    vi.stubGlobal('fetch', async () => new Response('no', { status: 503 }))
    const geo = createGeo({
      lookup: createHostedLookup('https://geo.example/{ip}'),
      log: { ...quiet, warn },
    })
    expect(await geo.country(new Headers(), '192.0.2.7')).toBeNull()
    expect(warn.mock.lastCall).toEqual([{ reason: 'Error' }, 'Country detection failed, defaulting to UK'])
  })
})
