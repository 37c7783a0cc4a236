import { oneLine } from './mail.ts'
import { bareAddress } from './message.ts'

/** Who writes, as a store's mails say it. */
export type MailCompany = {
  /** Empty while the owner has not given it, and then left out. */
  readonly legalEntity: string
  readonly legalAddress: string
  /** Where answers go; null has them go to the sender. */
  readonly contactEmail: string | null
}

export type MailCompanies = Readonly<Record<'us' | 'uk', MailCompany>>

/** What the law wants at the foot of a mail: who sends it, and from where. Empty when nothing of it is given. */
export function senderLine({ legalEntity, legalAddress }: MailCompany): string {
  const given = [legalEntity, legalAddress].map((text) => oneLine(text, 300).replace(/\.$/, ''))
  const known = given.filter((text) => text !== '')
  return known.length === 0 ? '' : `${['Wizard Box', ...known].join(', ')}.`
}

/** The company as the variables of the edge runtime tell of it: `NAME`, or `NAME_US` and `NAME_UK` where the stores differ. */
export function companiesOf(read: (name: string) => string | undefined): MailCompanies {
  const inStore = (store: 'US' | 'UK') => {
    const told = (name: string) => (read(`${name}_${store}`) ?? read(name) ?? '').trim()
    return {
      legalEntity: told('LEGAL_ENTITY'),
      legalAddress: told('LEGAL_ADDRESS'),
      contactEmail: bareAddress(told('CONTACT_EMAIL')) || null,
    }
  }
  return { us: inStore('US'), uk: inStore('UK') }
}
