/** Memoizes a function of an object and a name while the object exists, such as a catalogue product of many pages. */
export function memoizeBy<Of extends object, Name extends string, T>(compute: (of: Of, name: Name) => T) {
  const cache = new WeakMap<Of, Map<Name, T>>()
  return (of: Of, name = '' as Name): T => {
    const byName = cache.get(of) ?? new Map<Name, T>()
    const known = byName.get(name)
    if (known !== undefined) return known
    const value = compute(of, name)
    cache.set(of, byName.set(name, value))
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
