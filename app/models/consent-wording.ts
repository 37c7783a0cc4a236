/** What stands beside a form that puts somebody on the mailing list; the record of the consent holds it with its link. */
const SEE_POLICY = 'See our Privacy Policy.'

export const WAITLIST_PROMISE =
  'Joining the waitlist also adds you to our mailing list. Leave whenever you like.'
export const CONTACT_SUBSCRIBE = 'Subscribe to our Mailing List'

/** The promise of a signup form, which says a little more or less by its place. */
export function signupPromise(source: string): string {
  switch (source) {
    case 'Footer':
      return 'By joining you ask for our emails.'
    case 'Subscribe Page':
      return 'By joining you ask for our emails. Every one has a way out.'
    default:
      return 'By joining you ask for our emails. Leave whenever you like.'
  }
}

/** The words that somebody agreed to, whole. */
export function consentWording(promise: string): string {
  return promise.endsWith('.') ? `${promise} ${SEE_POLICY}` : `${promise}. ${SEE_POLICY}`
}
