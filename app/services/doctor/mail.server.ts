import { Resolver } from 'node:dns/promises'
import { createTransport } from 'nodemailer'
import { bareAddress } from '../../../supabase/functions/_shared/mail/message.ts'
import type { Finding } from '../../models/doctor.ts'
import type { Config } from '../config/env.server.ts'
import type { Check } from './checks.server.ts'
import { CONFIGURATION_SAYS, MAIL_SAYS } from './words.server.ts'

/** Whether a domain takes mail; null when nobody could tell. */
export type TakesMail = (domain: string) => Promise<boolean | null>

const UNKNOWN_NAME = new Set(['ENOTFOUND', 'ENODATA'])

/** Looks the mail servers of a domain up: its MX records, or the domain itself where it has none. */
export const takesMail: TakesMail = async (domain) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
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
export function mailChecks(config: Config, lookUp: TakesMail): Check[] {
  return [
    {
      service: 'Mail',
      what: 'Sign-in',
      run: async () =>
        config.smtpUrl === null
          ? [CONFIGURATION_SAYS.embedded('Mail', 'SMTP_URL, MAIL_FROM and MAIL_TO')]
          : [await examineSignIn(config.smtpUrl)],
    },
    ...(
      [
        ['MAIL_FROM', config.mailFrom],
        ['MAIL_TO', config.mailTo],
      ] as const
    ).map(
      ([name, address]): Check => ({
        service: 'Mail',
        what: name === 'MAIL_FROM' ? 'Sender' : 'Recipient of messages',
        run: async () => [await examineAddress(name, address, lookUp)],
      }),
    ),
  ]
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
    return MAIL_SAYS.signedIn(host)
  } catch (error) {
    return describeFailure(host, error)
  } finally {
    transport.close()
  }
}

function describeFailure(host: string, error: unknown): Finding {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : ''
  if (code === 'EAUTH') return MAIL_SAYS.refused(host)
  if (code === 'ETLS' || /certificate|SSL|TLS|wrong version number/i.test(message))
    return MAIL_SAYS.insecure(host)
  if (['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ECONNREFUSED', 'ENOTFOUND'].includes(code))
    return MAIL_SAYS.silent(host)
  return MAIL_SAYS.failed(host)
}

async function examineAddress(name: string, address: string, lookUp: TakesMail): Promise<Finding> {
  const domain = bareAddress(address).split('@').at(-1)?.toLowerCase() ?? ''
  if (RESERVED.test(domain)) return MAIL_SAYS.exampleAddress(name)
  return (await lookUp(domain)) === false ? MAIL_SAYS.noMailServer(name, domain) : MAIL_SAYS.realAddress(name)
}
