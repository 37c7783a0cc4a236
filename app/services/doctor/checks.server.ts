import { broken, type Finding, right, type State } from '#app/models/doctor.ts'
import { ShopifyAdminError } from '#supabase/functions/_shared/shopify-admin.ts'
import { parseJson } from '#supabase/functions/_shared/text/text.ts'
import type { Config } from '../config/env.server.ts'
import { mendOf } from '../store-setup/setup.server.ts'
import { withDeadline } from '../upstream/upstream-error.server.ts'

export type CheckOptions = {
  readonly config: Config
  /** Follows no redirects. */
  readonly fetch: typeof fetch
  readonly now: () => number
}

/**
 * The checks of a service, one after the other: each gives what it looks at, in an owner's words, with what is said when all
 * is well, and then what is not. Without a sentence, another check tells it. An error ends them, and is told of the last one.
 */
export type Checks = AsyncGenerator<readonly [what: string, right?: string] | State, void>

/** What keeps the checks from asking a service further. */
export class Obstacle extends Error {
  readonly mend: string
  constructor(found: string, mend: string) {
    super(found)
    this.mend = mend
  }
}

/** The check of a service that is embedded. @param variables that name a real one */
export async function* embedded(variables: string): Checks {
  yield ['Address']
  yield broken(
    'It is embedded: good for trying the shop, not for selling',
    `Set ${variables} in .env, as docs/deploy.md tells`,
  )
}

/** Shopify makes who reads a whole store wait now and then. */
const CHECKS_MS = 60_000

/** Runs the checks of a service. What fails itself or takes too long is to be mended. Never throws. */
export async function runChecks(service: string, checks: Checks, limitMs = CHECKS_MS): Promise<Finding[]> {
  const findings: Finding[] = []
  let [what, fine]: readonly [what: string, right?: string] = ['Address']
  const tell = (state: State) => {
    findings.push({ service, what, ...state })
    fine = undefined
  }
  async function run() {
    for await (const step of checks) {
      if ('level' in step) tell(step)
      else {
        if (fine) tell(right(fine))
        ;[what, fine] = step
      }
    }
    if (fine) tell(right(fine))
  }
  try {
    const late = () => tell(broken('It does not answer in time', 'Run this again in a minute'))
    await withDeadline(run(), limitMs, late)
  } catch (error) {
    tell(stateOf(error))
  }
  return [...findings]
}

function stateOf(error: unknown): State {
  if (error instanceof Obstacle) return broken(error.message, error.mend)
  if (error instanceof ShopifyAdminError) return broken(error.message, mendOf(error))
  // Without its message, which may have what was sent.
  const name = error instanceof Error ? error.name : typeof error
  return broken(`The check itself ended with ${name}`, 'Report this: it is a mistake of the shop, not yours')
}

/** Asks a service once. @param mend what the owner does when nothing answers @throws Obstacle */
export async function ask(send: typeof fetch, url: string, mend: string, init: RequestInit = {}) {
  try {
    const signal = AbortSignal.timeout(8_000)
    const response = await send(url, { redirect: 'manual', signal, ...init })
    const { status, headers } = response
    return { status, headers, body: parseJson(await response.text()) }
  } catch (error) {
    throw new Obstacle(`${new URL(url).host} does not answer${reasonOf(error)}`, mend)
  }
}

/** The code of the error at the root, such as ` (ENOTFOUND)` or ` (CERT_HAS_EXPIRED)`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : reasonOf(error.cause)
}
