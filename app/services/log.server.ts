import pino, { type Logger as PinoLogger } from 'pino'

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

/**
 * Makes the shop's log.
 * @param destination defaults to standard output; tests pass their own
 */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: PRIVATE_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[removed]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
