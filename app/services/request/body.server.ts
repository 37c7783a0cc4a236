import { visitorKey } from '../limits/limits.server.ts'

/** No legitimate sender splits a body into more chunks, or smaller ones on average. Each costs more than its bytes. */
const MAX_CHUNKS = 5_000
const MIN_CHUNK_BYTES = 1_024
/** What a body without a declared size takes at first. */
const FIRST_BYTES = 4_096

/** A body in memory, until `release`; or why it was not read to its end. */
export type ReadBody =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer>; readonly release: () => void }
  | { readonly ok: false; readonly error: 'too-large' | 'busy' }

/**
 * Creates the function that reads bodies chunk by chunk, each into one buffer: a list of many small chunks would take
 * far more memory. All bodies that are in memory at a time share `maxBytes`; a client who holds many of them back gets
 * an eighth of it, and shuts nobody else out.
 */
export function createBodyReader(maxBytes: number) {
  const heldBy = new Map<string, number>()
  let heldByAll = 0

  /** Reserves so many bytes more, or releases them where it is less than zero. @returns whether they are reserved */
  function reserve(key: string | null, bytes: number): boolean {
    const own = key === null ? 0 : (heldBy.get(key) ?? 0) + bytes
    if (bytes > 0 && (heldByAll + bytes > maxBytes || own > maxBytes / 8)) return false
    heldByAll += bytes
    if (own > 0 && key !== null) heldBy.set(key, own)
    else heldBy.delete(key ?? '')
    return true
  }

  /** @param ip null where a signature proves the sender @param onChunk sees the body as it comes */
  return async function read(
    request: Request,
    limit: number,
    ip: string | null,
    onChunk: (chunk: Uint8Array) => void,
  ): Promise<ReadBody> {
    const declared = Number(request.headers.get('Content-Length') ?? Number.NaN)
    // First, as a body that was touched cannot be skipped for the next request on the connection.
    if (declared > limit) return { ok: false, error: 'too-large' }
    const key = ip === null ? null : visitorKey(ip)
    let held = 0
    const hold = (bytes: number): boolean => {
      if (!reserve(key, bytes - held)) return false
      held = bytes
      return true
    }
    const release = () => void hold(0)
    const fail = (error: 'too-large' | 'busy'): ReadBody => {
      release()
      return { ok: false, error }
    }
    if (!hold(Math.min(limit, Number.isNaN(declared) ? FIRST_BYTES : declared))) return fail('busy')
    try {
      let bytes = new Uint8Array(held)
      let size = 0
      let chunks = 0
      for await (const chunk of request.body ?? []) {
        const end = size + chunk.length
        if (end > limit || ++chunks > Math.max(MAX_CHUNKS, limit / MIN_CHUNK_BYTES)) return fail('too-large')
        if (end > bytes.length) {
          if (!hold(Math.min(limit, Math.max(end, bytes.length * 2)))) return fail('busy')
          const larger = new Uint8Array(held)
          larger.set(bytes.subarray(0, size))
          bytes = larger
        }
        bytes.set(chunk, size)
        onChunk(chunk)
        size = end
      }
      return { ok: true, bytes: bytes.subarray(0, size), release }
    } catch (error) {
      release()
      throw error
    }
  }
}
