import { Resolver } from 'node:dns/promises'
import { createTransport } from 'nodemailer'
import { type Finding, failure, fine } from '#app/models/doctor.ts'
import { bareAddress } from '#supabase/functions/_shared/mail/message.ts'
import type { Config } from '../config/env.server.ts'
import { type Check, checksOf, embedded } from './checks.server.ts'

/** Whether a domain takes mail; null when nobody could tell. */
export type TakesMail = (domain: string) => Promise<boolean | null>

const UNKNOWN_NAME = new Set(['ENOTFOUND', 'ENODATA'])

/** Looks the mail servers of a domain up: its MX records, or the domain itself where it has none. */
export const takesMail: TakesMail = async (domain) => {
  // One try at each name server: with a second one, three that do not answer take longer than a check may.
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  const hasAny = async (lookUp: (name: string) => Promise<readonly unknown[]>) => {
    try {
      return (await lookUp(domain)).length > 0
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      return UNKNOWN_NAME.has(code) ? false : null
    }
  }
  const byMx = await hasAny((name) => resolver.resolveMx(name))
  return byMx === false ? hasAny((name) => resolver.resolve4(name)) : byMx
}

/** Names that no mail reaches (RFC 2606 and 6761). */
const RESERVED = /(?:^|\.)(?:example|test|invalid|localhost|local|example\.(?:com|net|org))$/

/** Checks of outgoing mail: the server signs the shop in, and replies reach somebody. */
export function mailChecks({ smtpUrl, mailFrom, mailTo }: Config, lookUp: TakesMail): Check[] {
  return checksOf('Mail', {
    'Sign-in': async () =>
      smtpUrl === null ? embedded('Mail', 'SMTP_URL, MAIL_FROM and MAIL_TO') : examineSignIn(smtpUrl),
    Sender: () => examineAddress('MAIL_FROM', mailFrom, lookUp),
    'Recipient of messages': () => examineAddress('MAIL_TO', mailTo, lookUp),
  })
}

async function examineSignIn(url: string): Promise<Finding> {
  const { host } = new URL(url)
  const transport = createTransport({
    url,
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    socketTimeout: 8_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.verify()
    return fine(`${host} accepts the sign-in`)
  } catch (error) {
    return describeFailure(host, error)
  } finally {
    transport.close()
  }
}

function describeFailure(host: string, error: unknown): Finding {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : ''
  if (code === 'EAUTH')
    return failure(
      `${host} refuses the user or the password in SMTP_URL`,
      'Copy both anew, with %40 for @ and the like; many services want a password made for apps',
    )
  if (code === 'ETLS' || /certificate|SSL|TLS|wrong version number/i.test(message))
    return failure(
      `The secure connection to ${host} fails`,
      'Use smtps:// for port 465 and smtp:// for port 587, and the name that is on its certificate',
    )
  if (['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ECONNREFUSED', 'ENOTFOUND'].includes(code))
    return failure(
      `Nothing answers at ${host}`,
      'Compare host and port in SMTP_URL with your mail service; many hosts block port 25, and some 587: use 465',
    )
  return failure(
    `${host} ends the conversation`,
    'Ask your mail service whether this machine may send mails there',
  )
}

async function examineAddress(name: string, address: string, lookUp: TakesMail): Promise<Finding> {
  const domain = bareAddress(address).split('@').at(-1)?.toLowerCase() ?? ''
  if (RESERVED.test(domain))
    return failure(`${name} is only an example`, `Set ${name} in .env to an address that you read`)
  if ((await lookUp(domain)) !== false) return fine(`${name} is a real address`)
  return failure(
    `${name}: nobody takes mail for ${domain}`,
    'Correct the address, or set up MX records at the registrar of the domain',
  )
}
