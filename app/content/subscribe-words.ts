/** The page of the mailing list. Spec: 5 Signup forms */
export const SUBSCRIBE = {
  title: 'Stay Connected',
  text: 'New volumes, new wands and the odd secret. We write when there is something to open, and not otherwise.',
  reasons: [
    'First word on new volumes and restocks',
    'Wands before they sell out',
    'Nothing on days when nothing has happened',
  ],
} as const

/** The dialog that opens on other pages. Spec: 2 Email signup popup */
export const POPUP = {
  title: 'Stay Connected',
  text: 'We write when there is a new volume, a new wand or something worth opening. Rarely, in other words.',
  close: 'Not now',
} as const

/** The page that a mail's link opens. */
export const UNSUBSCRIBE = {
  title: 'Leave the mailing list',
  text: 'One press, and we stop writing to you.',
} as const

/** Where the mail leads that asks whoever has left the list. */
export const REJOIN = {
  title: 'Join our mailing list again',
  text: 'One press, and we write to you again when there is something to open.',
} as const
