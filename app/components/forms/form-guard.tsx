import { useEffect, useRef } from 'react'

/** Not `crypto.randomUUID`, which needs a secure context. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Hidden fields of every public form: a honeypot, and an idempotency key. The key is generated in the browser, as
 * cached pages are the same for all visitors; without JavaScript it is empty, and the server compares contents.
 * @param renew a new value generates a new key
 */
export function FormGuard({ renew = 0 }: { renew?: number | string }) {
  const key = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed `renew` generates a new key
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
