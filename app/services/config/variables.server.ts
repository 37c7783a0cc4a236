import { z } from 'zod'
import { EMAIL_ADDRESS } from '../../models/email-address.ts'

const optionalText = z.string().optional()
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional()

/** A whole number in decimal digits, so that `0x50` or `1e3` is an error. */
const wholeNumber = (max: number, error: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .pipe(z.number().max(max, { error }))
const port = wholeNumber(65_535, 'must be a port number')

export const variables = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: port.default(3000),
  HOST: optionalText,
  SESSION_SECRET: optionalText,
  DATA_DIR: optionalText,
  STOREFRONT_API_URL: httpUrl,
  STOREFRONT_API_TOKEN: optionalText,
  STOREFRONT_API_PRIVATE_TOKEN: optionalText,
  ADMIN_API_URL: httpUrl,
  ADMIN_API_TOKEN: optionalText,
  ADMIN_API_CLIENT_ID: optionalText,
  ADMIN_API_CLIENT_SECRET: optionalText,
  SUPABASE_URL: httpUrl,
  SUPABASE_PUBLISHABLE_KEY: optionalText,
  SUPABASE_SECRET_KEY: optionalText,
  GEO_API_URL: optionalText,
  MAIN_HOST: optionalText,
  PUBLIC_ORIGIN: optionalText,
  ALLOWED_HOSTS: optionalText,
  SMTP_URL: optionalText,
  MAIL_FROM: optionalText,
  MAIL_TO: optionalText,
  WEBHOOK_SECRET: optionalText,
  OWNER_EMAIL: z.email({ pattern: EMAIL_ADDRESS, error: 'must be an email address' }).optional(),
  OWNER_PASSWORD: z.string().min(8, { error: 'must have at least 8 characters' }).optional(),
  TRUST_PROXY: wholeNumber(10, 'must be the number of proxies, 10 at most').default(0),
  REDIS_URL: optionalText,
  ALLOW_EMBEDDED: z.enum(['0', '1'], { error: 'must be 1 or 0' }).default('0'),
  METRICS_PORT: port.optional(),
  SHUTDOWN_DELAY_MS: wholeNumber(60_000, 'must be milliseconds, 60000 at most').default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

/** The variables that are set and not blank. */
export type Given = { readonly [name in keyof z.input<typeof variables>]?: string }

/** The variables, parsed. */
export type Values = z.output<typeof variables>

/** The items of a list with commas. */
export function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

/** Supabase's names for keys until 2025, and what they are called today. Either may be set. */
export const FORMER_NAMES = {
  SUPABASE_ANON_KEY: 'SUPABASE_PUBLISHABLE_KEY',
  SUPABASE_SERVICE_ROLE_KEY: 'SUPABASE_SECRET_KEY',
} as const

/** The variables by their present names, without blank ones, which count as absent. */
export function givenOf(environment: Record<string, string | undefined>): Given {
  const entries = Object.entries(environment).map(([name, value]) => [name, value?.trim()] as const)
  const given = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''))
  for (const [former, name] of Object.entries(FORMER_NAMES)) given[name] ??= given[former]
  return given
}
