import type { Finding } from '../../models/doctor.ts'
import type { Check } from './checks.server.ts'
import { CLOCK_SAYS } from './words.server.ts'

/** Codes of the owner's authenticator app are valid for half a minute; a header tells whole seconds. */
const TOLERANCE_S = 30

/** The times that services told while they were checked. */
export type ServiceClocks = ReturnType<typeof createServiceClocks>

/** Reads the `Date` of the answers of services, by the name of the service. */
export function createServiceClocks(now: () => number) {
  const offsets = new Map<string, number>()
  return {
    /** `fetch` that compares the time in each answer with the middle of the time that it took. */
    listening(service: string, fetchService: typeof fetch): typeof fetch {
      return async (input, init) => {
        const askedAt = now()
        const response = await fetchService(input, init)
        const told = Date.parse(response.headers.get('Date') ?? '')
        if (!Number.isNaN(told)) offsets.set(service, (askedAt + now()) / 2 - told)
        return response
      }
    },
    /** What the clocks say, once the services have been asked. */
    examine(): Finding[] {
      if (offsets.size === 0) return [CLOCK_SAYS.unknown]
      const wrong = [...offsets].flatMap(([service, offset]) => {
        const seconds = Math.round(Math.abs(offset) / 1000)
        return seconds > TOLERANCE_S ? [CLOCK_SAYS.off(service, seconds, offset > 0)] : []
      })
      return wrong.length > 0 ? wrong.slice(0, 1) : [CLOCK_SAYS.right]
    },
  }
}

/** The check of the clock. @param asked resolves when all services have been asked */
export function clockCheck(clocks: ServiceClocks, asked: () => Promise<unknown>): Check {
  return {
    service: 'Clock',
    what: 'Time',
    run: async () => {
      await asked()
      return clocks.examine()
    },
  }
}
