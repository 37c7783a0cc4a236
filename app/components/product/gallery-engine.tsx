import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState } from 'react'

export type GalleryApi = NonNullable<ReturnType<typeof useEmblaCarousel>[1]>

/** How much of a film's foot belongs to its controls, px: a drag there moves the film, not the carousel. */
const CONTROLS_HEIGHT = 72

function mayDrag(_api: GalleryApi, event: MouseEvent | TouchEvent): boolean {
  if (!(event.target instanceof HTMLVideoElement)) return true
  const y = 'touches' in event ? event.touches[0]?.clientY : event.clientY
  return y === undefined || event.target.getBoundingClientRect().bottom - y > CONTROLS_HEIGHT
}

/** The slide that somebody has gone to by a link or by scrolling before the carousel was there, or null. */
function slideInView(view: HTMLElement): number | null {
  if (view.scrollLeft === 0) return null
  // A scroll that is still under way ends at the slide in the address.
  const asked = /^#view-(\d+)$/.exec(window.location.hash)?.[1]
  return asked ? Number(asked) - 1 : Math.round(view.scrollLeft / view.clientWidth)
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
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const [startIndex] = useState(() => slideInView(view) ?? start)
  const [attach, api] = useEmblaCarousel({
    loop: true,
    startIndex,
    duration: isStill ? 0 : 24,
    watchDrag: mayDrag,
  })
  useEffect(() => {
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
