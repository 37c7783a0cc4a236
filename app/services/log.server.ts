import pino, { type Logger as PinoLogger } from 'pino'
import { createLogOutput } from './log-output.server.ts'
import { UpstreamError } from './upstream-error.server.ts'

/** Structured log. Personal data, codes and credentials are removed by key wherever they stand (product 9, Operations). */
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

/** What an error may say of itself in the log. Messages and other properties can hold anything that was sent to us. */
const TOLD = [
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
const DEEPEST_CAUSE = 3
const MAIL_ADDRESS = /[^\s@'"<>]+@[^\s@'"<>]+/g

/** What went wrong on the same request before (`createRequestLog`). */
type Before = { readonly said: string; readonly err: unknown }

type ToldError = { readonly type: string; readonly [name: string]: unknown }

/**
 * An error as its kind, its numbers and the places it came by, without its message: a mail server's names the recipient,
 * a parser's repeats what it was given.
 */
function describeError(error: unknown, depth = 0): ToldError {
  if (!(error instanceof Error)) return { type: typeof error }
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const told = TOLD.flatMap((name) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'number' || (typeof value === 'string' && /^[\w .-]{1,60}$/.test(value))
      ? [[name === 'code' ? 'reason' : name, value]]
      : []
  })
  const cause =
    error.cause !== undefined && depth < DEEPEST_CAUSE ? describeError(error.cause, depth + 1) : null
  const detail = error instanceof UpstreamError ? error.detail : null
  return {
    type: error.name,
    ...Object.fromEntries(told),
    ...(detail && { detail: detail.replace(MAIL_ADDRESS, '[removed]') }),
    ...(stack.length > 0 && { stack: stack.join('\n') }),
    ...(cause && { cause }),
  }
}

/**
 * Makes the shop's log.
 * @param destination defaults to standard output; tests pass their own
 */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (error: unknown) => describeError(error),
      before: (failures: readonly Before[]) =>
        failures.map(({ said, err }) => ({ said, ...describeError(err) })),
    },
    redact: { paths: PRIVATE_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[removed]' },
  }
  return pino(options, destination ?? createLogOutput())
}
