import {
  PICTURES,
  type PictureName,
  type PictureSources,
  pictureOfImageUrl,
  pictureSources,
} from '../../models/pictures.ts'
import type { Image } from '../../models/product.ts'

type Props = {
  /** Layout width for the browser's choice of file, as in HTML, for example `(max-width: 48rem) 100vw, 40rem`. */
  readonly sizes: string
  /** Replaces the picture's own text; empty where the picture only repeats the words beside it. */
  readonly alt?: string
  /** For the one picture that is seen first: loaded at once and before others. */
  readonly priority?: boolean
  /** Another picture for small screens, with its own proportions. */
  readonly narrow?: { readonly name: PictureName; readonly media: string; readonly sizes: string }
  readonly className?: string
  /** Whether it comes with the stylesheets, behind what the page begins with. */
  readonly isDeferred?: boolean
} & ({ readonly name: PictureName } | { readonly image: Image })

/**
 * A picture of the shop by name, or an image of the catalogue, in every width and format there is. Its width and
 * height are set, so that nothing moves when it arrives. `className` goes to the `<img>`; the `<picture>` round it
 * takes no part in the layout.
 */
export function Picture(props: Props) {
  const picture = sourcesOf(props)
  const sizes = limitPixelDensity(props.sizes)
  const narrow = props.narrow ? pictureSources(PICTURES[props.narrow.name]) : null
  return (
    <picture data-later={props.isDeferred ? '' : undefined}>
      {narrow && props.narrow ? (
        <NarrowSources picture={narrow} media={props.narrow.media} sizes={props.narrow.sizes} />
      ) : null}
      {picture.sources.map((source) => (
        <source
          key={source.type}
          type={source.type}
          srcSet={source.srcSet}
          sizes={sizesIfSeveral(source.srcSet, sizes)}
        />
      ))}
      <img
        alt={props.alt ?? picture.alt}
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

/**
 * Telephones whose screens have three pixels to each CSS pixel get two, as nobody sees more in a picture as wide as their
 * hand: half as many bytes.
 */
function limitPixelDensity(sizes: string): string {
  return /\b(?:[89]\d|100)vw/.test(sizes) ? `(min-resolution: 2.5x) 60vw, ${sizes}` : sizes
}

/** Where there is one file there is nothing to choose. */
function sizesIfSeveral(srcSet: string, sizes: string): string | undefined {
  return srcSet.includes(' ') ? sizes : undefined
}

function NarrowSources(props: { picture: PictureSources; media: string; sizes: string }) {
  const { picture, media, sizes } = props
  const size = { width: picture.width ?? undefined, height: picture.height ?? undefined }
  return (
    <>
      {picture.sources.map((source) => (
        <source
          key={source.type}
          type={source.type}
          srcSet={source.srcSet}
          media={media}
          sizes={sizesIfSeveral(source.srcSet, sizes)}
          {...size}
        />
      ))}
      <source srcSet={picture.src} media={media} {...size} />
    </>
  )
}

function sourcesOf(props: Props): PictureSources {
  if ('name' in props) return pictureSources(PICTURES[props.name], props.sizes)
  const picture = pictureOfImageUrl(props.image.url, props.image, props.sizes)
  return { ...picture, alt: props.image.altText ?? picture.alt }
}
