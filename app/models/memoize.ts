/** Memoizes values by name while their object exists, such as catalogue products, which many pages share. */
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

const MAX_TEXTS = 1000

/** Memoizes a function of a text, for up to 1000 texts; then it begins anew. */
export function memoizeText<T>(compute: (text: string) => T): (text: string) => T {
  const cache = new Map<string, { readonly value: T }>()
  return (text) => {
    const known = cache.get(text)
    if (known) return known.value
    const value = compute(text)
    if (cache.size >= MAX_TEXTS) cache.clear()
    cache.set(text, { value })
    return value
  }
}
