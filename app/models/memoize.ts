/**
 * Memoizes values by object identity and name while the object exists: catalogue products are the same objects for
 * many pages.
 * @returns a function that returns the cached value, or computes and caches it
 */
export function memoizeBy<T>(): (object: object, name: string, compute: () => T) => T {
  const cache = new WeakMap<object, Map<string, T>>()
  return (object, name, compute) => {
    const byName = cache.get(object) ?? new Map<string, T>()
    const known = byName.get(name)
    if (known !== undefined) return known
    const value = compute()
    cache.set(object, byName.set(name, value))
    return value
  }
}
