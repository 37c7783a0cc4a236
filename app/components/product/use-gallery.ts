import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { whenIdle } from '../../runtime/idle.ts'
import type { GalleryApi } from './gallery-engine.tsx'

/** Pictures that are one swipe away are fetched before they are asked for. */
function fetchHiddenPictures(view: HTMLElement): void {
  for (const image of view.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')) image.loading = 'eager'
}

/** Whether slides change without moving. A length of time of zero would do that too, and lose the slides of a loop. */
function isStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/**
 * The moving part of a gallery: which slide is shown, and how to get to another one.
 * @param wanted the slide that the shopper's choice asks for, if any
 */
export function useGallery(wanted: number | null) {
  const [view, setView] = useState<HTMLElement | null>(null)
  const [isIdle, setIsIdle] = useState(false)
  const [api, setApi] = useState<GalleryApi | null>(null)
  const [shown, setShown] = useState(wanted ?? 0)
  const [hasMoved, setHasMoved] = useState(false)
  const placed = useRef<GalleryApi | null>(null)

  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  useEffect(() => {
    if (!api || !view) return
    fetchHiddenPictures(view)
    // An address may lead to another slide than the first.
    setShown(api.selectedScrollSnap())
    const onSelect = () => {
      setShown(api.selectedScrollSnap())
      setHasMoved(true)
      for (const film of view.querySelectorAll('video')) film.pause()
    }
    api.on('select', onSelect)
    return () => {
      api.off('select', onSelect)
    }
  }, [api, view])
  useEffect(() => {
    // What was chosen before the carousel came is there at once.
    if (wanted !== null) api?.scrollTo(wanted, isStill() || placed.current !== api)
    placed.current = api
  }, [api, wanted])

  function go(to: number | 'previous' | 'next') {
    if (to === 'previous') api?.scrollPrev(isStill())
    else if (to === 'next') api?.scrollNext(isStill())
    else api?.scrollTo(to, isStill())
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!api || event.target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey)
      return
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    go(event.key === 'ArrowLeft' ? 'previous' : 'next')
  }
  return { view, setView, isIdle, api, setApi, shown, hasMoved, go, onKeyDown }
}
