import type { Finding } from '#app/models/doctor.ts'
import { runSetup, type SetupCommand } from '#app/services/store-setup/setup.server.ts'
import type { Shopify } from '../support/shopify.ts'
import type { Supabase } from './supabase-double.ts'

/** The settings of a shop with these services. */
export function environmentOf(
  shopify: Shopify,
  { url, keys }: Pick<Supabase, 'url' | 'keys'>,
  mail: { readonly url: string },
  publicOrigin: string,
): Record<string, string> {
  return {
    NODE_ENV: 'production',
    LOG_LEVEL: 'silent',
    SESSION_SECRET: 'pX2s9QmLk4vTz7RbW1eYc8Nd',
    TRUST_PROXY: '1',
    MAIL_FROM: 'Wizard Box <hello@keyhole.house>',
    MAIL_TO: 'hello@keyhole.house',
    ...shopify.environment(),
    PUBLIC_ORIGIN: publicOrigin,
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
