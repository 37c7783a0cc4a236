import { type Finding, failure, fine, warning } from '#app/models/doctor.ts'

/** Codes of the owner's authenticator app are valid for half a minute; a header tells whole seconds. */
const TOLERANCE_S = 30

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
      if (offsets.size === 0) return [warning('No service told the time', 'Mend the other lines first')]
      const wrong = [...offsets].flatMap(([service, offset]) => describeOffset(service, offset))
      return wrong.length > 0
        ? wrong.slice(0, 1)
        : [fine('The clocks of this machine and of the services agree')]
    },
  }
}

/** @param offset by which this machine's clock is ahead, ms */
function describeOffset(service: string, offset: number): Finding[] {
  const seconds = Math.round(Math.abs(offset) / 1000)
  if (seconds <= TOLERANCE_S) return []
  const found = `This machine’s clock is ${seconds} seconds ${offset > 0 ? 'ahead of' : 'behind'} ${service}’s`
  const mend = 'Let the machine set its clock by itself: timedatectl set-ntp true'
  return [seconds >= 120 ? failure(found, mend) : warning(found, mend)]
}
