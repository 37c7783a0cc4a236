import { AsyncLocalStorage } from 'node:async_hooks'

const buyers = new AsyncLocalStorage<string>()

/**
 * Runs the work of a visitor's request, so that calls of the storefront in it can tell for whom they are made.
 * @param ip the visitor's address; empty for work that is for all visitors
 */
export function forBuyer<T>(ip: string, work: () => T): T {
  return buyers.run(ip, work)
}

/** The address of the visitor whose request is being worked on; null where there is none. */
export function buyerIp(): string | null {
  return buyers.getStore() || null
}
