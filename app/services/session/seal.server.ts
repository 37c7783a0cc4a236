import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts values that the browser keeps and nobody but the shop may read. Compressed, as tokens would hardly fit into a
 * cookie otherwise.
 * @param secrets signing secrets, newest first: the first encrypts, all of them decrypt
 */
export function createSeal(secrets: readonly string[]) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'encrypted cookie', 32)))
  return {
    seal(value: unknown): string {
      const [newest] = keys
      if (newest === undefined) throw new Error('Encrypted cookies need a secret')
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, newest, nonce)
      const sealed = [cipher.update(deflateRawSync(JSON.stringify(value))), cipher.final()]
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url')
    },
    /** The value of a sealed text; null for anything else. */
    open(text: unknown): unknown {
      const bytes = Buffer.from(typeof text === 'string' ? text : '', 'base64url')
      for (const key of keys) {
        try {
          const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
            authTagLength: TAG_BYTES,
          })
          decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
          const packed = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
          return JSON.parse(inflateRawSync(Buffer.concat(packed)).toString('utf8'))
        } catch {
          // Sealed with another secret, or not at all.
        }
      }
      return null
    },
  }
}
