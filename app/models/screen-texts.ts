/** Heading and text of a page or section without content; the text may contain the markup of `text.ts`. */
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

/** Gives the visitor a number to quote when they write about the error. */
export function errorReference(reference: string): string {
  return `If you write to us, mention this number: ${reference}`
}

export const NO_MERCH: ScreenText = {
  title: 'Coming Soon',
  text: 'The merch shelf is empty for now. Join the mailing list and we will tell you when it is not.',
}

/** Shown for an empty wand list, with the titles that are available. Spec: 8 Empty wand list */
export function noWands(titles: readonly string[]): ScreenText {
  return {
    title: 'No individual wand variants found',
    text: titles.length === 0 ? '' : `Available now: ${titles.join(', ')}`,
  }
}
