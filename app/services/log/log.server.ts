import pino, { type Logger as PinoLogger } from 'pino'
import { UpstreamError } from '../upstream/upstream-error.server.ts'

/** Structured log. Personal data, codes and credentials are redacted by key. */
export type Log = Pick<PinoLogger, 'info' | 'warn' | 'error' | 'debug'>

const PRIVATE_KEYS = [
  'email',
  'name',
  'fullName',
  'full_name',
  'firstName',
  'lastName',
  'message',
  'password',
  'token',
  'code',
  'giftCode',
  'discountCode',
  'cookie',
  'authorization',
  'ip',
  'address',
  'words',
  'body',
  'subject',
  'to',
  'from',
]

/** Properties of errors that are logged. The message and all others may contain user input. */
const LOGGED_PROPERTIES = [
  'code',
  'errno',
  'errstr',
  'syscall',
  'status',
  'statusCode',
  'responseCode',
  'operation',
  'command',
] as const
const MAX_CAUSES = 3
const MAIL_ADDRESS = /[^\s@'"<>]+@[^\s@'"<>]+/g

/** An earlier failure of the same request (`createRequestLog`). */
type EarlierFailure = { readonly said: string; readonly err: unknown }

type LoggedError = { readonly type: string; readonly [name: string]: unknown }

/**
 * Describes an error by its name, codes, stack and causes. Without its message, which may contain personal data: that
 * of a mail server names the recipient, that of a parser repeats its input.
 */
function describeError(error: unknown, depth = 0): LoggedError {
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
 * Standard output. Writing never blocks nor ends the process, whether a pipe is not read, the disk is full or the reader
 * is gone: lines wait, up to a limit, and are tried again each second.
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

/**
 * Creates the shop's log.
 * @param destination defaults to standard output
 */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (error: unknown) => describeError(error),
      before: (failures: readonly EarlierFailure[]) =>
        failures.map(({ said, err }) => ({ said, ...describeError(err) })),
    },
    redact: { paths: PRIVATE_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[removed]' },
  }
  return pino(options, destination ?? standardOutput())
}

/** The path of a request as the log has it: whoever knows a discount code has its discount, wherever a link to it leads. */
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
