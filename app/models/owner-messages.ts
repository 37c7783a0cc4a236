import { failure, info, success, type Toast } from './messages.ts'

/** Messages of the admin about the result of an action. Spec: 8 Admin */
export const OWNER_TOASTS = {
  markedComplete: success('Marked as complete'),
  updateFailed: failure('Failed to update'),
  duplicateFailed: failure(
    'Failed to duplicate products',
    'Run it again: it finishes what was begun, and makes nothing twice.',
  ),
  passwordChanged: success('Your password is changed. Please sign in with it.'),
  signedOutEverywhere: success('You are signed out everywhere.'),
  signedOut: info('You are signed out. Good night.'),
  notSaved: failure('That did not save. Nothing has changed. Please try again.'),
  gone: failure('That is not here any more.'),
  mailFailed: failure('The email could not be sent. It stays in the outbox.'),
  giftNotOpen: failure('That gift is no longer open. Nothing was sent.'),
  notAnAddress: failure('That is not an email address. Nothing was sent.'),
  mailTaken: info('That email has been sent, or is being sent just now.'),
  noAddress: failure('There is no address to send to.'),
  mailSent: success('Sent.'),
  answered: success('Marked as answered.'),
  released: success('Sent on, as if it had come just now.'),
  orderAsked: success('The order is being read again.'),
  orderNotFound: failure('The store has no order with that number.'),
  orderNotAsked: failure('The order could not be read. Please try again.'),
  giftsMade: success('The gifts of this order are being made.'),
  appOn: success('Your sign-in needs your password and your app.'),
  appOff: info('Your sign-in needs a password only.'),
  companySaved: success('Saved. Pages and emails have it from now on.'),
  companySame: info('Nothing was changed.'),
  companyStale: failure(
    'That did not save: somebody else has saved this page since you opened it.',
    'What you typed is still here. Open the page in another tab to see what was saved; to keep yours in its place, save again.',
  ),
  companyWrong: failure('That did not save. Please mend the marked fields.'),
} satisfies Record<string, Toast>

/** Shown in place of a list when the backend is unreachable. */
export const LIST_UNREACHABLE = 'This list cannot be reached just now. The rest of the room works.'

/** @param retryAfter seconds */
const refused = (status: number, title: string, text?: string, retryAfter?: number) => ({
  ...{ status, retryAfter },
  toast: failure(title, text),
})
const SIGNED_OUT = 'You have been signed out. Please sign in again.'

/** Why nobody is let in, or how the owner signs in is not changed, with the answer to it. */
export const REFUSALS = {
  anonymous: refused(403, SIGNED_OUT, 'What you just did was not saved.'),
  /** The session has ended, or was never valid. */
  expired: { ...refused(403, SIGNED_OUT), toast: info(SIGNED_OUT) },
  'not-owner': refused(403, 'This room is for the owner.'),
  'wrong-password': refused(401, 'That email and password do not open this door.'),
  'not-your-password': refused(401, 'That is not your password.'),
  'wrong-code': refused(401, 'That code does not fit. Codes change every 30 seconds: try the next one.'),
  'too-many-tries': refused(429, 'Too many tries. Please wait a few minutes.', '', 900),
  busy: refused(503, 'Too many people are at this door just now. Please try again in a minute.', '', 10),
  unreachable: refused(
    503,
    'The room cannot be reached just now.',
    'We could not check that it is you, so nothing is shown and nothing has changed. Please try again in a minute.',
  ),
  'weak-password': refused(422, 'That password was not accepted. Please choose a longer one.'),
  'fixed-password': refused(
    409,
    'OWNER_PASSWORD is set, and every start sets that password.',
    'Change it there, where the shop runs, or remove it first.',
  ),
  'not-saved': refused(409, OWNER_TOASTS.notSaved.title),
  'not-reached': refused(503, OWNER_TOASTS.notSaved.title),
}
export type Refusal = keyof typeof REFUSALS

/** Stored as the error of a gift mail that was never sent. */
export const ORDER_WITHOUT_ADDRESS = 'The order has no email address that a mail can be sent to.'

export function giftMailSent(email: string): Toast {
  return success(`Sent to ${email}.`)
}

/** What the owner has to know of an order that was reported. */
export const ORDER_REPORTS = {
  'unknown-order': 'The store has rung about it for a day, and does not know it.',
  'too-many-gifts': 'It has more gifts than were given to it: a gift discount makes every unit free.',
  'upgrades-without-gift': 'It has upgrades without their gift, which pays for the rest of them.',
  'gift-not-open': 'Its gift was redeemed by another order, or revoked, and yet it was free.',
  'redeemed-gift-refunded': 'A gift of it was refunded that its recipient has redeemed.',
  'no-gift-bundles': 'It has a wrapping, but its product has no gift bundles: no gift made.',
  'no-wrapping': 'No wrapping: no gift made.',
}
export type OrderReport = keyof typeof ORDER_REPORTS
