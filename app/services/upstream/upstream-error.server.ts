import { UpstreamError, upstreamFailures } from '#supabase/functions/_shared/upstream-error.ts'

export { UpstreamError, upstreamFailures }

/**
 * The result of `work`, or of `instead` when a service has failed.
 * @throws any error that is not an UpstreamError
 */
export async function onOutage<T, Instead>(
  work: () => Promise<T>,
  instead: (error: UpstreamError) => Instead,
): Promise<T | Instead> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UpstreamError) return instead(error)
    throw error
  }
}

/** A reply of the storefront, or null while it is unavailable: for pages that work without it. */
export function ifReachable<T>(reply: Promise<T>): Promise<T | null> {
  return onOutage(
    () => reply,
    () => null,
  )
}
