import { createAdminTokens } from './admin-token.ts'
import type { AdminApi, FunctionEnvironment, FunctionHandler } from './environment.ts'
import { companiesOf } from './mail/company.ts'
import { bareAddress } from './mail/message.ts'
import { smtpSender } from './mail/smtp.ts'

type EdgeGlobals = {
  readonly Deno?: {
    readonly env: { get(name: string): string | undefined }
    serve(handler: (request: Request) => Promise<Response>): unknown
  }
  readonly EdgeRuntime?: { waitUntil(work: Promise<unknown>): void }
}

/** Starts the server on the hosted edge runtime; does nothing anywhere else. */
export function serveOnEdge(handler: FunctionHandler): void {
  const { Deno, EdgeRuntime } = globalThis as EdgeGlobals
  if (Deno === undefined) return
  const environment = edgeEnvironment(
    (name) => Deno.env.get(name),
    (work) => {
      EdgeRuntime?.waitUntil(work)
    },
  )
  Deno.serve((request) => handler(request, environment))
}

/** Follows no redirects: one would carry our keys to another server. */
const directFetch: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })

function edgeEnvironment(
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
    console.log(JSON.stringify({ level, message, ...toLoggable(details) }))
  }
  return {
    supabaseUrl: required('SUPABASE_URL'),
    serviceRoleKey: required('SUPABASE_SERVICE_ROLE_KEY'),
    fetch: directFetch,
    origin: () => required('PUBLIC_ORIGIN'),
    mailTo: bareAddress(read('MAIL_TO') ?? 'hello@wizardbox.example'),
    companies: companiesOf(read),
    sendMail: smtpUrl
      ? smtpSender(smtpUrl, read('MAIL_FROM') ?? 'Wizard Box <hello@wizardbox.example>')
      : null,
    admin: adminOf(read),
    now: Date.now,
    log: { info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
    waitUntil,
  }
}

/** The Admin API with a lasting token, or with tokens that the client's id and secret give. */
function adminOf(read: (name: string) => string | undefined): AdminApi | null {
  const url = read('ADMIN_API_URL')
  const [lasting, id, secret] = ['ADMIN_API_TOKEN', 'ADMIN_API_CLIENT_ID', 'ADMIN_API_CLIENT_SECRET'].map(
    read,
  )
  if (!url) return null
  if (lasting) return { url, token: lasting, fetch: directFetch }
  if (!id || !secret) return null
  return { url, token: createAdminTokens(url, { id, secret }, directFetch, Date.now), fetch: directFetch }
}

/** Errors have no enumerable properties, so `JSON.stringify` would write `{}`. */
function toLoggable(details: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => [
      key,
      value instanceof Error ? `${value.name}: ${value.message}` : value,
    ]),
  )
}
