/** The parts of an address that tell mailboxes apart: without what follows a plus and, at Gmail, without dots. */
function partsOf(email: string): { readonly name: string; readonly domain: string | null } {
  const [local = '', domain] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/)
  if (domain === undefined) return { name: local, domain: null }
  const name = local.replace(/\+.*/, '')
  const isGmail = /^(gmail|googlemail)\.com$/.test(domain)
  return isGmail ? { name: name.replaceAll('.', ''), domain: 'gmail.com' } : { name, domain }
}

/** One key for the spellings of an address that end in one mailbox: `a.n.n+box@googlemail.com` is `ann@gmail.com`. */
export function mailboxKey(email: string): string {
  const { name, domain } = partsOf(email)
  return domain === null ? name : `${name}@${domain}`
}

/** A pattern of SQL's `like` that all these spellings match, and few other addresses. */
export function mailboxPattern(email: string): string {
  const { name, domain } = partsOf(email)
  return domain === 'gmail.com' ? `${[...name].join('%')}%@g%mail.com` : `${name}%@${domain}`
}
