import { z } from 'zod'
import { type Finding, failure, fine, listNames } from '#app/models/doctor.ts'
import { type Answer, bodyOf, statusOf } from './checks.server.ts'

const FUNCTIONS = [
  'email-signup',
  'contact-submission',
  'create-gift-discount',
  'duplicate-products-for-uk',
] as const
/** The edge functions of the project; the embedded backend has each of them. */
export type FunctionName = (typeof FUNCTIONS)[number]

const statusBody = z.object({
  function: z.string(),
  missing: z.array(z.string()),
  origin: z.string().nullable(),
})

type FunctionState = 'ready' | 'missing' | 'old' | 'guarded' | 'broken'

function functionStateOf(answer: Answer): FunctionState {
  const status = statusOf(answer)
  if (status === 200) return bodyOf(answer, statusBody) === null ? 'old' : 'ready'
  if (status === 404) return 'missing'
  if (status === 405) return 'old'
  return status === 401 || status === 403 ? 'guarded' : 'broken'
}

/** What is said of functions that are not ready, and of secrets that they lack. @param names listed */
const FUNCTIONS_SAY = {
  missing: (names: string) =>
    failure(`Not deployed: ${names}`, 'Run: npx supabase functions deploy --use-api'),
  old: (names: string) =>
    failure(
      `${names}: deployed from an older version of the shop, or with another project’s keys`,
      'Run again: npx supabase functions deploy --use-api',
    ),
  guarded: (names: string) =>
    failure(
      `Supabase turns the shop’s key away from ${names} (“Verify JWT” is on)`,
      'Run npx supabase functions deploy --use-api in the shop’s folder: supabase/config.toml switches it off',
    ),
  broken: (names: string) =>
    failure(
      `${names} end with an error`,
      'Read their log in Supabase (Edge Functions, Logs), and deploy them again',
    ),
  lackSecrets: (names: string) =>
    failure(
      `The functions lack ${names}`,
      'Put them in supabase/functions/.env and run: npx supabase secrets set --env-file supabase/functions/.env',
    ),
}

/**
 * Whether the functions are deployed, have their secrets, and write links to this shop.
 * @param asService asks the project with its secret key
 */
export async function examineFunctions(
  asService: (path: string) => Promise<Answer>,
  publicOrigin: string | null,
): Promise<Finding[]> {
  const answers = await Promise.all(FUNCTIONS.map((name) => asService(`/functions/v1/${name}`)))
  const states = answers.map(functionStateOf)
  const inState = (state: FunctionState) => FUNCTIONS.filter((_, at) => states[at] === state)
  const told = answers.flatMap((answer) => bodyOf(answer, statusBody) ?? [])
  const named = {
    missing: inState('missing'),
    old: inState('old'),
    guarded: inState('guarded'),
    broken: inState('broken'),
    lackSecrets: [...new Set(told.flatMap(({ missing }) => missing))],
  }
  const findings = (['missing', 'old', 'guarded', 'broken', 'lackSecrets'] as const)
    .filter((what) => named[what].length > 0)
    .map((what) => FUNCTIONS_SAY[what](listNames(named[what])))
  const isOther = (origin: string | null) => origin !== null && origin.replace(/\/+$/, '') !== publicOrigin
  const other = publicOrigin === null ? undefined : told.find(({ origin }) => isOther(origin))
  if (other !== undefined)
    findings.push(
      failure(
        `The functions write links to ${other.origin} into mails, the shop is ${publicOrigin}`,
        `Run: npx supabase secrets set PUBLIC_ORIGIN=${publicOrigin}`,
      ),
    )
  if (findings.length > 0) return findings
  return [fine(`All ${FUNCTIONS.length} functions are deployed and have their secrets`)]
}
