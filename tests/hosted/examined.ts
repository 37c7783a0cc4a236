import type { CheckedFinding, Service } from '#app/models/doctor.ts'
import { type DoctorOptions, examineEnvironment } from '#app/services/doctor/doctor.server.ts'

/** A complete configuration. Nothing answers at its addresses, whose port nobody gets by chance; none of which is asked of a name server. */
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

export type Environment = Readonly<Record<string, string>>

/** What the doctor finds with a complete configuration and these changes. Mail reaches every domain. */
export function examined(
  environment: Environment,
  options: Partial<DoctorOptions> = {},
): Promise<readonly CheckedFinding[]> {
  return examineEnvironment(
    { ...COMPLETE, ...environment },
    { takesMail: async () => true, missingFacts: async () => [], ...options },
  )
}

/** The findings of a service as lines: `ok Address: found → mend`. */
export function linesOf(findings: readonly CheckedFinding[], service: Service): string[] {
  return findings
    .filter((finding) => finding.service === service)
    .map(({ level, what, found, mend }) => `${level} ${what}: ${found}${mend === null ? '' : ` → ${mend}`}`)
}

/** Only what is to be mended or looked at. */
export function complaintsOf(findings: readonly CheckedFinding[], service: Service): string[] {
  return linesOf(findings, service).filter((line) => !line.startsWith('ok '))
}
