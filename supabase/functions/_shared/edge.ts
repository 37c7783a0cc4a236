import { z } from 'zod'
import { openDatabase } from './database.ts'
import { adminAccess, adminApi, type FunctionEnvironment } from './environment.ts'
import { bareAddress, smtpSender } from './mail/message.ts'
import { parseJson } from './text/text.ts'

/** Follows no redirects: one would carry our keys to another server. */
const directFetch: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })

/** Errors have no enumerable properties, so `JSON.stringify` would write `{}`. */
const toLoggable = (_: string, value: unknown) =>
  value instanceof Error ? `${value.name}: ${value.message}` : value

export function edgeEnvironment(
  read: (name: string) => string | undefined,
  waitUntil: (work: Promise<unknown>) => void,
): FunctionEnvironment {
  const required = (name: string) => {
    const value = read(name)
    if (!value) throw new Error(`The function's secret ${name} is missing`)
    return value
  }
  const smtpUrl = read('SMTP_URL')
  const logAt = (level: string) => (details: object, message: string) => {
    // biome-ignore lint/suspicious/noConsole: the edge runtime's log is its console
    console.log(JSON.stringify({ level, message, ...details }, toLoggable))
  }
  const keys = projectKeys(read)
  const admin = adminAccess(read)
  return {
    database: openDatabase(required('SUPABASE_URL'), keys[0], directFetch),
    keys,
    missingSecrets: () => missingSecrets(read),
    origin: () => required('PUBLIC_ORIGIN'),
    mailTo: bareAddress(read('MAIL_TO') ?? 'hello@wizardbox.example'),
    sendMail: smtpUrl
      ? smtpSender(smtpUrl, read('MAIL_FROM') ?? 'Wizard Box <hello@wizardbox.example>')
      : null,
    admin: admin && adminApi(admin, directFetch),
    now: Date.now,
    log: { info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
    waitUntil,
  }
}

/**
 * The project's secret keys, as the platform presets them: today's in `SUPABASE_SECRET_KEYS`, a JSON object of key by name,
 * and the legacy one in `SUPABASE_SERVICE_ROLE_KEY`. A function uses one of today's where there is any, as the owner may
 * have switched the legacy ones off.
 * @throws Error when there is neither
 */
function projectKeys(read: (name: string) => string | undefined): FunctionEnvironment['keys'] {
  const named = secretKeys.safeParse(parseJson(read('SUPABASE_SECRET_KEYS') ?? '{}'))
  if (!named.success) throw new Error('The function’s secret SUPABASE_SECRET_KEYS is no JSON object of keys')
  const all = [named.data.default, ...Object.values(named.data), read('SUPABASE_SERVICE_ROLE_KEY')]
  const [first, ...others] = all.flatMap((key) => key || [])
  if (first === undefined) throw new Error('The function has no secret key of its project')
  return [first, ...others]
}

const secretKeys = z.record(z.string(), z.string())

/** Secrets that the owner sets with `supabase secrets set`. */
const OWN_SECRETS = ['PUBLIC_ORIGIN', 'MAIL_TO', 'ADMIN_API_URL']
const CLIENT_SECRETS = ['ADMIN_API_CLIENT_ID', 'ADMIN_API_CLIENT_SECRET']

/** The names of the secrets that are not set. Without `SMTP_URL` the shop sends the mails, so it may be missing. */
function missingSecrets(read: (name: string) => string | undefined): string[] {
  const isSet = (name: string) => (read(name) ?? '').trim() !== ''
  const ofAdmin = CLIENT_SECRETS.some(isSet) ? CLIENT_SECRETS : ['ADMIN_API_TOKEN']
  const ofMail = isSet('SMTP_URL') ? ['MAIL_FROM'] : []
  const needed = [...OWN_SECRETS, ...(isSet('ADMIN_API_TOKEN') ? [] : ofAdmin), ...ofMail]
  return needed.filter((name) => !isSet(name))
}
