import type { ComponentProps } from 'react'
import { preload } from 'react-dom'
import { type PictureSources, pictureOfImageUrl, pictureSources } from '#app/models/picture-sources.ts'
import { DRAWINGS, PICTURES, type PictureName } from '#app/models/pictures.ts'
import type { Image } from '#app/models/product.ts'

/** A drawing of the shop. It is decorative, unless it is given an `alt`. */
export function Drawing({ name, ...rest }: { name: keyof typeof DRAWINGS } & ComponentProps<'img'>) {
  return <img alt="" loading="lazy" {...DRAWINGS[name]} {...rest} />
}

/** The faint lock plate that replaces a missing product picture. Fills its frame, which must be positioned. */
export function NoPicture() {
  return <Drawing name="lock-plate" className="absolute inset-3/10 size-2/5 object-contain opacity-35" />
}

type Props = {
  /** Layout width, as in the HTML attribute, for example `(max-width: 48rem) 100vw, 40rem`. */
  readonly sizes: string
  /** What it shows; without it, the picture is decorative. */
  readonly alt?: string
  /** For the main picture above the fold: not lazy, and with high priority. */
  readonly priority?: boolean
  readonly narrow?: { readonly name: PictureName; readonly media: string; readonly sizes: string }
  readonly className?: string
} & ({ readonly name: PictureName } | { readonly image: Image })

/**
 * A picture of the shop by name, or a catalogue image, in all widths and formats. The `<picture>` has no box of its
 * own.
 */
export function Picture(props: Props) {
  const picture = sourcesOf(props)
  const sizes = limitPixelDensity(props.sizes)
  const narrow = props.narrow && { ...pictureSources(PICTURES[props.narrow.name]), ...props.narrow }
  if (props.priority) {
    preloadPicture(picture, sizes, narrow && `not all and ${narrow.media}`)
    if (narrow) preloadPicture(narrow, narrow.sizes, narrow.media)
  }
  return (
    <picture>
      {narrow ? <NarrowSources {...narrow} /> : null}
      {picture.avif ? <AvifSource srcSet={picture.avif} sizes={sizes} /> : null}
      <img
        alt={props.alt ?? ''}
        className={props.className}
        fetchPriority={props.priority ? 'high' : undefined}
        height={picture.height ?? undefined}
        loading={props.priority ? undefined : 'lazy'}
        sizes={picture.srcSet ? sizes : undefined}
        srcSet={picture.srcSet ?? undefined}
        width={picture.width ?? undefined}
        src={picture.src}
      />
    </picture>
  )
}

/** Requests the main picture in its best format before the scripts, which would take all connections. */
function preloadPicture({ src, srcSet, avif }: PictureSources, imageSizes: string, media?: string): void {
  const several = srcSet === null ? {} : { imageSrcSet: srcSet, imageSizes }
  const file = avif ? { type: 'image/avif', imageSrcSet: avif, imageSizes } : several
  preload(src, { as: 'image', fetchPriority: 'high', media, ...file })
}

/** About two image pixels per CSS pixel for phones with three: the file is half as large, and looks the same. */
function limitPixelDensity(sizes: string): string {
  return /\b(?:[89]\d|100)vw/.test(sizes) ? `(min-resolution: 2.5x) 60vw, ${sizes}` : sizes
}

/** `sizes` is omitted for a single file, where the browser has nothing to choose. */
function AvifSource({ srcSet = '', sizes, ...rest }: ComponentProps<'source'>) {
  return (
    <source type="image/avif" srcSet={srcSet} sizes={srcSet.includes(' ') ? sizes : undefined} {...rest} />
  )
}

function NarrowSources(props: PictureSources & { media: string; sizes: string }) {
  const { avif, src, media, sizes, ...picture } = props
  const size = { width: picture.width ?? undefined, height: picture.height ?? undefined }
  return (
    <>
      {avif ? <AvifSource srcSet={avif} media={media} sizes={sizes} {...size} /> : null}
      <source srcSet={src} media={media} {...size} />
    </>
  )
}

function sourcesOf(props: Props): PictureSources {
  if ('name' in props) return pictureSources(PICTURES[props.name], props.sizes)
  return pictureOfImageUrl(props.image.url, props.image, props.sizes)
}
