import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from './log.server.ts'

const LEVELS = ['debug', 'info', 'warn', 'error'] as const

type Failure = {
  readonly level: (typeof LEVELS)[number]
  readonly details: { readonly err: unknown }
  readonly message: string
}

/** `failures` is null after the response. */
type RequestScope = { readonly id: string; failures: Failure[] | null }

/**
 * Wraps a log so that it adds the id of the current request. An outage is usually reported several times: by the
 * database, by the function that called it, by the form that called the function. Therefore all failures of a request
 * (lines with `err`) are combined into one line after the response: the last of the most severe, with the others as
 * `before`.
 * @returns the log, and `inRequest`, which runs the work of a request
 */
export function createRequestLog(log: Log) {
  const requests = new AsyncLocalStorage<RequestScope>()

  function add(level: Failure['level'], values: readonly unknown[]): void {
    const scope = requests.getStore()
    const [fields, message] =
      typeof values[0] === 'string' ? [{}, values[0]] : [Object(values[0]), String(values[1])]
    const details = scope ? { requestId: scope.id, ...fields } : fields
    if (scope?.failures && 'err' in details) scope.failures.push({ level, details, message })
    else log[level](details, message)
  }

  function writeCombined(failures: readonly Failure[]): void {
    const worst = failures.findLast(({ level }) => level === 'error') ?? failures.at(-1)
    if (worst === undefined) return
    const others = failures.filter((failure) => failure !== worst)
    const before = others.map(({ details, message }) => ({ said: message, err: details.err }))
    log[worst.level](before.length > 0 ? { ...worst.details, before } : worst.details, worst.message)
  }

  const methods = LEVELS.map((level) => [level, (...values: unknown[]) => add(level, values)])
  return {
    log: Object.fromEntries(methods) as Log,
    async inRequest<T>(id: string, work: () => Promise<T>): Promise<T> {
      const failures: Failure[] = []
      const scope: RequestScope = { id, failures }
      try {
        return await requests.run(scope, work)
      } finally {
        // Work that continues after the response logs its failures at once.
        scope.failures = null
        writeCombined(failures)
      }
    },
  }
}
