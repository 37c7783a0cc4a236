import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { isPlainClick } from '../page/browser.ts'
import { REDUCED_MOTION } from '../page/film.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { NoPicture } from '../ui/picture.tsx'
import type { GalleryApi } from './gallery-engine.tsx'
import { useSecondPass } from './product-parts.tsx'
import type { Slide } from './slides.tsx'

/** Loads the pictures of all slides, so that a swipe does not have to wait for one. */
function loadAllPictures(view: HTMLElement): void {
  // Not those of choices that are not made; none in a Safari before 17.4, which cannot tell.
  for (const image of view.querySelectorAll<HTMLImageElement>('img[loading="lazy"]'))
    if (image.checkVisibility?.()) image.loading = 'eager'
}

/**
 * The state of a gallery: the current slide and navigation between slides.
 * @param wanted index of the slide for the shopper's choice, if any
 * @param request moves to that slide again when it changes
 */
function useGallery(wanted: number | null, request: unknown) {
  const [view, setView] = useState<HTMLElement | null>(null)
  const [api, setApi] = useState<GalleryApi | null>(null)
  const [currentIndex, setCurrentIndex] = useState(wanted ?? 0)
  const [hasMoved, setHasMoved] = useState(false)
  const followed = useRef({ wanted, request })
  /** Where the shopper has gone while the carousel was being made. */
  const early = useRef<number | null>(null)

  useEffect(() => {
    if (!api || !view) return
    loadAllPictures(view)
    if (early.current !== null) api.scrollTo(early.current, true)
    early.current = null
    // The URL may point to a slide other than the first.
    setCurrentIndex(api.selectedScrollSnap())
    const onSelect = () => {
      setCurrentIndex(api.selectedScrollSnap())
      setHasMoved(true)
      for (const film of view.querySelectorAll('video')) film.pause()
    }
    api.on('select', onSelect)
    return () => {
      api.off('select', onSelect)
    }
  }, [api, view])
  useEffect(() => {
    // The carousel starts where the shopper has gone before it was initialized.
    if (followed.current.wanted === wanted && followed.current.request === request) return
    followed.current = { wanted, request }
    if (wanted === null) return
    goTo(wanted)
    // Without the carousel CSS puts this slide first.
    if (!api) view?.scrollTo({ left: 0, behavior: 'instant' })
  })

  /** Before the carousel is initialized, the browser follows the link to the slide. */
  function goTo(to: number | 'scrollPrev' | 'scrollNext') {
    // A `duration` of 0 would jump too, but makes Embla lose slides of a loop.
    const isJump = matchMedia(REDUCED_MOTION).matches
    if (typeof to === 'string') api?.[to](isJump)
    else if (api) api.scrollTo(to, isJump)
    else {
      early.current = to
      setCurrentIndex(to)
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!api || event.target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey)
      return
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    goTo(event.key === 'ArrowLeft' ? 'scrollPrev' : 'scrollNext')
  }
  return { view, setView, api, setApi, currentIndex, hasMoved, goTo, onKeyDown }
}

/** The carousel. If its code cannot be loaded, the pictures remain a scrolling list. */
const GalleryEngine = lazy(() => import('./gallery-engine.tsx').catch(() => ({ default: () => null })))

const STAGE_SIZES = '(max-width: 63.99rem) 100vw, 44rem'
/** Six in a row on a phone. */
const THUMB_SIZES = '(max-width: 63.99rem) 13vw, 8rem'

/** The focus ring of the scrolling list is above each picture, which would hide it, and inside its frame. */
const SLIDE =
  'relative min-w-0 flex-none basis-full snap-start snap-always scroll-mt-below-bar data-first:-order-1 live:order-none! slide-ring'

const THUMB =
  'relative block aspect-square overflow-hidden rounded-board bg-linen moves-opacity hover:opacity-85 focus-visible:overflow-visible focus-visible:outline-offset-4 aria-current:overflow-visible aria-current:shade-shown forced-colors:aria-current:not-focus-visible:chosen-outline'
const MAX_THUMBS_IN_ROW = 7

const ARROWS = [
  ['left', 'Previous image', 'scrollPrev', 'left-4 max-md:left-2'],
  ['right', 'Next image', 'scrollNext', 'right-4 max-md:right-2'],
] as const

/**
 * A list of pictures with scroll snapping; with JavaScript, an endless carousel. It never moves by itself. Where it
 * stands beside the options it stays in view, however far they reach; on large screens its thumbnails are beside it,
 * so that all of it fits a low window.
 */
