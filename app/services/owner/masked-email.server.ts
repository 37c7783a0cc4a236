/**
 * A masked email address, which may be shown without an audit entry: recognisable to those who know the address,
 * useless to others. `rowan.pike@example.com` becomes `r•••@example.com`.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return '•••'
  return `${[...email][0]}•••${email.slice(at)}`
}
