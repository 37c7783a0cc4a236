/**
 * Runs what uses the browser's storage, which may be denied, or full, or hold what nobody can read.
 * @returns what it returns; undefined when it fails
 */
export function tryStorage<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
