import { z } from 'zod'
import type { AdminApi } from './environment.ts'
import { cutText } from './text/text.ts'

/** Timeout of one operation with all its retries, ms. */
const DEADLINE_MS = 10_000
/** The pause after an operation was refused because too many were sent; each further one is twice as long. */
const FIRST_PAUSE_MS = 200
/** Keeps operations that were refused together from returning together. */
const JITTER_MS = 50

/** Shopify failed, timed out or sent an invalid response. Contains no token. */
export class ShopifyAdminError extends Error {
  constructor(operation: string, reason: string) {
    super(`Shopify ${operation}: ${reason}`)
    this.name = 'ShopifyAdminError'
  }
}

/** Errors that Shopify returns for a rejected input. */
export const userErrors = z.array(z.object({ message: z.string(), code: z.string().nullish() }))

type UserErrors = z.output<typeof userErrors>

export function joinErrors(errors: UserErrors): string {
  return errors.map((error) => error.message).join(' ')
}

/** True if the input was rejected only because its value is already in use. */
export function isTaken(errors: UserErrors): boolean {
  return errors.length > 0 && errors.every(({ code }) => code === 'TAKEN' || code === 'HANDLE_NOT_UNIQUE')
}

/** Shopify refused an operation before running it, because too many were sent. */
class Throttled extends Error {}

const envelopeSchema = z.object({
  // Missing permissions and throttling give errors without data.
  data: z.unknown().optional(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        extensions: z.object({ code: z.string() }).optional().catch(undefined),
      }),
    )
    .default([]),
})

function nameOf(query: string): string {
  const name = /^(?:query|mutation) (\w+)/.exec(query)?.[1]
  if (name === undefined) throw new Error('An operation needs a name')
  return name
}

/** Sends an operation; where its token had ended, which only Shopify knows, once more with another one. */
async function post({ url, token: tokens, fetch }: AdminApi, body: string, signal: AbortSignal) {
  const send = (token: string) => {
    const headers = { 'content-type': 'application/json', 'X-Shopify-Access-Token': token }
    const sent = fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    return sent.catch(() => {
      throw new Error('no answer')
    })
  }
  if (typeof tokens === 'string') return send(tokens)
  const token = await tokens()
  const response = await send(token)
  return response.status === 401 ? send(await tokens(token)) : response
}

/** `data` of an answer. @throws Error with the reason why there is none */
async function dataOf(response: Response): Promise<unknown> {
  if (response.status === 429) throw new Throttled('HTTP 429')
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const envelope = envelopeSchema.safeParse(await response.json().catch(() => null))
  if (!envelope.success) throw new Error('the answer is no GraphQL')
  const { data, errors } = envelope.data
  if (errors.length === 0) return data
  const isThrottled = errors.some(({ extensions }) => extensions?.code === 'THROTTLED')
  throw new (isThrottled ? Throttled : Error)(cutText(errors.map(({ message }) => message).join(' '), 300))
}

/**
 * Runs one operation of the Admin API, which its document names. While Shopify refuses it because too many were sent, it
 * is sent again after growing pauses. Other failures are not retried, as the operation may have been run.
 * @returns `data`, parsed by `schema`
 * @throws ShopifyAdminError
 */
export async function callAdmin<Schema extends z.ZodType>(
  admin: AdminApi,
  query: string,
  variables: object,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { deadlineMs = DEADLINE_MS } = admin
  const operationName = nameOf(query)
  const body = JSON.stringify({ operationName, query, variables })
  const endsAt = Date.now() + deadlineMs
  const signal = AbortSignal.timeout(deadlineMs)
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    try {
      const parsed = schema.safeParse(await dataOf(await post(admin, body, signal)))
      if (parsed.success) return parsed.data
      throw new Error('the answer has another shape')
    } catch (error) {
      const waitMs = pauseMs + Math.random() * JITTER_MS
      if (!(error instanceof Throttled) || Date.now() + waitMs >= endsAt)
        throw new ShopifyAdminError(operationName, (error as Error).message)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}

const changed = z.record(z.string(), z.object({ userErrors }))

/** Runs one mutation. @throws ShopifyAdminError, with Shopify's own words when it refuses the change */
export async function changeAdmin(admin: AdminApi, mutation: string, variables: object): Promise<void> {
  const [result] = Object.values(await callAdmin(admin, mutation, variables, changed))
  const errors = result?.userErrors ?? []
  if (errors.length > 0) throw new ShopifyAdminError(nameOf(mutation), joinErrors(errors))
}

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })

/** One page of a connection, as its document asks for it: `nodes { … } pageInfo { hasNextPage endCursor }`. */
export const pageOf = <Node extends z.ZodType>(node: Node) => z.object({ nodes: z.array(node), pageInfo })

/** All pages of a connection, or of what has one, which the document names `page`; none where there is no such thing. */
export async function readPages<Page extends { readonly pageInfo: z.output<typeof pageInfo> }>(
  admin: AdminApi,
  query: string,
  variables: object,
  page: z.ZodType<Page>,
): Promise<readonly Page[]> {
  const pages: Page[] = []
  const reply = z.object({ page: page.nullable() })
  for (let after: string | null | undefined; ; after = pages.at(-1)?.pageInfo.endCursor) {
    const { page: next } = await callAdmin(admin, query, { ...variables, after }, reply)
    if (next !== null) pages.push(next)
    if (!next?.pageInfo.hasNextPage) return pages
  }
}

const app = z.object({ handle: z.string().nullish(), title: z.string() })
const catalog = z.object({ apps: z.object({ nodes: z.array(app) }).optional() })

/** What a query of the Admin API reads of the sales channels. */
export const channelReply = {
  currentAppInstallation: z.object({ publication: z.object({ id: z.string() }).nullable() }),
  publications: z.object({ nodes: z.array(z.object({ id: z.string(), catalog: catalog.nullish() })) }),
}
const channels = z.object(channelReply)

/** The apps whose channels have storefront tokens of their own. */
const HEADLESS = /^(?:headless|hydrogen)$/i

/** The publications that a storefront token may belong to: that of this app, or of a headless storefront. */
export function channelIdsOf({ currentAppInstallation, publications }: z.output<typeof channels>): string[] {
  const own = currentAppInstallation.publication?.id
  const isHeadless = ({ handle, title }: z.output<typeof app>) =>
    HEADLESS.test(handle ?? '') || HEADLESS.test(title)
  const ours = publications.nodes.filter((one) => one.id === own || one.catalog?.apps?.nodes.some(isHeadless))
  return ours.map((one) => one.id)
}
