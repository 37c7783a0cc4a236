import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from './log.server.ts'

const LEVELS = ['debug', 'info', 'warn', 'error'] as const

type Failure = {
  readonly level: (typeof LEVELS)[number]
  readonly details: { readonly err: unknown }
  readonly message: string
}

/** `failures` is null once the request is answered. */
type Asked = { readonly id: string; failures: Failure[] | null }

/**
 * Makes of a log one that knows which request it is told something of. One outage shows in many places: the database says
 * so, a function that asked it, the form that called the function. All failures of a request (`err`) are one line, written
 * when it is answered: the last of the gravest, and under `before` what the others were caused by.
 * @returns the log, and what does the work of a request
 */
export function createRequestLog(log: Log) {
  const requests = new AsyncLocalStorage<Asked>()

  function say(level: Failure['level'], said: readonly unknown[]): void {
    const asked = requests.getStore()
    const [first, message] = typeof said[0] === 'string' ? [{}, said[0]] : [Object(said[0]), String(said[1])]
    const details = asked ? { requestId: asked.id, ...first } : first
    if (asked?.failures && 'err' in details) asked.failures.push({ level, details, message })
    else log[level](details, message)
  }

  function write(failures: readonly Failure[]): void {
    const told = failures.findLast(({ level }) => level === 'error') ?? failures.at(-1)
    if (told === undefined) return
    const others = failures.filter((failure) => failure !== told)
    const before = others.map(({ details, message }) => ({ said: message, err: details.err }))
    log[told.level](before.length > 0 ? { ...told.details, before } : told.details, told.message)
  }

  const tellers = LEVELS.map((level) => [level, (...said: unknown[]) => say(level, said)])
  return {
    log: Object.fromEntries(tellers) as Log,
    async inRequest<T>(id: string, work: () => Promise<T>): Promise<T> {
      const failures: Failure[] = []
      const asked: Asked = { id, failures }
      try {
        return await requests.run(asked, work)
      } finally {
        // What goes on after the answer waits for nobody.
        asked.failures = null
        write(failures)
      }
    },
  }
}
