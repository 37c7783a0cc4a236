/** The longest answer a service may give, bytes; a catalogue or a page of an owner's list has a tenth of it. */
export const LONGEST_ANSWER_BYTES = 8 * 2 ** 20

/**
 * `fetch` for services outside the shop. An answer that goes on and on is cut off, as it would fill the memory until the
 * deadline: reading its body then fails like a lost connection.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  return response.body === null ? response : new Response(bounded(response.body), response)
}

function bounded(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let left = LONGEST_ANSWER_BYTES
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength
        if (left < 0) throw new Error('the answer is too long')
        controller.enqueue(chunk)
      },
    }),
  )
}
