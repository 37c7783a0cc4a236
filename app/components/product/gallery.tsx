import { lazy, type MouseEvent, Suspense } from 'react'
import type { Image } from '../../models/product.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { FilmSlide } from './film-slide.tsx'
import { shortAltText } from './gallery-pictures.ts'
import { useGallery } from './use-gallery.ts'

/** The carousel. If its code cannot be loaded, the pictures remain a scrolling list. */
const GalleryEngine = lazy(() => import('./gallery-engine.tsx').catch(() => ({ default: () => null })))

const STAGE_SIZES = '(max-width: 60rem) 100vw, 44rem'
/** Six in a row on a phone. */
const THUMB_SIZES = '(max-width: 60rem) 13vw, 8rem'

type GalleryFilm = { readonly volume: 'vol1' | 'vol2'; readonly description: string }

type Props = {
  readonly title: string
  readonly images: readonly Image[]
  /** The last slide. */
  readonly film?: GalleryFilm
  /** Index of the slide for the shopper's choice. */
  readonly wanted?: number | null
  /** The slide of each choice, by index, for CSS that works without JavaScript. */
  readonly choices?: readonly { readonly slide: number | null; readonly value: string }[]
}

/** A list of pictures with scroll snapping; with JavaScript, an endless carousel. It never moves by itself. */
export function Gallery({ title, images, film, wanted = null, choices = [] }: Props) {
  const { view, setView, api, setApi, currentIndex, hasMoved, goTo, onKeyDown } = useGallery(wanted)
  const count = images.length + (film ? 1 : 0)
  // Offscreen slides must not take focus. Before the carousel is initialized, they can be scrolled to.
  const isOffscreen = (index: number) => api !== null && index !== currentIndex
  const choiceOfSlide = (index: number) => choices.find(({ slide }) => slide === index)?.value
  function followThumb(event: MouseEvent, index: number) {
    if (!api) return
    event.preventDefault()
    goTo(index)
  }
  return (
    <section className="gal" aria-roledescription="carousel" aria-label={`Pictures of ${title}`}>
      <div
        className={`stage${api ? ' live' : ''}${film && currentIndex === images.length ? ' at-film' : ''}`}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrow keys must reach it */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys only do what the buttons do */}
        <div className="view" ref={setView} tabIndex={0} onKeyDown={onKeyDown}>
          <ul className="track">
            {images.map((image, index) => (
              <li
                className="slide"
                id={`view-${index + 1}`}
                key={image.url}
                inert={isOffscreen(index)}
                data-picture={choiceOfSlide(index)}
                data-first={index === wanted || undefined}
              >
                <Picture image={image} sizes={STAGE_SIZES} priority={index === (wanted ?? 0)} />
              </li>
            ))}
            {film ? (
              <li className="slide film" id={`view-${count}`} inert={isOffscreen(images.length)}>
                <FilmSlide {...film} sizes={STAGE_SIZES} />
              </li>
            ) : null}
          </ul>
        </div>
        {api && count > 1 ? (
          <>
            <button
              className="arrow p"
              type="button"
              aria-label="Previous image"
              onClick={() => goTo('previous')}
            >
              <Icon name="left" />
            </button>
            <button className="arrow n" type="button" aria-label="Next image" onClick={() => goTo('next')}>
              <Icon name="right" />
            </button>
          </>
        ) : null}
      </div>
      {count > 1 ? <Thumbs {...{ images, film, currentIndex }} onFollow={followThumb} /> : null}
      <p className="sr" aria-live="polite">
        {hasMoved ? `Image ${currentIndex + 1} of ${count}` : ''}
      </p>
      {view && count > 1 ? (
        <Suspense>
          <GalleryEngine view={view} start={currentIndex} onApi={setApi} />
        </Suspense>
      ) : null}
    </section>
  )
}

function Thumbs(props: {
  images: readonly Image[]
  film: GalleryFilm | undefined
  currentIndex: number
  onFollow: (event: MouseEvent, index: number) => void
}) {
  const { images, film, currentIndex, onFollow } = props
  const last = images.length
  return (
    <ul className="thumbs">
      {images.map((image, index) => (
        <li key={image.url}>
          <a
            href={`#view-${index + 1}`}
            aria-label={`Image ${index + 1}: ${shortAltText(image.altText)}`}
            aria-current={index === currentIndex || undefined}
            onClick={(event) => onFollow(event, index)}
          >
            <span>
              <Picture image={image} sizes={THUMB_SIZES} alt="" />
            </span>
          </a>
        </li>
      ))}
      {film ? (
        <li>
          <a
            href={`#view-${last + 1}`}
            aria-label="Demo video"
            aria-current={last === currentIndex || undefined}
            onClick={(event) => onFollow(event, last)}
          >
            <span>
              <Picture name={`film-${film.volume}-wide-closed`} sizes={THUMB_SIZES} alt="" />
            </span>
            <span className="over">
              <Icon name="play" />
            </span>
          </a>
        </li>
      ) : null}
    </ul>
  )
}
