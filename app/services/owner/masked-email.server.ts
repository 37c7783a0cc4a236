/**
 * An address as it may be shown without a word in the audit trail: who knows it recognises it, nobody else can write
 * to it. `rowan.pike@example.com` becomes `r•••@example.com`.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return '•••'
  return `${[...email][0]}•••${email.slice(at)}`
}
