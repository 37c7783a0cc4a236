import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { whenIdle } from '../../runtime/idle.ts'
import type { GalleryApi } from './gallery-engine.tsx'

/** Pictures that are one swipe away are fetched before they are asked for. */
function loadAllPictures(view: HTMLElement): void {
  for (const image of view.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')) image.loading = 'eager'
}

/** Whether slides change without moving. A length of time of zero would do that too, and lose the slides of a loop. */
function prefersReducedMotion(): boolean {
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
  const [currentIndex, setCurrentIndex] = useState(wanted ?? 0)
  const [hasMoved, setHasMoved] = useState(false)
  const positionedApi = useRef<GalleryApi | null>(null)

  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  useEffect(() => {
    if (!api || !view) return
    loadAllPictures(view)
    // An address may lead to another slide than the first.
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
    // What was chosen before the carousel came is there at once.
    if (wanted !== null) api?.scrollTo(wanted, prefersReducedMotion() || positionedApi.current !== api)
    positionedApi.current = api
  }, [api, wanted])

  function goTo(to: number | 'previous' | 'next') {
    if (to === 'previous') api?.scrollPrev(prefersReducedMotion())
    else if (to === 'next') api?.scrollNext(prefersReducedMotion())
    else api?.scrollTo(to, prefersReducedMotion())
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!api || event.target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey)
      return
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    goTo(event.key === 'ArrowLeft' ? 'previous' : 'next')
  }
  return { view, setView, isIdle, api, setApi, currentIndex, hasMoved, goTo, onKeyDown }
}
