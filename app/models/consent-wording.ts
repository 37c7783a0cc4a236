/* Texts shown with mailing-list forms. The stored consent has the same wording, with the text of the policy link. */

const SEE_POLICY = 'See our Privacy Policy.'

export const WAITLIST_CONSENT_TEXT =
  'Joining the waitlist also adds you to our mailing list. Leave whenever you like.'
export const CONTACT_SUBSCRIBE = 'Subscribe to our Mailing List'

/** What somebody agrees to by signing up, by the source of the signup. */
export function signupConsentText(source: string): string {
  switch (source) {
    case 'Footer':
      return 'By joining you ask for our emails.'
    case 'Subscribe Page':
      return 'By joining you ask for our emails. Every one has a way out.'
    default:
      return 'By joining you ask for our emails. Leave whenever you like.'
  }
}

/** The complete wording that a person agreed to, for the consent record. */
export function consentWording(promise: string): string {
  return promise.endsWith('.') ? `${promise} ${SEE_POLICY}` : `${promise}. ${SEE_POLICY}`
}
