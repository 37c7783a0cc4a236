import { AsyncLocalStorage } from 'node:async_hooks'

const addresses = new AsyncLocalStorage<string>()

/**
 * Runs the work of a visitor's request, so that calls of other services in it can tell for whom they are made.
 * @param ip the visitor's address; empty for work that is for all visitors
 */
export function forVisitor<T>(ip: string, work: () => T): T {
  return addresses.run(ip, work)
}

/** The address of the visitor for whom this runs; none for work that is for all visitors. */
export function visitorAddress(): string | undefined {
  return addresses.getStore() || undefined
}
