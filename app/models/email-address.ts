import { regexes } from 'zod/mini'

/** What an email address looks like: the rule of browsers' own email fields, so that no form refuses what another takes. */
export const EMAIL_ADDRESS = regexes.html5Email
