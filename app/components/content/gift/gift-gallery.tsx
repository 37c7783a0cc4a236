import { useRef } from 'react'
import type { PictureName } from '../../../models/pictures.ts'
import { useShop } from '../../layout/use-shop.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Film } from '../film.tsx'
import { workshopAlt } from '../picture-words.ts'

const SIZES = '(max-width: 48rem) 86vw, 46rem'

/** Three pictures and the film in a scrolling row; its buttons need JavaScript. Spec: 2 Other pages, Gift */
export function GiftGallery() {
  const { market } = useShop()
  const row = useRef<HTMLUListElement>(null)

  /** Where a movement ends, until then; a second click continues from there. */
  const target = useRef<number | null>(null)

  /** After the last slide comes the first again. Whether it glides is decided by the stylesheet. */
  function scrollBySlide(direction: 1 | -1) {
    const list = row.current
    if (!list) return
    const step = list.firstElementChild?.clientWidth ?? 0
    const last = list.scrollWidth - list.clientWidth
    const start = target.current ?? list.scrollLeft
    const isAtEnd = direction < 0 ? start < 1 : start > last - 1
    const left = start + direction * (isAtEnd ? -last : step)
    // Without the event that ends it, it would be kept for ever.
    if ('onscrollend' in list) target.current = Math.min(Math.max(left, 0), last)
    list.scrollTo({ left })
  }

  return (
    <section className="gallery" aria-labelledby="gallery-title">
      <h2 id="gallery-title" className="sr">
        Gallery
      </h2>
      <ul
        className="reel"
        ref={row}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrow keys must reach it
        tabIndex={0}
        aria-labelledby="gallery-title"
        onScrollEnd={() => {
          target.current = null
        }}
      >
        <Slide name="gift-envelope" look="pine" caption="The envelope" />
        <Slide name="box-vol2-open" look="midnight" caption="Vol. II, open" />
        <Slide name="story-scene" look="cover" caption="The workshop" alt={workshopAlt(market)} />
        <li>
          <figure>
            <Film label="Watch it unlock" sizes={SIZES} />
            <figcaption className="sr">Film: Watch it unlock</figcaption>
          </figure>
        </li>
      </ul>
      <div className="wrap arrows">
        <button type="button" onClick={() => scrollBySlide(-1)} aria-label="Previous picture">
          <Icon name="left" />
        </button>
        <button type="button" onClick={() => scrollBySlide(1)} aria-label="Next picture">
          <Icon name="right" />
        </button>
      </div>
    </section>
  )
}

function Slide({
  name,
  look,
  caption,
  alt,
}: {
  name: PictureName
  look: string
  caption: string
  alt?: string
}) {
  return (
    <li>
      <figure className={look}>
        <Picture name={name} sizes={SIZES} alt={alt} />
        <figcaption>{caption}</figcaption>
      </figure>
    </li>
  )
}
