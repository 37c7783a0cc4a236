import type { z } from 'zod'
import { type Given, listOf, type Values } from './variables.server.ts'

/** Thrown by `parseConfig`: `problems` has one readable line for each setting to correct. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

type Name = keyof Given

/** Gives tokens of a day for the Admin API, in place of a lasting one. */
const CLIENT = ['ADMIN_API_CLIENT_ID', 'ADMIN_API_CLIENT_SECRET'] as const

/** The problem unless something is right. */
const unless = (isRight: unknown, problem: string): string[] => (isRight ? [] : [problem])

/**
 * Problems of the values, and of those that are missing or do not fit together: an order at a demo store must not give a real
 * gift. @param parsed the given variables
 */
export function configProblems(given: Given, { error }: z.ZodSafeParseResult<Values>): string[] {
  const hasStore = given.ADMIN_API_URL ?? given.STOREFRONT_API_URL
  // Alone, that token is the embedded store's, and makes nothing real.
  const { ADMIN_API_TOKEN: adminToken, ...others } = given
  const counted: Given = hasStore ? given : others
  const isSet = (name: Name) => counted[name] !== undefined
  const client = CLIENT.filter(isSet)
  const usesPrivate = !isSet('STOREFRONT_API_TOKEN') && isSet('STOREFRONT_API_PRIVATE_TOKEN')
  const usesClient = !isSet('ADMIN_API_TOKEN') && client.length > 0
  /** The services that are all real or all embedded, with the variables that each needs. */
  const services: [Name, ...Name[]][] = [
    ['STOREFRONT_API_URL', usesPrivate ? 'STOREFRONT_API_PRIVATE_TOKEN' : 'STOREFRONT_API_TOKEN'],
    ['ADMIN_API_URL', ...(usesClient ? CLIENT : (['ADMIN_API_TOKEN'] as const))],
    ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'],
    ['SMTP_URL'],
  ]
  const real = services.filter((names) => names.some(isSet))
  const embedded = services.filter((names) => !names.some(isSet))
  const isMixed = real.length > 0 && given.ALLOW_EMBEDDED !== '1'
  return [
    ...(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []),
    ...real.flatMap((names) => {
      const set = names.filter(isSet)
      const need = `${set.join(' and ')} ${set.length > 1 ? 'need' : 'needs'} it`
      return names.filter((name) => !isSet(name)).map((name) => `${name} is missing: ${need}`)
    }),
    ...unless(
      adminToken === undefined || client.length === 0,
      `ADMIN_API_TOKEN and ${client.join(' and ')} are set: only one kind of token can be used, remove the other`,
    ),
    ...(isMixed ? embedded : []).map(
      ([name]) =>
        `${name} is missing: ${real[0]?.[0]} is a real service, and real and embedded ones are mixed only with ALLOW_EMBEDDED=1`,
    ),
    ...unless(
      real.length === 0 || given.PUBLIC_ORIGIN,
      'PUBLIC_ORIGIN is missing: real services are configured, so the shop has to know its own address',
    ),
    ...unless(
      !(hasStore ?? given.SUPABASE_URL) || listOf(given.SESSION_SECRET).length > 0,
      'SESSION_SECRET is missing: real services are configured, so sessions need a secret of your own',
    ),
  ]
}
