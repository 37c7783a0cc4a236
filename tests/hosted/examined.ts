import type { Finding } from '#app/models/doctor.ts'
import { runSetup, type SetupCommand } from '#app/services/store-setup/setup.server.ts'
import type { Shopify } from '../support/shopify.ts'
import type { Supabase } from './supabase-double.ts'

/** A complete configuration. Nothing answers at its addresses, whose port nobody gets by chance; no name server is asked. */
export const COMPLETE = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'silent',
  SESSION_SECRET: 'pX2s9QmLk4vTz7RbW1eYc8Nd',
  PUBLIC_ORIGIN: 'https://127.0.0.1:65535',
  TRUST_PROXY: '1',
  STOREFRONT_API_URL: 'http://127.0.0.1:65535/api/2025-07/graphql.json',
  STOREFRONT_API_TOKEN: 'storefront-token',
  ADMIN_API_URL: 'http://127.0.0.1:65535/admin/api/2025-07/graphql.json',
  ADMIN_API_TOKEN: 'admin-token',
  SUPABASE_URL: 'http://127.0.0.1:65535',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_a',
  SUPABASE_SECRET_KEY: 'sb_secret_a',
  SMTP_URL: 'smtp://owl:post@127.0.0.1:65535',
  MAIL_FROM: 'Wizard Box <hello@keyhole.house>',
  MAIL_TO: 'hello@keyhole.house',
  WEBHOOK_SECRET: 'webhook-secret-of-the-app',
} as const

/** The settings of a shop with these services. */
export function environmentOf(
  shopify: Shopify,
  { url, keys }: Pick<Supabase, 'url' | 'keys'>,
  mail: { readonly url: string },
  publicOrigin: string,
): Record<string, string> {
  return {
    ...COMPLETE,
    ...shopify.environment(),
    PUBLIC_ORIGIN: publicOrigin,
    STOREFRONT_API_TOKEN: '',
    ADMIN_API_TOKEN: '',
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SUPABASE_SECRET_KEY: keys.secret,
    SMTP_URL: mail.url,
  }
}

export type Environment = Readonly<Record<string, string>>

/** What is to be mended, as lines: `Shopify, Checkout: found → mend`. */
export function complaintsOf(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ service, what, found, mend }) =>
    found === null ? [] : [`${service}, ${what}: ${found} → ${mend}`],
  )
}

/** `npm run setup` in an environment. @returns its exit status and what it printed */
export async function runSetUp(
  args: readonly string[],
  environment: Record<string, string>,
  confirm: SetupCommand['confirm'] = null,
) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const status = await runSetup({ args, environment, print, confirm })
  return { status, printed: lines.join('\n') }
}
