import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * How the doctor and a running shop recognise each other: both have SESSION_SECRET. A question is valid for two minutes,
 * and its answer fits no other one.
 */

const VALID_MS = 120_000
const QUESTION = /^(\d{13})\.([\w-]{16,64})\.([\w-]{43})$/

function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(`wizard-box doctor ${text}`).digest('base64url')
}

function isSame(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The header of a question. @param nonce random */
export function askWithProof(secret: string, nonce: string, now: number): string {
  return `${now}.${nonce}.${sign(secret, `question ${now} ${nonce}`)}`
}

/** The proof that belongs into the answer; null when the question has none, or an old one. */
export function answerProof(secrets: readonly string[], header: string | null, now: number): string | null {
  const [, at = '', nonce = '', signature = ''] = QUESTION.exec(header ?? '') ?? []
  if (Math.abs(now - Number(at)) > VALID_MS) return null
  const secret = secrets.find((known) => isSame(signature, sign(known, `question ${at} ${nonce}`)))
  return secret === undefined ? null : sign(secret, `answer ${nonce}`)
}

/** Whether an answer comes from a shop with this secret. */
export function isAnswered(secret: string, nonce: string, proof: string): boolean {
  return isSame(proof, sign(secret, `answer ${nonce}`))
}
