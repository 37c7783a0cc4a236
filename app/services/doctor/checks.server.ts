import type { z } from 'zod'
import { type CheckedFinding, type Finding, failure, type Service } from '#app/models/doctor.ts'
import { parseJson } from '#supabase/functions/_shared/text/text.ts'
import type { Config } from '../config/env.server.ts'
import { settleWithin } from '../upstream/settle-within.server.ts'

/** What the checks of a service look at, and ask with. */
export type CheckOptions = {
  readonly config: Config
  /** Follows no redirects. */
  readonly fetch: typeof fetch
  readonly now: () => number
}

/** One thing that the doctor looks at. */
export type Check = {
  readonly service: Service
  /** What is checked, in an owner's words. */
  readonly what: string
  /** @returns what is to be mended, or that all is well; nothing when another check says it all */
  readonly run: () => Promise<Finding | readonly Finding[]>
  /** How long it may take, where that is longer than others. */
  readonly limitMs?: number
}

/** The checks of a service, by what each looks at. */
export function checksOf(service: Service, runs: Readonly<Record<string, Check['run']>>): Check[] {
  return Object.entries(runs).map(([what, run]) => ({ service, what, run }))
}

/** How long one check may take: Shopify and Supabase answer in less than a second, a mail server in a few. */
const CHECK_MS = 15_000

/** Runs all checks at once. A check that fails itself or takes too long is a failure. Never throws. */
export async function runChecks(
  checks: readonly Check[],
  limitMs = CHECK_MS,
): Promise<readonly CheckedFinding[]> {
  const results = await Promise.all(
    checks.map(async ({ service, what, run, limitMs: ownLimitMs }) => {
      const findings = [await runCheck(run, ownLimitMs ?? limitMs)].flat()
      return findings.map((finding) => ({ service, what, ...finding }))
    }),
  )
  return results.flat()
}

async function runCheck(run: Check['run'], limitMs: number): ReturnType<Check['run']> {
  try {
    return await settleWithin(run(), limitMs, () =>
      failure(
        `It did not answer within ${limitMs / 1000} seconds`,
        'Run this again in a minute; if it stays, look at the status page of the service',
      ),
    )
  } catch (error) {
    // Without its message, which may have what was sent.
    const name = error instanceof Error ? error.name : typeof error
    return failure(
      `The check itself ended with ${name}`,
      'Report this: it is a mistake of the shop, not yours',
    )
  }
}

/** What is said of a service that is embedded. @param variables that name a real one */
export function embedded(name: string, variables: string): Finding {
  return failure(
    `${name} is embedded: good for trying the shop, not for selling`,
    `Set ${variables} in .env, as docs/deploy.md tells`,
  )
}

/** Remembers the result of a call that several checks need. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null
  return () => {
    result ??= work()
    return result
  }
}

/** Why a service did not answer, in words. */
const SILENCE = {
  'unknown-host': (host: string) => `There is no ${host}`,
  refused: (host: string) => `Nothing answers at ${host}`,
  certificate: (host: string) => `The certificate of ${host} is not valid`,
  silent: (host: string) => `${host} does not answer in time`,
}

/** No answer of a service, and why. */
export type Silence = { readonly kind: 'none'; readonly reason: keyof typeof SILENCE }

/** The answer of a service, with its body read. */
export type Answer =
  | Silence
  | { readonly kind: 'answer'; readonly status: number; readonly headers: Headers; readonly body: unknown }

/** What is said of a service that does not answer. */
export function silent({ reason }: Silence, host: string, mend: string): Finding {
  return failure(SILENCE[reason](host), mend)
}

/** The status of an answer; 0 for none. */
export function statusOf(answer: Answer): number {
  return answer.kind === 'answer' ? answer.status : 0
}

/** What a service told; null where it told something else, failed or did not answer. */
export function bodyOf<Schema extends z.ZodType>(answer: Answer, schema: Schema): z.output<Schema> | null {
  const parsed = answer.kind === 'answer' && answer.status === 200 ? schema.safeParse(answer.body) : null
  return parsed?.success ? parsed.data : null
}

/** Asks a service once. @param limitMs how long it may take. Never throws. */
export async function ask(
  fetchService: typeof fetch,
  url: string,
  init: RequestInit,
  limitMs = 8_000,
): Promise<Answer> {
  try {
    const response = await fetchService(url, { ...init, signal: AbortSignal.timeout(limitMs) })
    const text = await response.text()
    return { kind: 'answer', status: response.status, headers: response.headers, body: parseJson(text) }
  } catch (error) {
    return { kind: 'none', reason: reasonOf(error) }
  }
}

function reasonOf(error: unknown): Silence['reason'] {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at ? String(at.code) : ''
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown-host'
    if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EHOSTUNREACH') return 'refused'
    if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return 'certificate'
  }
  return 'silent'
}
