import type { Image } from '../../models/product.ts'

function fileName(url: string): string {
  return (url.split(/[?#]/)[0] ?? '').split('/').at(-1)?.toLowerCase() ?? ''
}

/**
 * Which of the catalogue's pictures shows one of several things that are told apart by a word, such as an edition:
 * the one with the word in its file name, else the only one whose text has it and none of the others.
 * @param word and `others` in lowercase, words of several parts joined by "-"
 * @returns the picture's place, or null
 */
export function findPicture(
  images: readonly Image[],
  word: string,
  others: readonly string[],
): number | null {
  const byFile = images.findIndex((image) => fileName(image.url).includes(word))
  if (byFile >= 0) return byFile
  const toWords = (slug: string) => slug.replaceAll('-', ' ')
  const byText = images.findIndex((image) => {
    const text = (image.altText ?? '').toLowerCase()
    return (
      text.includes(toWords(word)) && !others.some((other) => other !== word && text.includes(toWords(other)))
    )
  })
  return byText >= 0 ? byText : null
}

/** A few words of a picture's text: what stands before the first colon or comma. */
export function shortAltText(altText: string | null): string {
  return (altText ?? '').split(/[:,;]/)[0]?.trim() ?? ''
}
