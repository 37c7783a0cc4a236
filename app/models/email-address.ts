import { regexes } from 'zod/mini'

/** The rule of `<input type="email">`, so that browser and server accept the same addresses. */
export const EMAIL_ADDRESS = regexes.html5Email
