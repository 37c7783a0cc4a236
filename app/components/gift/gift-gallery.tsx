import { type UIEvent, useRef } from 'react'
import type { PictureName } from '#app/models/pictures.ts'
import { Film, WATCH } from '../page/film.tsx'
import { IconButton } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'

const SIZES = '(max-width: 48rem) 86vw, 46rem'

const FRAME = 'relative aspect-16/10 overflow-hidden rounded-board bg-bottle'
const ARROW = 'size-12 border border-edge hover:border-ink'

/** Three pictures and the film in a scrolling row; its buttons need JavaScript. Spec: 2 Other pages, Gift */
export function GiftGallery() {
  const row = useRef<HTMLUListElement>(null)

  /** Where a movement begins and ends, until it does; a second click continues from its end. */
  const movement = useRef<{ readonly from: number; readonly to: number } | null>(null)

  /** After the last slide comes the first again. Whether it glides is decided by the stylesheet. */
  function scrollBySlide(direction: 1 | -1) {
    const list = row.current
    if (!list) return
    const step = list.firstElementChild?.clientWidth ?? 0
    const last = list.scrollWidth - list.clientWidth
    const start = movement.current?.to ?? list.scrollLeft
    const isAtEnd = direction < 0 ? start < 1 : start > last - 1
    const left = start + direction * (isAtEnd ? -last : step)
    // Without the event that ends it, it would be kept for ever.
    if ('onscrollend' in list)
      movement.current = { from: list.scrollLeft, to: Math.min(Math.max(left, 0), last) }
    list.scrollTo({ left })
  }

  /** The end of an earlier movement may be told when the next one has just begun. */
  function onScrollEnd({ currentTarget: { scrollLeft } }: UIEvent) {
    const { from = 0, to = 0 } = movement.current ?? {}
    if (Math.abs(scrollLeft - to) <= Math.abs(scrollLeft - from)) movement.current = null
  }

  return (
    <section aria-labelledby="gallery-title">
      <h2 id="gallery-title" className="sr-only">
        Gallery
      </h2>
      <ul
        className="grid auto-cols-[min(74%,46rem)] grid-flow-col gap-gap snap-x snap-mandatory overflow-x-auto scroll-smooth px-bleed pb-4 [scrollbar-color:var(--color-gilt)_transparent] max-md:auto-cols-[86%]"
        ref={row}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrow keys must reach it
        tabIndex={0}
        aria-labelledby="gallery-title"
        onScrollEnd={onScrollEnd}
      >
        {/* The envelope opens the page already. */}
        <Slide name="box-vol2-open" look="bg-lamp-midnight" caption="Vol. II, open" />
        <Slide name="letter-a5" look="bg-lamp-pine" caption="The letter, to print at home" />
        <Slide name="vol2-shelf" caption="Closed, on a shelf" />
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

function Slide({
  name,
  look,
  caption,
}: {
  name: PictureName
  /** The ground of an object that does not fill its frame. */
  look?: string
  caption: string
}) {
  return (
    <li className="snap-center">
      <figure className={cn(FRAME, look)}>
        <Picture
          name={name}
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
  )
}
