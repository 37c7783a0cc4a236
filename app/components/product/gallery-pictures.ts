import { pictureOfImageUrl } from '#app/models/picture-sources.ts'
import type { Image } from '#app/models/product.ts'

function fileName(url: string): string {
  return (url.split(/[?#]/)[0] ?? '').split('/').at(-1)?.toLowerCase() ?? ''
}

/**
 * Finds the catalogue picture of a variant, such as an edition: the first one with the slug in its file name, else
 * the first one whose alt text names this variant and no other.
 * @param word slug of the variant: lowercase, words joined by "-"
 * @param others slugs of all variants
 * @returns index of the picture, or null
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

/** The alt text that the owner gave a picture, or that of our own pictures; empty where there is neither. */
export function altText({ url, altText: given }: Pick<Image, 'url' | 'altText'>): string {
  return given || pictureOfImageUrl(url).alt
}

/** How far from square a picture may be to fill a square frame: a fifth of it is cut off at most. */
const MAX_RATIO = 1.25

/** Whether a picture fills a square frame without losing what it shows. */
export function fillsSquare({ width, height }: Pick<Image, 'width' | 'height'>): boolean {
  if (!width || !height) return false
  return Math.max(width / height, height / width) <= MAX_RATIO
}

/** The alt text up to the first colon, comma or semicolon. */
export function shortAltText(altText: string | null): string {
  return (altText ?? '').split(/[:,;]/)[0]?.trim() ?? ''
}
