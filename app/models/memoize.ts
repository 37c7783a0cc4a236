/**
 * Memoises a value by object identity and name, for as long as the object lives: a product of the catalogue is the same
 * object on page after page.
 * @returns the function that gives the value made for an object and a name, or makes it
 */
export function memoizeBy<T>(): (object: object, name: string, make: () => T) => T {
  const kept = new WeakMap<object, Map<string, T>>()
  return (object, name, make) => {
    const made = kept.get(object) ?? new Map<string, T>()
    const known = made.get(name)
    if (known !== undefined) return known
    const value = make()
    kept.set(object, made.set(name, value))
    return value
  }
}
