import { failure, fine, listNames, warning } from '../../models/doctor.ts'
import { SILENCE, type SilenceReason } from './words.server.ts'

/** What the doctor says of Supabase. */
export const SUPABASE_SAYS = {
  answers: (host: string) => fine(`${host} answers, and accepts the publishable key`),
  silent: (host: string, reason: SilenceReason) =>
    failure(
      SILENCE[reason](host),
      'Compare SUPABASE_URL with Project URL in Supabase (Project Settings, Data API); a paused project has to be restored there',
    ),
  paused: failure(
    'The project is paused',
    'Restore it in Supabase’s dashboard; a free project sleeps after a week without visitors',
  ),
  notSupabase: (host: string, status: number) =>
    failure(
      `What answers at ${host} is no Supabase project (${status})`,
      'Set SUPABASE_URL to the Project URL in Supabase (Project Settings, Data API), without a path',
    ),
  openKeyRefused: failure(
    'The project does not accept SUPABASE_PUBLISHABLE_KEY',
    'Copy the publishable key of this project anew (Project Settings, API Keys)',
  ),
  secretKeyAccepted: (isLegacy: boolean) =>
    isLegacy
      ? warning(
          'The project accepts SUPABASE_SECRET_KEY, which is of the legacy kind',
          'Before Supabase ends them, replace both keys by a publishable and a secret one (Project Settings, API Keys)',
        )
      : fine('The project accepts SUPABASE_SECRET_KEY'),
  secretKeyRefused: failure(
    'The project does not accept SUPABASE_SECRET_KEY',
    'Copy a secret key of this project anew (Project Settings, API Keys); it may have been deleted or belong to another project',
  ),
  secretKeyIsPublic: failure(
    'SUPABASE_SECRET_KEY may not do what a secret key may',
    'Put the secret key there (sb_secret_…), not the publishable one',
  ),
  otherProject: (name: string) =>
    failure(
      `${name} belongs to another project than SUPABASE_URL`,
      'Copy address and keys from the same project',
    ),
  keyExpired: (name: string) =>
    failure(`${name} has expired`, 'Replace it by a key of today’s kind (Project Settings, API Keys)'),
  migrated: (count: number) => fine(`All ${count} migrations are applied`),
  notMigrated: (names: readonly string[]) =>
    failure(
      `Not applied: ${listNames(names)}`,
      'Run: npx supabase db push (after npx supabase link --project-ref …)',
    ),
  closed: (count: number) => fine(`None of the ${count} tables can be read with the publishable key`),
  open: (tables: readonly string[]) =>
    failure(
      `Anybody can read ${listNames(tables)} with the publishable key`,
      'Run: npx supabase db push; if it stays, switch on row-level security for these tables and remove their policies',
    ),
  functionsReady: (count: number) => fine(`All ${count} functions are deployed and have their secrets`),
  functionsMissing: (names: readonly string[]) =>
    failure(`Not deployed: ${listNames(names)}`, 'Run: npx supabase functions deploy --use-api'),
  functionsOld: (names: readonly string[]) =>
    failure(
      `${listNames(names)}: deployed from an older version of the shop, or with another project’s keys`,
      'Run again: npx supabase functions deploy --use-api',
    ),
  functionsGuarded: (names: readonly string[]) =>
    failure(
      `Supabase turns the shop’s key away from ${listNames(names)} (“Verify JWT” is on)`,
      'Run npx supabase functions deploy --use-api in the shop’s folder: supabase/config.toml switches it off',
    ),
  functionsBroken: (names: readonly string[]) =>
    failure(
      `${listNames(names)} end with an error`,
      'Read their log in Supabase (Edge Functions, Logs), and deploy them again',
    ),
  secretsMissing: (names: readonly string[]) =>
    failure(
      `The functions lack ${listNames(names)}`,
      'Put them in supabase/functions/.env and run: npx supabase secrets set --env-file supabase/functions/.env',
    ),
  otherOrigin: (theirs: string, ours: string) =>
    failure(
      `The functions write links to ${theirs} into mails, the shop is ${ours}`,
      `Run: npx supabase secrets set PUBLIC_ORIGIN=${ours}`,
    ),
  signUpOff: fine('Nobody can make an account for themselves'),
  signUpOn: failure(
    'Anybody can make an account',
    'Run npx supabase config push, or switch “Allow new users to sign up” off (Authentication, Sign In / Providers)',
  ),
  passwordsOff: failure(
    'Nobody can sign in with a password, the owner neither',
    'Switch the Email provider on (Authentication, Sign In / Providers)',
  ),
  owner: (count: number) =>
    count === 1
      ? fine('There is an owner’s account')
      : warning(`${count} accounts have the owner’s role`, 'Take it from those that are not the owner’s'),
  noOwner: (accounts: number) =>
    accounts === 0
      ? failure(
          'There is no account for the owner',
          'Make one (Authentication, Users, Add user), then give it the role as docs/deploy.md tells',
        )
      : failure(
          'No account has the owner’s role',
          'Give it to the owner’s account with the statement in docs/deploy.md (SQL Editor)',
        ),
  ownerUnconfirmed: failure(
    'The owner’s account has not confirmed its email, and cannot sign in',
    'Delete it and make it again with “Auto Confirm User” (Authentication, Users)',
  ),
  unreadable: (status: number) =>
    failure(
      status === 0 ? 'Supabase did not answer' : `Supabase answered ${status}, which the shop cannot read`,
      'Run this again in a minute; if it stays, look at status.supabase.com',
    ),
} as const
