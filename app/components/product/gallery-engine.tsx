import useEmblaCarousel from 'embla-carousel-react'
import { useEffect } from 'react'

export type GalleryApi = NonNullable<ReturnType<typeof useEmblaCarousel>[1]>

/** How much of a film's foot belongs to its controls, px: a drag there moves the film, not the carousel. */
const CONTROLS_HEIGHT = 72

function mayDrag(_api: GalleryApi, event: MouseEvent | TouchEvent): boolean {
  if (!(event.target instanceof HTMLVideoElement)) return true
  const y = 'touches' in event ? event.touches[0]?.clientY : event.clientY
  return y === undefined || event.target.getBoundingClientRect().bottom - y > CONTROLS_HEIGHT
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
  const [attach, api] = useEmblaCarousel({
    loop: true,
    startIndex: start,
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
