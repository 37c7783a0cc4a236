import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState } from 'react'

export type GalleryApi = NonNullable<ReturnType<typeof useEmblaCarousel>[1]>

/** Height of the video controls, px: dragging there seeks in the film and must not move the carousel. */
const CONTROLS_HEIGHT = 72

function canDrag(_api: GalleryApi, event: MouseEvent | TouchEvent): boolean {
  if (!(event.target instanceof HTMLVideoElement)) return true
  const y = 'touches' in event ? event.touches[0]?.clientY : event.clientY
  return y === undefined || event.target.getBoundingClientRect().bottom - y > CONTROLS_HEIGHT
}

/** The slide reached by a link or by scrolling before the carousel was initialized, or null. */
function slideInView(view: HTMLElement): number | null {
  if (view.scrollLeft === 0) return null
  // A smooth scroll that is still in progress ends at the slide in the URL.
  const slideInHash = /^#view-(\d+)$/.exec(window.location.hash)?.[1]
  if (slideInHash) return Number(slideInHash) - 1
  // Indexed in document order: CSS moves the slide of the choice to the front, but its index stays the same.
  const { left } = view.getBoundingClientRect()
  const distances = [...view.querySelectorAll('li')].map((slide) =>
    Math.abs(slide.getBoundingClientRect().left - left),
  )
  return distances.indexOf(Math.min(...distances))
}

/** Turns a scrolling list of slides into an endless carousel. Loaded when the browser is idle. */
export default function GalleryEngine(props: {
  view: HTMLElement
  start: number
  onApi: (api: GalleryApi | null) => void
}) {
  const { view, start, onApi } = props
  const [first] = useState(() => slideInView(view) ?? start)
  const [attach, api] = useEmblaCarousel({
    loop: true,
    startIndex: first,
    duration: 24,
    watchDrag: canDrag,
    // Offscreen slides are inert, so focus never moves to one.
    watchFocus: false,
  })
  useEffect(() => {
    // The slides must be in document order before Embla measures them.
    view.parentElement?.setAttribute('data-live', '')
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
