import { UpstreamError } from '../upstream-error.server.ts'

/**
 * What the storefront says, or null while it is out of reach: for pages that can live without it.
 * Any other failure is a bug and stays one.
 */
export async function ifReachable<T>(reply: Promise<T>): Promise<T | null> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof UpstreamError) return null
    throw error
  }
}
