import { failure, fine, listNames, warning } from './doctor.ts'

/** What the doctor says of each service: what it found, and in one line what the owner can do. */

/** Why a service did not answer. */
export type SilenceReason = 'unknown-host' | 'refused' | 'certificate' | 'silent'

const SILENCE: Readonly<Record<SilenceReason, (host: string) => string>> = {
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

export const FRONT_DOOR_SAYS = {
  answers: (origin: string) => fine(`${origin} is this shop, and knows its visitors`),
  noAddress: failure(
    'The shop does not know its own address',
    'Set PUBLIC_ORIGIN and ALLOWED_HOSTS in .env to the domain, such as https://shop.example and shop.example',
  ),
  notHttps: failure(
    'PUBLIC_ORIGIN is http: passwords and addresses of shoppers would travel in the open',
    'Serve it by https (docs/deploy.md shows a proxy that does it), and write https:// there',
  ),
  silent: (origin: string, reason: SilenceReason) =>
    failure(
      SILENCE[reason](new URL(origin).host),
      'Start the shop and its proxy, point the domain at them, and compare PUBLIC_ORIGIN',
    ),
  redirects: (origin: string, to: string) =>
    failure(
      `${origin} leads on to ${to}`,
      `Set PUBLIC_ORIGIN and ALLOWED_HOSTS to ${to}, or end that redirect`,
    ),
  notOurs: (origin: string, status: number) =>
    failure(
      `What answers at ${origin} is not this shop, or one with another configuration (${status})`,
      'Point the domain at this shop, and start it again after each change of .env',
    ),
  otherOrigin: (theirs: string) =>
    failure(`The shop that answers takes itself for ${theirs}`, 'Start it again: it runs on an older .env'),
  takesForHttp: failure(
    'The shop takes its visitors for http ones: their cookies are not kept to https',
    'Set TRUST_PROXY to the number of proxies in front of it, and let the nearest send X-Forwarded-Proto',
  ),
  forged: failure(
    'Visitors can choose the address that the shop sees: limits against guessing are worth nothing',
    'Lower TRUST_PROXY to the number of proxies in front, and let no one reach the shop past them',
  ),
  oneVisitor: (address: string) =>
    warning(
      `The shop sees ${address} as the visitor: if that is a proxy’s, all visitors count as one`,
      'Unless this runs on the machine of the shop: raise TRUST_PROXY, and let each proxy send X-Forwarded-For',
    ),
  webhooksTaken: fine('A signed notice reaches the shop, and its signature is accepted'),
  webhooksOtherSecret: failure(
    'The shop refuses a notice that is signed with WEBHOOK_SECRET',
    'Start the shop again: it runs with another secret than the one in .env',
  ),
  webhooksBlocked: (status: number) =>
    failure(
      `Something in front of the shop stops notices at /webhooks (${status})`,
      'Let POST through to /webhooks, with bodies of up to 8 MB and without a login or a challenge',
    ),
  noWebhookSecret: failure(
    'WEBHOOK_SECRET is not set: every order that Shopify reports is refused',
    'Set it to the secret of the app that the webhooks belong to',
  ),
  webhooksRefused: (count: number, lastAt: string) =>
    warning(
      `${count} notices of the last day had a signature of another secret, the last one at ${lastAt}`,
      'Set WEBHOOK_SECRET to the secret of the app that made the webhooks (Shopify, the app’s API credentials)',
    ),
  webhooksOfApp: failure(
    'WEBHOOK_SECRET is not the secret of the app: Shopify signs its webhooks with ADMIN_API_CLIENT_SECRET',
    'Set WEBHOOK_SECRET to the same value as ADMIN_API_CLIENT_SECRET',
  ),
  webhooksGood: fine('No notice was refused for its signature during the last day'),
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

export const SHOPIFY_SAYS = {
  answers: (host: string) => fine(`${host} answers, and accepts the storefront token`),
  silent: (host: string, reason: SilenceReason) =>
    failure(
      SILENCE[reason](host),
      'Compare STOREFRONT_API_URL: https://your-store.myshopify.com/api/2025-07/graphql.json',
    ),
  notShopify: (name: string, host: string, status: number) =>
    failure(
      `What answers at ${host} is no Shopify API (${status})`,
      `Set ${name} to the complete address, as .env.example shows it`,
    ),
  closed: failure(
    'The store is frozen or not paid for (402)',
    'Choose a plan in Shopify’s admin (Settings, Plan)',
  ),
  tokenRefused: (name: string) =>
    failure(
      `Shopify does not accept ${name}`,
      'Copy the Storefront API token of the app anew; it may have been deleted, be of the other kind, or one for the Admin API',
    ),
  scopesComplete: fine('The token may do all that the shop needs'),
  scopeMissing: (scope: string, token: string) =>
    failure(
      `${token} lacks the permission ${scope}`,
      `Add ${scope} to the app’s scopes in Shopify, install the app again, and copy its token`,
    ),
  version: (version: string) => fine(`Shopify answers in version ${version}, the one that was asked for`),
  otherVersion: (name: string, asked: string, answered: string) =>
    warning(
      `Shopify answers in version ${answered}: the one that was asked for, ${asked}, is over`,
      `Write ${answered} in place of ${asked} in ${name}, and look for a newer version of this shop now and then`,
    ),
  market: (name: string, currency: string) => fine(`${name} is sold to in ${currency}`),
  marketMissing: (name: string, code: string) =>
    failure(
      `The store has no market with ${name} (${code})`,
      `Add the country to an active market in Shopify (Settings, Markets), or run: npm run setup`,
    ),
  marketCurrency: (name: string, wanted: string, given: string) =>
    failure(
      `Visitors from ${name} are shown ${given} instead of ${wanted}`,
      `Set the currency of its market to ${wanted} in Shopify (Settings, Markets), or run: npm run setup`,
    ),
  adminAnswers: (host: string) => fine(`${host} accepts the Admin API’s token`),
  adminSilent: (host: string, reason: SilenceReason) =>
    failure(
      SILENCE[reason](host),
      'Compare ADMIN_API_URL: https://your-store.myshopify.com/admin/api/2025-07/graphql.json',
    ),
  adminTokenRefused: failure(
    'Shopify does not accept ADMIN_API_TOKEN',
    'Copy it anew from the app, or set ADMIN_API_CLIENT_ID and ADMIN_API_CLIENT_SECRET in its place, with which the shop gets its own',
  ),
  adminClientRefused: (reason: string) =>
    failure(
      `Shopify gives no token for ADMIN_API_CLIENT_ID and ADMIN_API_CLIENT_SECRET (${reason})`,
      'Copy both anew from the app in the developer dashboard, and see that the app is installed in this store',
    ),
  overPowerful: (scopes: readonly string[]) =>
    warning(
      `The Admin API’s token may do more than the shop needs: ${listNames(scopes)}`,
      'Take these from the app’s scopes in Shopify and install it again: whoever stole the token could use them',
    ),
  otherStore: (storefront: string, admin: string) =>
    failure(
      `The Storefront API is of ${storefront}, the Admin API of ${admin}`,
      'Set both addresses to the same store',
    ),
  storeComplete: fine('The store has every product, price, delivery and webhook that the shop requires'),
  unreadable: (name: string) =>
    failure(
      `Shopify’s ${name} gave an answer that the shop cannot read`,
      'Run this again in a minute; if it stays, look at shopifystatus.com',
    ),
} as const
