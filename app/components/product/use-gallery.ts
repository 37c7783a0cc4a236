import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { GalleryApi } from './gallery-engine.tsx'

/** Loads the pictures of all slides, so that a swipe does not have to wait for one. */
function loadAllPictures(view: HTMLElement): void {
  // Not those of choices that are not made; none in a Safari before 17.4, which cannot tell.
  for (const image of view.querySelectorAll<HTMLImageElement>('img[loading="lazy"]'))
    if (image.checkVisibility?.()) image.loading = 'eager'
}

/** Whether to jump between slides. A `duration` of 0 would do that too, but makes Embla lose slides of a loop. */
function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/**
 * The state of a gallery: the current slide and navigation between slides.
 * @param wanted index of the slide for the shopper's choice, if any
 * @param request moves to that slide again when it changes
 */
export function useGallery(wanted: number | null, request?: unknown) {
  const [view, setView] = useState<HTMLElement | null>(null)
  const [api, setApi] = useState<GalleryApi | null>(null)
  const [currentIndex, setCurrentIndex] = useState(wanted ?? 0)
  const [hasMoved, setHasMoved] = useState(false)
  const followed = useRef({ wanted, request })

  useEffect(() => {
    if (!api || !view) return
    loadAllPictures(view)
    // The URL may point to a slide other than the first.
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
    // The carousel starts where the shopper has gone before it was initialized.
    if (followed.current.wanted === wanted && followed.current.request === request) return
    followed.current = { wanted, request }
    if (wanted === null) return
    if (api) api.scrollTo(wanted, prefersReducedMotion())
    else {
      setCurrentIndex(wanted)
      // Without the carousel CSS puts this slide first.
      view?.scrollTo({ left: 0, behavior: 'instant' })
    }
  }, [api, view, wanted, request])

  /** Before the carousel is initialized, the browser follows the link to the slide. */
  function goTo(to: number | 'previous' | 'next') {
    if (to === 'previous') api?.scrollPrev(prefersReducedMotion())
    else if (to === 'next') api?.scrollNext(prefersReducedMotion())
    else if (api) api.scrollTo(to, prefersReducedMotion())
    else setCurrentIndex(to)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!api || event.target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey)
      return
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    goTo(event.key === 'ArrowLeft' ? 'previous' : 'next')
  }
  return { view, setView, api, setApi, currentIndex, hasMoved, goTo, onKeyDown }
}
