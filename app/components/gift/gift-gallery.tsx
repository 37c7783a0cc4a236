import { useRef } from 'react'
import { PICTURE_TEXTS } from '#app/models/pictures.ts'
import { Film, WATCH } from '../page/film.tsx'
import { IconButton } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'

const SIZES = '(max-width: 48rem) 86vw, 46rem'

/** The pictures, with the ground of an object that does not fill its frame. The envelope opens the page already. */
const SLIDES = [
  ['box-vol2-open', PICTURE_TEXTS['box-vol2-open'], 'Vol. II, open', 'bg-lamp-midnight'],
  [
    'letter-a5',
    'The printable Letter of Gift as a folded A5 card',
    'The letter, to print at home',
    'bg-lamp-pine',
  ],
  [
    'vol2-shelf',
    'Vol. II stands closed on a shelf between other books, its spine to the room',
    'Closed, on a shelf',
    undefined,
  ],
] as const
const FRAME = 'relative aspect-16/10 overflow-hidden rounded-board bg-bottle'
const ARROW = 'size-12 edge hover:border-ink'

/** Three pictures and the film in a scrolling row; its buttons need JavaScript. Spec: 2 Other pages, Gift */
export function GiftGallery() {
  const row = useRef<HTMLUListElement>(null)

  /** After the last slide comes the first again. Whether it glides is decided by the stylesheet. */
  function scrollBySlide(direction: 1 | -1) {
    const list = row.current
    if (!list) return
    const step = list.firstElementChild?.clientWidth ?? 0
    const last = list.scrollWidth - list.clientWidth
    const isAtEnd = direction < 0 ? list.scrollLeft < 1 : list.scrollLeft > last - 1
    list.scrollBy({ left: direction * (isAtEnd ? -last : step) })
  }

  return (
    <section aria-labelledby="gallery-title">
      <h2 id="gallery-title" className="sr-only">
        Gallery
      </h2>
      <ul
        className="grid auto-cols-[min(74%,46rem)] grid-flow-col gap-gap [scroll-snap-type:x_mandatory] overflow-x-auto scroll-smooth px-bleed pb-4 [scrollbar-color:#c9993f_#0000] max-md:auto-cols-[86%]"
        ref={row}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrow keys must reach it
        tabIndex={0}
        aria-labelledby="gallery-title"
      >
        {SLIDES.map(([name, alt, caption, look]) => (
          <li key={name} className="snap-center">
            <figure className={cn(FRAME, look)}>
              <Picture
                name={name}
                alt={alt}
                sizes={SIZES}
                className={cn(
                  'absolute',
                  look ? 'inset-1/20 size-9/10 object-contain' : 'inset-0 size-full object-cover',
                )}
              />
              <figcaption className="absolute bottom-0 left-0 bg-veil px-4 py-2 text-sm text-bone print:bg-leaf print:text-coal">
                {caption}
              </figcaption>
            </figure>
          </li>
        ))}
        <li className="snap-center">
          <figure className={FRAME}>
            <Film sizes={SIZES} className="aspect-auto h-full" />
            <figcaption className="sr-only">{`Film: ${WATCH}`}</figcaption>
          </figure>
        </li>
      </ul>
      <div className="wrap mt-3 flex justify-end gap-2 noscript:hidden">
        <IconButton
          className={ARROW}
          icon="left"
          label="Previous picture"
          onClick={() => scrollBySlide(-1)}
        />
        <IconButton className={ARROW} icon="right" label="Next picture" onClick={() => scrollBySlide(1)} />
      </div>
    </section>
  )
}
