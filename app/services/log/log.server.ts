import { AsyncLocalStorage } from 'node:async_hooks'
import pino, { type Logger as PinoLogger } from 'pino'
import { UpstreamError } from '../upstream/upstream-error.server.ts'

/** Structured log. Personal data, codes and credentials are redacted by key. */
export type Log = Pick<PinoLogger, 'info' | 'warn' | 'error' | 'debug'>

/** Keys of people, secrets and letters, at any of three depths. */
const PRIVATE_KEYS = [
  ...'email name fullName full_name firstName lastName address ip'.split(' '),
  ...'password token code giftCode discountCode words cookie authorization'.split(' '),
  ...'message subject body to from'.split(' '),
]

/** Properties of errors that are logged. The message and all others may contain user input. */
const LOGGED_PROPERTIES = 'code errno errstr syscall status statusCode responseCode operation command'.split(
  ' ',
)
const MAX_CAUSES = 3
const MAIL_ADDRESS = /[^\s@'"<>]+@[^\s@'"<>]+/g

/** Name, codes, stack and causes of an error. Its message is left out, as it may contain a name or typed text. */
function describeError(error: unknown, depth = 0): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { type: typeof error }
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const properties = LOGGED_PROPERTIES.flatMap((name) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'number' || (typeof value === 'string' && /^[\w .-]{1,60}$/.test(value))
      ? [[name === 'code' ? 'reason' : name, value]]
      : []
  })
  const cause = error.cause !== undefined && depth < MAX_CAUSES ? describeError(error.cause, depth + 1) : null
  const detail = error instanceof UpstreamError ? error.detail : null
  return {
    type: error.name,
    ...Object.fromEntries(properties),
    ...(detail && { detail: detail.replace(MAIL_ADDRESS, '[removed]') }),
    ...(stack.length > 0 && { stack: stack.join('\n') }),
    ...(cause && { cause }),
  }
}

/** Creates the shop's log, on standard output unless there is another `destination`. */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (error: unknown) => describeError(error),
      before: (earlier: readonly { said: string; err: unknown }[]) =>
        earlier.map(({ said, err }) => ({ said, ...describeError(err) })),
    },
    redact: { paths: PRIVATE_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[removed]' },
  }
  // Lines wait in memory while a disk is full. Without a listener, such an error ends the process.
  const output = () => pino.destination({ maxLength: 1_000_000 }).on('error', () => undefined)
  return pino(options, destination ?? output())
}

/** The path of a request for the log, without discount codes: whoever knows a code can use it. */
export function loggedPath(path: string): string {
  return path.replace(/(\/discount\/).+/i, '$1…').slice(0, 200)
}

/** Sends the console warnings of libraries to the log, without their text, which may repeat user input. */
export function sendConsoleTo(log: Log): void {
  console.error = console.warn = (...values: unknown[]) => {
    const error = values.find((value) => value instanceof Error)
    log.warn({ err: error ?? values[0] }, 'a library complains')
  }
}

const LEVELS = ['debug', 'info', 'warn', 'error'] as const
type Level = (typeof LEVELS)[number]
type Failure = {
  readonly level: Level
  readonly details: { readonly err: unknown }
  readonly message: string
}

/**
 * Wraps a log so that it adds the id of the current request. An outage is usually reported several times: by the
 * database, by the function that called it, by the form that called the function. Therefore all failures of a request
 * (lines with `err`) are combined into one line after the response: the last of the most severe, with the others as
 * `before`.
 * @returns the log, and `inRequest`, which runs the work of a request
 */
export function createRequestLog(log: Log) {
  /** `failures` is null after the response: work that continues logs its failures at once. */
  const requests = new AsyncLocalStorage<{ readonly id: string; failures: Failure[] | null }>()

  function add(level: Level, values: readonly unknown[]): void {
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
    const before = failures
      .filter((failure) => failure !== worst)
      .map(({ details, message }) => ({ said: message, err: details.err }))
    log[worst.level]({ ...worst.details, ...(before.length > 0 && { before }) }, worst.message)
  }

  const methods = LEVELS.map((level) => [level, (...values: unknown[]) => add(level, values)])
  return {
    log: Object.fromEntries(methods) as Log,
    async inRequest<T>(id: string, work: () => Promise<T>): Promise<T> {
      const failures: Failure[] = []
      const scope = { id, failures: failures as Failure[] | null }
      try {
        return await requests.run(scope, work)
      } finally {
        scope.failures = null
        writeCombined(failures)
      }
    },
  }
}
