/** The choices of the contact form. Spec: 3 Contact subjects */
export const CONTACT_SUBJECTS = [
  'Order Inquiry',
  'Product Question',
  'Return/Exchange',
  'Press Inquiry',
  'Media Collaboration',
  'Wholesale Inquiry',
  'Other',
] as const

export type ContactSubject = (typeof CONTACT_SUBJECTS)[number]

/** The subject of `/contact?subject=…`; '' when it is none of the choices. */
export function subjectOf(requested: string | null): ContactSubject | '' {
  return CONTACT_SUBJECTS.find((subject) => subject === requested) ?? ''
}
