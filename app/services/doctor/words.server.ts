import { failure, fine, warning } from '../../models/doctor.ts'

/** What the doctor says: what it found, and in one line what the owner can do. */

/** Why a service did not answer. */
export type SilenceReason = 'unknown-host' | 'refused' | 'certificate' | 'silent'

/** Why a service did not answer, in words. @param host of the service */
export const SILENCE: Readonly<Record<SilenceReason, (host: string) => string>> = {
  'unknown-host': (host) => `There is no ${host}`,
  refused: (host) => `Nothing answers at ${host}`,
  certificate: (host) => `The certificate of ${host} is not valid`,
  silent: (host) => `${host} does not answer in time`,
}

export const CHECK_TOO_SLOW = (seconds: number) =>
  failure(
    `It did not answer within ${seconds} seconds`,
    'Run this again in a minute; if it stays, look at the status page of the service',
  )

export const CHECK_FAILED = (name: string) =>
  failure(`The check itself ended with ${name}`, 'Report this: it is a mistake of the shop, not yours')

export const CONFIGURATION_SAYS = {
  complete: fine('Every setting is there and fits the others'),
  problem: (problem: string) =>
    failure(problem, 'Correct it in .env (.env.example explains each setting), and run this again'),
  embedded: (name: string, variables: string) =>
    failure(
      `${name} is embedded: good for trying the shop, not for selling`,
      `Set ${variables} in .env, as docs/deploy.md tells`,
    ),
  strongSecret: fine('SESSION_SECRET is long and random'),
  noSecret: failure('SESSION_SECRET is not set', 'Put 32 random characters there: openssl rand -base64 32'),
  weakSecret: failure(
    'SESSION_SECRET can be guessed, and with it carts and the links to gift letters be forged',
    'Put a new one of 32 random characters in front, with a comma: openssl rand -base64 32',
  ),
  oldWeakSecret: warning(
    'An older SESSION_SECRET can be guessed, and is still accepted',
    'Remove it 30 days after the new one was put in front of it',
  ),
} as const

export const MAIL_SAYS = {
  signedIn: (host: string) => fine(`${host} accepts the sign-in`),
  silent: (host: string) =>
    failure(
      `Nothing answers at ${host}`,
      'Compare host and port in SMTP_URL with your mail service; many hosts block port 25, and some 587: use 465',
    ),
  refused: (host: string) =>
    failure(
      `${host} refuses the user or the password in SMTP_URL`,
      'Copy both anew, with %40 for @ and the like; many services want a password made for apps',
    ),
  insecure: (host: string) =>
    failure(
      `The secure connection to ${host} fails`,
      'Use smtps:// for port 465 and smtp:// for port 587, and the name that is on its certificate',
    ),
  failed: (host: string) =>
    failure(
      `${host} ends the conversation`,
      'Ask your mail service whether this machine may send mails there',
    ),
  realAddress: (name: string) => fine(`${name} is a real address`),
  exampleAddress: (name: string) =>
    failure(`${name} is only an example`, `Set ${name} in .env to an address that you read`),
  noMailServer: (name: string, domain: string) =>
    failure(
      `${name}: nobody takes mail for ${domain}`,
      'Correct the address, or set up MX records at the registrar of the domain',
    ),
} as const

export const REDIS_SAYS = {
  none: fine('Not used: one instance of the shop needs none'),
  answers: (host: string) => fine(`${host} answers, and keeps what it is given`),
  silent: (host: string) =>
    failure(`Nothing answers at ${host}`, 'Start Redis, or correct REDIS_URL; with one instance, remove it'),
  refused: (host: string) =>
    failure(`${host} refuses the user or the password`, 'Copy REDIS_URL anew from your Redis service'),
  full: (host: string) =>
    failure(`${host} accepts no writes`, 'Set its maxmemory-policy to allkeys-lru, or give it more memory'),
} as const

export const COMPANY_SAYS = {
  complete: fine('Every fact that the law wants shown is there'),
  missing: (facts: readonly string[]) =>
    failure(`Missing: ${facts.join('; ')}`, 'Fill them in in the owner’s room, at /admin/company'),
  unreadable: failure('They could not be read', 'Mend what Supabase is told above, then check again'),
} as const

export const CLOCK_SAYS = {
  right: fine('The clocks of this machine and of the services agree'),
  off: (service: string, seconds: number, isAhead: boolean) => {
    const found = `This machine’s clock is ${seconds} seconds ${isAhead ? 'ahead of' : 'behind'} ${service}’s`
    const mend = 'Let the machine set its clock by itself: timedatectl set-ntp true'
    return seconds >= 120 ? failure(found, mend) : warning(found, mend)
  },
  unknown: warning('No service told the time', 'Mend the other lines first'),
} as const
