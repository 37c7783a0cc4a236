/** Maximum body size of a service's response. Catalogues and lists take a tenth of it. */
export const MAX_RESPONSE_BYTES = 8 * 2 ** 20

/**
 * `fetch` for external services. A redirect is a response like any other, and a failure where it is read: followed, it
 * would carry our tokens to another server. A body of more than `MAX_RESPONSE_BYTES` is cut off before it fills the memory:
 * reading it then fails like a lost connection.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  return response.body === null ? response : new Response(limitSize(response.body), response)
}

function limitSize(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let remaining = MAX_RESPONSE_BYTES
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        remaining -= chunk.byteLength
        if (remaining < 0) throw new Error('the answer is too long')
        controller.enqueue(chunk)
      },
    }),
  )
}
