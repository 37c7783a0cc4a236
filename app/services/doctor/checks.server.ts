import type { CheckedFinding, Finding, Service } from '../../models/doctor.ts'
import { settleWithin } from '../upstream/settle-within.server.ts'
import { CHECK_FAILED, CHECK_TOO_SLOW } from './words.server.ts'

/** One thing that the doctor looks at. */
export type Check = {
  readonly service: Service
  /** What is checked, in an owner's words. */
  readonly what: string
  /**
   * @param signal fires when nobody waits for the answer any more
   * @returns one finding for each thing to be mended, or one that all is well; none when an earlier check has said it all
   */
  readonly run: (signal: AbortSignal) => Promise<readonly Finding[]>
  /** How long it may take, where that is longer than others. */
  readonly limitMs?: number
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
      const findings = await runCheck(run, ownLimitMs ?? limitMs)
      return findings.map((finding) => ({ service, what, ...finding }))
    }),
  )
  return results.flat()
}

async function runCheck(run: Check['run'], limitMs: number): Promise<readonly Finding[]> {
  const controller = new AbortController()
  try {
    return await settleWithin(run(controller.signal), limitMs, () => [CHECK_TOO_SLOW(limitMs / 1000)])
  } catch (error) {
    // Without its message, which may have what was sent.
    return [CHECK_FAILED(error instanceof Error ? error.name : typeof error)]
  } finally {
    controller.abort()
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

/** The answer of a service, with its body read; `kind` says why there is none. */
export type Answer =
  | { readonly kind: 'none'; readonly reason: 'unknown-host' | 'refused' | 'certificate' | 'silent' }
  | { readonly kind: 'answer'; readonly status: number; readonly headers: Headers; readonly body: unknown }

/** Asks a service once. @param limitMs how long it may take. Never throws. */
export async function ask(
  fetchService: typeof fetch,
  url: string,
  init: RequestInit,
  limitMs = 8_000,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(limitMs)
  try {
    const response = await fetchService(url, {
      ...init,
      signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout,
    })
    const text = await response.text()
    return { kind: 'answer', status: response.status, headers: response.headers, body: parseBody(text) }
  } catch (error) {
    return { kind: 'none', reason: reasonOf(error) }
  }
}

/** The value of JSON; a text for anything else. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.slice(0, 1_000)
  }
}

function reasonOf(error: unknown): Extract<Answer, { kind: 'none' }>['reason'] {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at ? String(at.code) : ''
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown-host'
    if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EHOSTUNREACH') return 'refused'
    if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return 'certificate'
  }
  return 'silent'
}
