/** Heading and text of a page or section without content; the text may contain the markup of `inline-text.ts`. */
export type ScreenText = { readonly title: string; readonly text: string }

const UNAVAILABLE = 'Store Temporarily Unavailable'

/** Shown while the catalogue is unavailable. Spec: 2 Product detail, 8 Messages */
export const STORE_UNAVAILABLE: Record<'home' | 'products' | 'product', ScreenText> = {
  home: { title: UNAVAILABLE, text: "We're experiencing technical difficulties. Please check back soon!" },
  products: {
    title: UNAVAILABLE,
    text: 'We’re experiencing technical difficulties, so the shelves are out of reach just now. Please try again in a few minutes. If the issue persists, please contact us through our [contact form](/contact).',
  },
  product: { title: UNAVAILABLE, text: "We're experiencing technical difficulties. Please try again later." },
}

export const PRODUCT_NOT_FOUND: ScreenText = {
  title: 'Product not found',
  text: 'This product may have been removed or is no longer available.',
}
export const PAGE_NOT_FOUND: ScreenText = {
  title: 'Oops! Page not found',
  text: 'Every other door is open.',
}
export const UNEXPECTED_ERROR: ScreenText = {
  title: 'Unexpected Application Error!',
  text: 'Something broke on our side. Your cart is safe. Please try again, and if it happens twice, tell us.',
}

/** Shown where other sites on the owner's domain have set so many cookies that the server refuses to read them. */
export const TOO_MANY_COOKIES: ScreenText = {
  title: 'Too many cookies',
  text: 'Your browser sent more cookies than this shop can read. Please delete the cookies of this site in your browser’s settings, then try again. What is in your cart will have to be chosen again.',
}

/** Shown instead of any page where more is sent at a time than fits into memory. */
export const TOO_BUSY: ScreenText = {
  title: 'One moment, please',
  text: 'The shop is getting more than it can read at once. Nothing was changed: please go back and try again in a few seconds.',
}

/** By what somebody who writes about an error can name it. */
export function errorReference(reference: string): string {
  return `If you write to us, mention this number: ${reference}`
}

export const NO_PRODUCTS: ScreenText = {
  title: 'No products found',
  text: 'We are still setting out the stock. Please look in again soon.',
}
export const NOTHING_ON_SHELF = 'Nothing on this shelf.'
export const NO_MERCH: ScreenText = {
  title: 'Coming Soon',
  text: 'The merch shelf is empty for now. Join the mailing list and we will tell you when it is not.',
}
