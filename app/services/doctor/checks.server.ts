import type { Finding } from '#app/models/doctor.ts'
import { ShopifyAdminError } from '#supabase/functions/_shared/shopify-admin.ts'
import { parseJson } from '#supabase/functions/_shared/text/text.ts'
import type { Config } from '../config/env.server.ts'
import { withDeadline } from '../upstream/upstream-error.server.ts'

export type CheckOptions = {
  readonly config: Config
  /** Follows no redirects. */
  readonly fetch: typeof fetch
  readonly now: () => number
}

/**
 * One thing that is looked at in a service: its name, what the owner does when it is wrong, and the look, which resolves to
 * what is wrong, or nothing. It throws an obstacle where the checks after it could tell nothing more.
 */
export type Check = readonly [what: string, mend: string, look: () => Promise<string | null | undefined>]

class Obstacle extends Error {}

/** Keeps the checks from asking a service further, when something is wrong. */
export function obstacle(isWrong: boolean, found: string): undefined {
  if (isWrong) throw new Obstacle(found)
}

/** The check of a service that is embedded. @param variables that name a real one */
export function embedded(variables: string): Check {
  const mend = `Set ${variables} in .env, as docs/deploy.md tells`
  return ['Address', mend, async () => 'It is embedded: good for trying the shop, not for selling']
}

/** Shopify makes who reads a whole store wait now and then. */
const CHECK_MS = 60_000

/** Runs the checks of a service, one after the other. What fails itself or takes too long is to be mended. Never throws. */
export async function runChecks(
  service: string,
  checks: readonly Check[],
  limitMs = CHECK_MS,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [what, mend, look] of checks)
    try {
      const found = await withDeadline(look(), limitMs, () => obstacle(true, 'It does not answer in time'))
      findings.push({ service, what, mend, found: found || null })
    } catch (error) {
      const isTold = error instanceof Obstacle || error instanceof ShopifyAdminError
      // Of any other error without its message, which may have what was sent.
      const name = error instanceof Error ? error.name : typeof error
      findings.push({
        service,
        what,
        mend,
        found: isTold ? error.message : `The check itself ended with ${name}`,
      })
      break
    }
  return findings
}

/** Asks a service once. @throws Obstacle when nothing answers */
export async function ask(send: typeof fetch, url: string, init: RequestInit = {}) {
  try {
    const signal = AbortSignal.timeout(8_000)
    const response = await send(url, { redirect: 'manual', signal, ...init })
    const { status, headers } = response
    return { status, headers, body: parseJson(await response.text()) }
  } catch (error) {
    throw new Obstacle(`${new URL(url).host} does not answer${reasonOf(error)}`)
  }
}

/** The code of the error at the root, such as ` (ENOTFOUND)` or ` (CERT_HAS_EXPIRED)`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : reasonOf(error.cause)
}
