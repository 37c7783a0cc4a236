import { z } from 'zod'
import { isHost } from '#app/models/http.ts'
import { apiPath, type ShopifyApi, versionOfAddress } from '#app/models/store-requirements.ts'
import { EMAIL_ADDRESS } from '#supabase/functions/_shared/forms/fields.ts'
import { bareAddress, isSingleAddress } from '#supabase/functions/_shared/mail/message.ts'

/** What is not set is null. */
const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null)

/** A text for which `isRight` is true. @param error what it must be */
function textThat(isRight: (value: string) => boolean, error: string) {
  return orNull(z.string().refine(isRight, { error }))
}

/** The items of a list with commas; null without any. */
function itemsOf(text: string | null): string[] | null {
  const items = listOf(text)
  return items.length > 0 ? items : null
}

/** Whether a value is a URL with the scheme and a host: the client libraries throw on others. */
function isAddress(value: string, scheme: RegExp): boolean {
  const url = /\s/.test(value) ? null : URL.parse(value)
  return url !== null && scheme.test(url.protocol) && url.hostname !== ''
}

const isHttp = (value: string) => isAddress(value, /^https?:/)

function isOrigin(value: string): boolean {
  return isHttp(value) && URL.parse(value)?.href === `${URL.parse(value)?.origin}/`
}

/** The address of an API, which says which API and which version. */
function apiAddress(api: ShopifyApi) {
  return textThat(
    (value) => isHttp(value) && versionOfAddress(api, value) !== null,
    `must be an address with path and version: https://your-store.myshopify.com${apiPath(api)}`,
  )
}

/** What a service gave to the owner. With any other character no header could carry it, and no signature would fit. */
const copied = textThat(
  (value) => /^[!-~]*$/.test(value),
  'must be copied anew: it has a space, a curly quote or an invisible character',
)

const mailbox = z
  .string()
  .refine(
    (value) => isSingleAddress(bareAddress(value)),
    'must be one address: hello@shop.example, or Name <hello@shop.example>',
  )

/** A whole number in decimal digits, so that `0x50` or `1e3` is an error. */
const wholeNumber = (max: number, error: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .pipe(z.number().max(max, { error }))
const port = wholeNumber(65_535, 'must be a port number')

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `must be ${words.join(' or ')}` })

export const variables = z.object({
  NODE_ENV: oneOf(['production', 'development', 'test']).default('production'),
  PORT: port.default(3000),
  /** An address or a name of an interface: listening tells whether it is one. */
  HOST: orNull(z.string()),
  /** Newest first. */
  SESSION_SECRET: orNull(z.string()).transform(itemsOf),
  DATA_DIR: z.string().default('.data'),
  STOREFRONT_API_URL: apiAddress('storefront'),
  STOREFRONT_API_TOKEN: copied,
  STOREFRONT_API_PRIVATE_TOKEN: copied,
  ADMIN_API_URL: apiAddress('admin'),
  ADMIN_API_TOKEN: copied,
  ADMIN_API_CLIENT_ID: copied,
  ADMIN_API_CLIENT_SECRET: copied,
  // Supabase shows the address of its REST API too, at which every key would seem to be wrong.
  SUPABASE_URL: textThat(
    isOrigin,
    'must be the project’s address alone: https://your-project.supabase.co, without path',
  ),
  SUPABASE_ANON_KEY: copied,
  SUPABASE_SERVICE_ROLE_KEY: copied,
  GEO_API_URL: textThat(
    (value) => isHttp(value.replace('{ip}', '192.0.2.1')),
    'must be an http(s) address; {ip} in it is replaced by the visitor’s address',
  ),
  MAIN_HOST: textThat(isHost, 'must be a host such as shop.example, without https:// and path'),
  PUBLIC_ORIGIN: textThat(isOrigin, 'must be scheme and host such as https://shop.example, without path'),
  // With an empty list the shop would refuse every request.
  ALLOWED_HOSTS: textThat(
    (value) => listOf(value).length > 0 && listOf(value).every(isHost),
    'must be hosts such as shop.example, without https:// and path',
  ),
  SMTP_URL: textThat(
    // `/` and `#` that are not written as such end the host. Options may follow a path of `/` alone.
    (value) => isAddress(value, /^smtps?:/) && !/\/[^?]|#./.test(value.replace(/^\w+:\/\//, '')),
    'must be an address such as smtp://user:password@mail.example:587, with %2F for / and %23 for # in the password',
  ),
  MAIL_FROM: mailbox.default('Wizard Box <hello@wizardbox.example>'),
  MAIL_TO: mailbox.default('hello@wizardbox.example'),
  WEBHOOK_SECRET: copied.transform(itemsOf),
  OWNER_EMAIL: z
    .email({ pattern: EMAIL_ADDRESS, error: 'must be an email address' })
    .default('owner@wizardbox.example'),
  OWNER_PASSWORD: orNull(z.string().min(8, { error: 'must have at least 8 characters' })),
  TRUST_PROXY: wholeNumber(10, 'must be the number of proxies, 10 at most').default(0),
  REDIS_URL: textThat(
    (value) => isAddress(value, /^rediss?:/),
    'must be an address such as redis://localhost:6379',
  ),
  ALLOW_EMBEDDED: oneOf(['0', '1']).default('0'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

/** The variables that are set and not blank. */
export type Given = { readonly [name in keyof z.input<typeof variables>]?: string }

export type Values = z.output<typeof variables>

export function listOf(value: string | null | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

/** The variables without blank ones, which count as absent. */
export function givenOf(environment: Record<string, string | undefined>): Given {
  const entries = Object.entries(environment).map(([name, value]) => [name, value?.trim()] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''))
}
