import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** How long a list stays after the pointer has left it, milliseconds. */
const LINGER_MS = 300

/** Closes an open `<details>` menu on Escape, on a press or focus outside it, and when the page changes. */
function useClosing(menu: RefObject<HTMLDetailsElement | null>) {
  const { key } = useLocation()
  const shown = useRef(key)
  useEffect(() => {
    // Not on the first page: who opened the menu before the scripts were there keeps it.
    if (menu.current && shown.current !== key) menu.current.open = false
    shown.current = key
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
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onOutside)
    document.addEventListener('focusin', onOutside)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onOutside)
      document.removeEventListener('focusin', onOutside)
    }
  }, [menu])
}

/**
 * Makes a `<details>` menu, which works by itself on a click, also open under a mouse pointer and close 300 ms after
 * the pointer has left. Spec: 2 Navigation bar
 */
export function useMenu({ hover = false }: { hover?: boolean } = {}) {
  const menu = useRef<HTMLDetailsElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const openedByHover = useRef(false)
  useClosing(menu)
  useEffect(() => () => clearTimeout(timer.current), [])

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
    }, LINGER_MS)
  }
  /** The click of a mouse that has just opened the list by arriving must not close it again. */
  const click = (event: { preventDefault(): void }) => {
    if (openedByHover.current && menu.current?.open) event.preventDefault()
    openedByHover.current = false
  }
  return {
    details: { ref: menu, ...(hover ? { onPointerEnter: enter, onPointerLeave: leave } : {}) },
    summary: hover ? { onClick: click } : {},
  }
}
