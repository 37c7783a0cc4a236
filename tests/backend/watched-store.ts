import { createTestStore } from '../support/embedded-store.ts'
import { refusalsOf } from '../support/shopify-schemas.ts'

type Call = { readonly operation: string; readonly variables: Record<string, unknown> }

/** An embedded store with the calls of its Admin API. What Shopify's published schemas refuse, it refuses. */
export function createWatchedStore() {
  const { store, admin } = createTestStore()
  const calls: Call[] = []
  const watchedFetch: typeof fetch = async (input, init) => {
    const { operationName: operation, query, variables } = JSON.parse(String(init?.body))
    const refusals = refusalsOf('admin', query, variables)
    if (refusals.length > 0) throw new Error(`Shopify would refuse ${operation}: ${refusals.join('; ')}`)
    calls.push({ operation, variables })
    return store.adminFetch(input, init)
  }
  return {
    ...store,
    /** Asks the Admin API as the owner does, which is no call of the functions. */
    ask: admin,
    calls,
    /** How the functions reach its Admin API. */
    access: { url: store.adminUrl, token: store.adminToken, fetch: watchedFetch },
  }
}
