import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** How long a menu stays open after the pointer has left it, ms. */
const CLOSE_DELAY_MS = 300

/** Closes an open `<details>` menu on Escape, on a click or focus outside it, and on navigation. */
function useClosing(menu: RefObject<HTMLDetailsElement | null>) {
  const { key } = useLocation()
  const lastKey = useRef(key)
  useEffect(() => {
    // Not on hydration: a menu that was opened before stays open.
    if (menu.current && lastKey.current !== key) menu.current.open = false
    lastKey.current = key
  }, [key, menu])
  useEffect(() => {
    const details = menu.current
    if (!details) return
    const close = () => {
      details.open = false
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return
      if (details.contains(document.activeElement)) details.querySelector('summary')?.focus()
      close()
    }
    const onOutside = (event: Event) => {
      if (details.open && event.target instanceof Node && !details.contains(event.target)) close()
    }
    const ended = new AbortController()
    const { signal } = ended
    document.addEventListener('keydown', onKey, { signal })
    document.addEventListener('pointerdown', onOutside, { signal })
    document.addEventListener('focusin', onOutside, { signal })
    return () => ended.abort()
  }, [menu])
}

/**
 * Closes a `<details>` menu, which opens on a click by itself, when it is left. With `hover` it also opens under a
 * mouse pointer, and closes 300 ms after the pointer has left. Spec: 2 Navigation bar
 */
export function useMenu({ hover = false }: { hover?: boolean } = {}) {
  const menu = useRef<HTMLDetailsElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const openedByHover = useRef(false)
  useClosing(menu)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const details = menu.current
    // The pointer may have come before the scripts. A tap leaves `:hover` behind where nothing can hover.
    if (!hover || !details?.matches(':hover') || details.open || !matchMedia('(hover: hover)').matches) return
    openedByHover.current = true
    details.open = true
  }, [hover])

  const enter = (event: PointerEvent) => {
    clearTimeout(timer.current)
    if (event.pointerType !== 'mouse' || !menu.current || menu.current.open) return
    openedByHover.current = true
    menu.current.open = true
  }
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    timer.current = setTimeout(() => {
      if (menu.current) menu.current.open = false
    }, CLOSE_DELAY_MS)
  }
  /** A menu that has just been opened by hovering must not be closed by a click. */
  const click = (event: { preventDefault(): void }) => {
    if (openedByHover.current && menu.current?.open) event.preventDefault()
    openedByHover.current = false
  }
  return {
    details: { ref: menu, ...(hover ? { onPointerEnter: enter, onPointerLeave: leave } : {}) },
    summary: hover ? { onClick: click } : {},
  }
}