export function Gallery(props: {
  title: string
  /** Colour of the frame, seen until the pictures have loaded. */
  ground: string
  slides: readonly Slide[]
  /** Index of the slide for the shopper's choice. */
  wanted: number | null
  /** Changes with every choice, so that the same slide can be wanted again. */
  request?: unknown
}) {
  const { title, ground, slides, wanted, request } = props
  const { view, setView, api, setApi, currentIndex, hasMoved, goTo, onKeyDown } = useGallery(wanted, request)
  const hasAllPictures = useSecondPass()
  const count = slides.length
  if (count === 0)
    return (
      <div
        className={cn(
          'relative aspect-square min-w-0 rounded-board lg:col-start-1 lg:row-span-2 lg:row-start-1 max-lg:mx-auto max-lg:w-full max-lg:max-w-136 print:hidden',
          ground,
        )}
      >
        <NoPicture />
      </div>
    )
  return (
    <section
      className={cn(
        'mx-auto w-full min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1 max-lg:max-w-136 max-md:-mx-gutter max-md:w-auto max-md:max-w-none lg:sticky lg:top-below-bar lg:max-w-[max(20rem,100svh-var(--top-height)-10rem)] xl:max-w-[max(24rem,100svh-var(--top-height)+3.25rem)] low-window:static print:static print:mx-0 print:block print:w-84',
        count > 1 && 'xl:grid xl:grid-cols-thumb xl:gap-3',
      )}
      aria-roledescription="carousel"
      aria-label={`Pictures of ${title}`}
    >
      <div
        data-live={api ? '' : undefined}
        data-at-film={slides[currentIndex]?.isFilm ? '' : undefined}
        className={cn(
          // Whole pixels; otherwise a line of the adjacent slide shows.
          'group/stage relative aspect-square w-[round(down,100%,1px)] overflow-hidden rounded-board max-md:rounded-none xl:col-start-2',
          ground,
        )}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys only do what the buttons do */}
        <div
          data-slides=""
          // It snaps once all slides have come: the browser would stay at the first to come, not at the one that CSS
          // puts first.
          className="h-full overflow-x-auto overscroll-x-contain [scrollbar-color:#c9993f_#0000] [scrollbar-width:thin] group-has-[+*]/stage:[scroll-snap-type:x_mandatory] live:cursor-grab live:[touch-action:pan-y_pinch-zoom] live:snap-none live:overflow-hidden live:active:cursor-grabbing"
          ref={setView}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrow keys must reach it
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          <ul className="flex h-full">
            {slides.map((slide, index) => (
              <li
                className={cn(SLIDE, slide.className)}
                id={`view-${index + 1}`}
                key={slide.key}
                // Offscreen slides must not take focus. Before the carousel is initialized, they can be scrolled to.
                inert={api !== null && index !== currentIndex}
                data-theme={slide.isFilm ? 'dark' : undefined}
                data-picture={slide.edition}
                data-first={index === wanted || undefined}
              >
                {hasAllPictures || index === (wanted ?? 0)
                  ? slide.render({ sizes: STAGE_SIZES, isThumb: false, priority: index === (wanted ?? 0) })
                  : null}
              </li>
            ))}
          </ul>
        </div>
        {api && count > 1
          ? ARROWS.map(([icon, label, to, place]) => (
              <button
                key={icon}
                type="button"
                aria-label={label}
                data-theme="dark"
                // On phones below the content of a picture, which reaches from edge to edge, but above a film's controls.
                className={cn(
                  'absolute top-1/2 grid -mt-6 size-12 place-items-center rounded-board bg-veil hover:bg-soot focus-visible:-outline-offset-4 max-md:size-tap max-md:group-not-data-at-film/stage:top-auto max-md:group-not-data-at-film/stage:bottom-2 print:hidden',
                  place,
                )}
                onClick={() => goTo(to)}
              >
                <Icon name={icon} />
              </button>
            ))
          : null}
      </div>
      {count > 1 ? (
        <ul
          data-thumbs=""
          // More than fit are scrolled to, and keep a size that a finger can hit.
          className={cn(
            'mt-3 grid grid-flow-col gap-3 max-md:px-gutter xl:col-start-1 xl:row-start-1 xl:mt-0 xl:auto-cols-auto xl:grid-flow-row xl:content-start print:hidden',
            count > MAX_THUMBS_IN_ROW
              ? 'auto-cols-18 overflow-x-auto p-1.5 [scrollbar-width:thin] xl:h-0 xl:min-h-full'
              : 'auto-cols-[minmax(0,7.25rem)]',
          )}
        >
          {slides.map((slide, index) => (
            <li key={slide.key}>
              <a
                className={THUMB}
                href={`#view-${index + 1}`}
                aria-label={
                  slide.isFilm ? slide.label : [`Image ${index + 1}`, slide.label].filter(Boolean).join(': ')
                }
                aria-current={index === currentIndex || undefined}
                onClick={(event) => {
                  if (!isPlainClick(event)) return
                  if (api) event.preventDefault()
                  goTo(index)
                }}
              >
                {hasAllPictures ? slide.render({ sizes: THUMB_SIZES, isThumb: true, priority: false }) : null}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="sr-only" aria-live="polite">
        {hasMoved ? `Image ${currentIndex + 1} of ${count}` : ''}
      </p>
      {view && hasAllPictures && count > 1 ? (
        <Suspense>
          <GalleryEngine view={view} start={currentIndex} onApi={setApi} />
        </Suspense>
      ) : null}
    </section>
  )
}
