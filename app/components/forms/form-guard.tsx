import { useEffect, useRef } from 'react'

/** Random enough to tell two submissions apart, also where the page is not served over TLS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The hidden part of every public form: a field that only robots fill in, and a key by which the server knows a
 * repeated submission. The key is made in the browser, because pages are shared between visitors; without JavaScript
 * it stays empty and the server compares contents.
 * @param renew changes when the next submission is a new one
 */
export function FormGuard({ renew = 0 }: { renew?: number | string }) {
  const key = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed `renew` is what asks for another key
  useEffect(() => {
    if (key.current) key.current.value = randomKey()
  }, [renew])
  return (
    <>
      <input type="hidden" name="idempotencyKey" ref={key} />
      <div hidden>
        <label>
          Please leave this field blank
          <input type="text" name="name__confirm" defaultValue="" autoComplete="off" tabIndex={-1} />
        </label>
      </div>
    </>
  )
}
