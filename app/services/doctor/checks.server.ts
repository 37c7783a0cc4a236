import { broken, type Finding, type State } from '#app/models/doctor.ts'
import { ShopifyAdminError } from '#supabase/functions/_shared/shopify-admin.ts'
import { parseJson } from '#supabase/functions/_shared/text/text.ts'
import type { Config } from '../config/env.server.ts'
import { mendOf } from '../store-setup/setup.server.ts'
import { withDeadline } from '../upstream/deadline.server.ts'

/** What the checks look at, and ask with. */
export type CheckOptions = {
  readonly config: Config
  /** Follows no redirects. */
  readonly fetch: typeof fetch
  readonly now: () => number
}

type Run = () => Promise<State | readonly State[]>

/** One thing that the check-up looks at. */
export type Check = {
  readonly service: string
  /** What is checked, in an owner's words. */
  readonly what: string
  /** @returns its state; nothing when another check tells it @throws Obstacle */
  readonly run: Run
}

/** What keeps checks from asking a service: it is told once, by the first of them. */
export class Obstacle extends Error {
  readonly state: State
  constructor(found: string, mend: string) {
    super(found)
    this.state = broken(found, mend)
  }
}

/** The checks of a service, by what each looks at. */
export function checksOf(service: string, runs: Readonly<Record<string, Run>>): Check[] {
  return Object.entries(runs).map(([what, run]) => ({ service, what, run }))
}

/** The check of a service that is embedded. @param variables that name a real one */
export function embedded(service: string, variables: string): Check[] {
  const found = 'It is embedded: good for trying the shop, not for selling'
  const state = broken(found, `Set ${variables} in .env, as docs/deploy.md tells`)
  return checksOf(service, { Address: async () => state })
}

/** Shopify makes who reads a whole store wait now and then. */
const CHECK_MS = 60_000

/** Runs all checks at once. A check that fails itself or takes too long is to be mended. Never throws. */
export async function runChecks(checks: readonly Check[], limitMs = CHECK_MS): Promise<readonly Finding[]> {
  const results = await Promise.all(
    checks.map(async ({ service, what, run }) =>
      [await runCheck(run, limitMs)].flat().map((state) => ({ service, what, ...state })),
    ),
  )
  const findings = results.flat()
  const isFirst = ({ service, found }: Finding, at: number) =>
    findings.findIndex((other) => other.service === service && other.found === found) === at
  return findings.filter(isFirst)
}

async function runCheck(run: Run, limitMs: number): ReturnType<Run> {
  try {
    const late = () => broken('It does not answer in time', 'Run this again in a minute')
    return await withDeadline(run(), limitMs, late)
  } catch (error) {
    if (error instanceof Obstacle) return error.state
    if (error instanceof ShopifyAdminError) return broken(error.message, mendOf(error))
    // Without its message, which may have what was sent.
    const name = error instanceof Error ? error.name : typeof error
    const mend = 'Report this: it is a mistake of the shop, not yours'
    return broken(`The check itself ended with ${name}`, mend)
  }
}

/** Remembers the result of a call that several checks need. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null
  return () => {
    result ??= work()
    return result
  }
}

/** The answer of a service, with its body read. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown }

/**
 * Asks a service once.
 * @param mend what the owner does when nothing answers
 * @throws Obstacle
 */
export async function ask(
  send: typeof fetch,
  url: string,
  mend: string,
  init: RequestInit = {},
): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(8_000)
    const response = await send(url, { redirect: 'manual', signal, ...init })
    const { status, headers } = response
    return { status, headers, body: parseJson(await response.text()) }
  } catch (error) {
    throw new Obstacle(whySilent(error, new URL(url).host), mend)
  }
}

function whySilent(error: unknown, host: string): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at ? String(at.code) : ''
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `There is no ${host}`
    if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
      return `The certificate of ${host} is not valid`
    if (/^ECONN|^EHOST/.test(code)) return `Nothing answers at ${host}`
  }
  return `${host} does not answer in time`
}
