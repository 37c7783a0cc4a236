import { UpstreamError } from '../upstream/upstream-error.server.ts'

/**
 * A reply of the storefront, or null while it is unavailable: for pages that work without it.
 * @throws any error that is not an UpstreamError
 */
export async function ifReachable<T>(reply: Promise<T>): Promise<T | null> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof UpstreamError) return null
    throw error
  }
}
