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
    <section className="gallery" aria-labelledby="gallery-title">
      <h2 id="gallery-title" className="sr">
        Gallery
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrow keys must reach it */}
      <ul className="reel" ref={row} tabIndex={0} aria-labelledby="gallery-title">
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
