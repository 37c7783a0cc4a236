import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState } from 'react'

export type GalleryApi = NonNullable<ReturnType<typeof useEmblaCarousel>[1]>

/** How much of a film's foot belongs to its controls, px: a drag there moves the film, not the carousel. */
const CONTROLS_HEIGHT = 72

function canDrag(_api: GalleryApi, event: MouseEvent | TouchEvent): boolean {
  if (!(event.target instanceof HTMLVideoElement)) return true
  const y = 'touches' in event ? event.touches[0]?.clientY : event.clientY
  return y === undefined || event.target.getBoundingClientRect().bottom - y > CONTROLS_HEIGHT
}

/** The slide that somebody has gone to by a link or by scrolling before the carousel was there, or null. */
function slideInView(view: HTMLElement): number | null {
  if (view.scrollLeft === 0) return null
  // A scroll that is still under way ends at the slide in the address.
  const slideInHash = /^#view-(\d+)$/.exec(window.location.hash)?.[1]
  if (slideInHash) return Number(slideInHash) - 1
  // Counted as they are written: the picture of the choice stands first, but keeps its number.
  const { left } = view.getBoundingClientRect()
  const distances = [...view.querySelectorAll('.slide')].map((slide) =>
    Math.abs(slide.getBoundingClientRect().left - left),
  )
  return distances.indexOf(Math.min(...distances))
}

/** Makes a scrolling list of slides an endless carousel. Loaded when the page has nothing better to do. */
export default function GalleryEngine({
  view,
  start,
  onApi,
}: {
  view: HTMLElement
  start: number
  onApi: (api: GalleryApi | null) => void
}) {
  const [startIndex] = useState(() => slideInView(view) ?? start)
  const [attach, api] = useEmblaCarousel({
    loop: true,
    startIndex,
    duration: 24,
    watchDrag: canDrag,
    // Being tabbed to moves nothing: what is not shown is out of the way.
    watchFocus: false,
  })
  useEffect(() => {
    // The slides take their own order before they are measured.
    view.parentElement?.classList.add('live')
    view.scrollLeft = 0
    attach(view)
  }, [view, attach])
  useEffect(() => {
    if (!api) return
    onApi(api)
    return () => onApi(null)
  }, [api, onApi])
  return null
}
