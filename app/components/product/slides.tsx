import type { ReactNode } from 'react'
import type { Image } from '#app/models/product.ts'
import { FILMS, Film } from '../page/film.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'

/** What is rendered twice: on the stage of a gallery, and as a thumbnail. */
export type Slide = {
  readonly key: string
  readonly label: string
  /** Slug of the edition that it shows. */
  readonly edition?: string
  readonly isFilm?: boolean
  readonly className?: string
  readonly render: (place: { sizes: string; isThumb: boolean; priority: boolean }) => ReactNode
}

const SLIDE_PICTURE = 'absolute inset-0 size-full object-cover'

/** How far from square a picture may be to fill a square frame: a fifth of it is cut off at most. */
const MAX_RATIO = 1.25

/** The slide of each catalogue picture of a product: with the owner's words, or its name. */
export function pictureSlides(title: string, images: readonly Image[]): Slide[] {
  return images.map((image, index) => {
    const name = images.length > 1 ? `${title}, picture ${index + 1}` : title
    const alt = image.altText || name
    const ratio = (image.width ?? 0) / (image.height ?? 0)
    const fillsSquare = ratio >= 1 / MAX_RATIO && ratio <= MAX_RATIO
    return {
      key: image.url,
      label: (image.altText ?? '').split(/[:,;]/)[0]?.trim() ?? '',
      render: ({ isThumb, ...place }) => (
        <Picture
          image={image}
          {...place}
          alt={isThumb ? undefined : alt}
          // A picture of another shape would lose what it shows.
          className={isThumb || fillsSquare ? SLIDE_PICTURE : 'absolute inset-0 size-full object-contain'}
        />
      ),
    }
  })
}

/** A silent product film: a picture until it is played, as video controls alone take a slow phone longer than the rest. */
export function filmSlide(volume: 'vol1' | 'vol2'): Slide {
  const name = `${volume}-tall` as const
  return {
    key: 'film',
    label: 'Demo video',
    isFilm: true,
    className: 'bg-soot',
    render: ({ sizes, isThumb }) =>
      isThumb ? (
        <>
          <Picture name={`film-${volume}-wide-closed`} sizes={sizes} className={SLIDE_PICTURE} />
          <span className="absolute inset-0 grid place-items-center bg-veil text-gilt-bright">
            <Icon name="play" className="size-6" />
          </span>
        </>
      ) : (
        <Film name={name} sizes={sizes} alt={FILMS[name].text} className="absolute inset-0 aspect-auto" />
      ),
  }
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
  others: readonly string[] = [],
): number | null {
  const names = (text: string | null, slug: string) => text?.toLowerCase().includes(slug.replaceAll('-', ' '))
  const byFile = images.findIndex(({ url }) =>
    url
      .replace(/[?#].*|.*\//g, '')
      .toLowerCase()
      .includes(word),
  )
  const found =
    byFile >= 0
      ? byFile
      : images.findIndex(
          ({ altText }) =>
            names(altText, word) && !others.some((other) => other !== word && names(altText, other)),
        )
  return found >= 0 ? found : null
}
