/** The answer of a rule that may refuse: a value, or a code that the caller handles exhaustively. */
export type Result<T, E extends string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

/** Wraps a value as a success. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

/** Wraps an error code as a refusal. */
export function err<E extends string>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error }
}

/** Makes a forgotten case of a union a compile error; throws if one slips through at run time. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
