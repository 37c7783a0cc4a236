import { type KeyboardEvent, useEffect, useState } from 'react'
import type { GalleryApi } from './gallery-engine.tsx'

/** Runs when the browser is idle; at once where it can't tell. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}

/** Pictures that are one swipe away are fetched before they are asked for. */
function fetchHiddenPictures(view: HTMLElement): void {
  for (const image of view.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')) image.loading = 'eager'
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

  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  useEffect(() => {
    if (!api || !view) return
    fetchHiddenPictures(view)
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
    if (wanted !== null) api?.scrollTo(wanted)
  }, [api, wanted])

  function onKeyDown(event: KeyboardEvent) {
    if (!api || event.target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey)
      return
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    if (event.key === 'ArrowLeft') api.scrollPrev()
    else api.scrollNext()
  }
  return { view, setView, isIdle, api, setApi, shown, hasMoved, onKeyDown }
}
