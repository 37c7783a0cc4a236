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

/**
 * Standard output. Writing never blocks or ends the process, even if nobody reads the pipe, the disk is full or the
 * reader is gone. Lines wait in memory, up to a limit, and are tried again each second.
 */
function standardOutput() {
  const destination = pino.destination({
    // At exit, sonic-boom would try for ever to write what is left.
    sync: true,
    // Else a pipe that is not read blocks the process.
    retryEAGAIN: () => false,
    maxLength: 1_000_000,
    // Without a minimum it flushes nothing.
    minLength: 1,
    periodicFlush: 1_000,
  })
  // Without a listener, errors end the process.
  return destination.on('error', () => undefined)
}

/** Creates the shop's log, on standard output unless there is another `destination`. */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
    redact: { paths: PRIVATE_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[removed]' },
  }
  return pino(options, destination ?? standardOutput())
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

/** Adds the id of the current request to a log. `inRequest` runs the work of a request. */
export function createRequestLog(log: Log) {
  const requests = new AsyncLocalStorage<string>()
  const methods = LEVELS.map((level) => [
    level,
    (...values: readonly unknown[]) => {
      const [message, fields] = values.toReversed()
      const requestId = requests.getStore()
      log[level]({ ...(requestId && { requestId }), ...Object(fields) }, String(message))
    },
  ])
  return {
    log: Object.fromEntries(methods) as Log,
    inRequest: <T>(id: string, work: () => Promise<T>): Promise<T> => requests.run(id, work),
  }
}
