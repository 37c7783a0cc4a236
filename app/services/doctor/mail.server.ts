import { Resolver } from 'node:dns/promises'
import { createTransport } from 'nodemailer'
import { broken, listNames, look, right, type State } from '#app/models/doctor.ts'
import { bareAddress } from '#supabase/functions/_shared/mail/message.ts'
import type { Config } from '../config/env.server.ts'
import { type Check, checksOf, embedded } from './checks.server.ts'

type RecordType = 'MX' | 'A' | 'TXT'

/** The records of a name, as text; null where there is no such name, undefined when nobody could tell. */
export type LookUp = (name: string, type: RecordType) => Promise<readonly string[] | null | undefined>

export const lookUp: LookUp = async (name, type) => {
  // One try at each name server: with a second one, three that do not answer take too long.
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  try {
    if (type === 'TXT') return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    return type === 'A'
      ? await resolver.resolve4(name)
      : (await resolver.resolveMx(name)).map(({ exchange }) => exchange)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    return code === 'ENODATA' ? [] : code === 'ENOTFOUND' ? null : undefined
  }
}

/** Names that no mail reaches (RFC 2606 and 6761). */
const RESERVED = /(?:^|\.)(?:example|test|invalid|localhost|local|example\.(?:com|net|org))$/
const domainOf = (address: string) => bareAddress(address).split('@').at(-1)?.toLowerCase() ?? ''

/** Checks of outgoing mail: the server signs the shop in, replies reach somebody, and mails are believed. */
export function mailChecks({ smtpUrl, mailFrom, mailTo }: Config, look: LookUp): Check[] {
  if (smtpUrl === null) return embedded('Mail', 'SMTP_URL, MAIL_FROM and MAIL_TO')
  return checksOf('Mail', {
    'Sign-in': () => examineSignIn(smtpUrl),
    Sender: () => examineAddress('MAIL_FROM', domainOf(mailFrom), look),
    'Recipient of messages': () => examineAddress('MAIL_TO', domainOf(mailTo), look),
    'SPF, DKIM and DMARC': async () =>
      RESERVED.test(domainOf(mailFrom)) ? [] : examineTrust(domainOf(mailFrom), look),
  })
}

const TRIALS: readonly (readonly [failure: RegExp, found: string, mend: string])[] = [
  [
    /EAUTH/,
    'refuses the user or the password in SMTP_URL',
    'Copy both anew, with %40 for @ and the like; many services want a password made for apps',
  ],
  [
    /ETLS|certificate|SSL|TLS|wrong version number/i,
    'makes no secure connection',
    'Use smtps:// for port 465 and smtp:// for port 587, and the name that is on its certificate',
  ],
  [
    /./,
    'does not answer',
    'Compare host and port in SMTP_URL with your mail service; many hosts block port 25, and some 587: use 465',
  ],
]

async function examineSignIn(url: string): Promise<State> {
  const { host } = new URL(url)
  const limits = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 8_000 }
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true })
  try {
    await transport.verify()
    return right(`${host} accepts the sign-in`)
  } catch (error) {
    const failure = error instanceof Error ? `${'code' in error ? error.code : ''} ${error.message}` : ''
    const [, found, mend] = TRIALS.find(([pattern]) => pattern.test(failure)) ?? ['', 'does not answer', '']
    return broken(`${host} ${found}`, mend)
  } finally {
    transport.close()
  }
}

async function examineAddress(name: string, domain: string, look: LookUp): Promise<State> {
  if (RESERVED.test(domain))
    return broken(`${name} is only an example`, `Set ${name} in .env to an address that you read`)
  const records = await Promise.all([look(domain, 'MX'), look(domain, 'A')])
  if (!records.every((found) => found === null || found?.length === 0))
    return right(`${name} is a real address`)
  const mend = 'Correct the address, or set up MX records at the registrar of the domain'
  return broken(`${name}: nobody takes mail for ${domain}`, mend)
}

/** Whether receivers can tell that the shop may send for its domain: otherwise gifts arrive as spam. */
async function examineTrust(domain: string, lookUp: LookUp): Promise<State> {
  const [own, keys, policy] = await Promise.all([
    lookUp(domain, 'TXT'),
    // Without the name of a key, only whether there is any: the name above the keys exists then (RFC 8020).
    lookUp(`_domainkey.${domain}`, 'TXT'),
    lookUp(`_dmarc.${domain}`, 'TXT'),
  ])
  const lacks = (records: readonly string[] | null | undefined, start: string) =>
    records !== undefined && !records?.some((record) => record.toLowerCase().startsWith(start))
  const missing = [
    ...(lacks(own, 'v=spf1') ? ['SPF'] : []),
    ...(keys === null ? ['DKIM'] : []),
    ...(lacks(policy, 'v=dmarc1') ? ['DMARC'] : []),
  ]
  if (missing.length === 0) return right(`Mails of ${domain} are believed`)
  return look(
    `${domain} has no record of ${listNames(missing)}: mails with magic words may arrive as spam`,
    'Copy the records that your mail service shows for your domain to its registrar; DMARC is a TXT record _dmarc with v=DMARC1; p=none',
  )
}
