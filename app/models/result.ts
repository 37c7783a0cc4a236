/** A value, or an error code that the caller handles exhaustively. */
export type Result<T, E extends string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

export function err<E extends string>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error }
}

/** Makes an unhandled case of a union a compile error. @throws Error if it is reached nevertheless */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
