import { type ReactNode, useEffect, useRef } from 'react'
import { Picture } from '../ui/picture.tsx'

const FOLLOWS = '(hover) and (pointer: fine) and (prefers-reduced-motion: no-preference)'

/**
 * The wand of the scene leaves the lock and follows the pointer. Meanwhile another picture, of the wall behind it, covers
 * the painted wand. A transition of its `transform` lets it lag behind the pointer.
 * @param lock the lock, over which the wand is painted
 */
export default function HeroWand({ lock }: { lock: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (root.current && matchMedia(FOLLOWS).matches) return follow(root.current)
  }, [])
  return (
    <div
      ref={root}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 opacity-0 moves-opacity upright:hidden print:hidden"
    >
      <div className="absolute" style={{ top: '68.75%', left: '64.06%', width: '26.57%' }}>
        <Picture name="hero-behind-wand" sizes="20vw" className="h-auto w-full" />
      </div>
      {lock}
      <div data-wand="" className="absolute top-0 left-0 moves-transform ease-lid" style={{ width: '2.9%' }}>
        <div
          style={{ translate: '-50%', rotate: '-69deg', transformOrigin: 'top', filter: 'brightness(.75)' }}
        >
          <Picture name="wand-dragon-elder" sizes="4vw" className="h-auto w-full" />
        </div>
      </div>
    </div>
  )
}

/** @returns a function that stops following */
function follow(root: HTMLElement): () => void {
  const scene = root.closest('section') ?? root
  const [lock, wand] = [root.querySelector('span'), root.querySelector<HTMLElement>('[data-wand]')]
  const ending = new AbortController()
  let isAway = false

  /** Moves the tip to a place in the window, px. */
  function moveTo({ x, y }: { readonly x: number; readonly y: number }) {
    const corner = root.getBoundingClientRect()
    if (wand) wand.style.transform = `translate(${x - corner.x}px, ${y - corner.y}px)`
  }
  function goBack() {
    isAway = false
    moveTo((lock ?? root).getBoundingClientRect())
  }

  async function start() {
    await Promise.all([...root.querySelectorAll('img')].map((picture) => picture.decode()))
    const { signal } = ending
    goBack()
    scene.addEventListener('pointerleave', goBack, { signal })
    scene.addEventListener(
      'pointermove',
      ({ pointerType, clientX, clientY }) => {
        if (pointerType !== 'mouse') return
        isAway = true
        root.style.opacity = '1'
        moveTo({ x: clientX, y: clientY })
      },
      { signal },
    )
    // Back in the lock, the painted wand shows again.
    wand?.addEventListener('transitionend', () => isAway || root.style.removeProperty('opacity'), { signal })
  }

  // Without its pictures, the wand stays painted.
  start().catch(() => {})
  return () => ending.abort()
}
