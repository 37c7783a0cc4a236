import type { SignupSource } from '#supabase/functions/_shared/forms/words.ts'
import { withoutMarket } from './market.ts'

/** How a signup in the popup is labelled, by the first part of the page's path. */
const SOURCES = new Map(
  Object.entries<SignupSource>({
    products: 'Products',
    product: 'Product Detail',
    gift: 'Gift',
    'gift-download': 'Gift',
    redeem: 'Redeem',
    waitlist: 'Waitlist',
    about: 'About',
    faq: 'FAQ',
    contact: 'Contact',
    press: 'Press',
  }),
)

/** The label of a signup in the popup; Homepage by default. Spec: 2 Email signup popup */
export function popupSource(pathname: string): SignupSource {
  return SOURCES.get(withoutMarket(pathname).split('/')[1] ?? '') ?? 'Homepage'
}
