import { type ReactNode, useEffect, useRef } from 'react'
import { Picture } from '../ui/picture.tsx'

const FOLLOWS = '(hover) and (pointer: fine) and (prefers-reduced-motion: no-preference)'
/** How much of the way to the pointer it goes in a frame. */
const PACE = 0.22

/**
 * The wand of the scene, which leaves the lock and follows the pointer over it; the picture of what is behind it lies over the
 * painted one meanwhile. Moved by `transform` alone, in one animation frame at a time; places are read when the pointer comes.
 * @param lock where it is painted
 */
export function HeroWand({ lock }: { lock: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (root.current && matchMedia(FOLLOWS).matches) return follow(root.current)
  }, [])
  return (
    <div
      ref={root}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 opacity-0 transition-opacity upright:hidden print:hidden"
    >
      <div className="absolute" style={{ top: '68.75%', left: '64.06%', width: '26.57%' }}>
        <Picture name="hero-behind-wand" sizes="20vw" alt="" className="h-auto w-full" />
      </div>
      {lock}
      <div data-wand="" className="absolute top-0 left-0" style={{ width: '2.9%' }}>
        <div
          style={{ translate: '-50%', rotate: '-69deg', transformOrigin: 'top', filter: 'brightness(.75)' }}
        >
          <Picture name="wand-dragon-elder" sizes="4vw" alt="" className="h-auto w-full" />
        </div>
      </div>
    </div>
  )
}

type Point = { readonly x: number; readonly y: number }

/** @returns what ends it */
function follow(root: HTMLElement): () => void {
  const scene = root.closest('section') ?? root
  const [rest, wand] = [root.querySelector('span'), root.querySelector<HTMLElement>('[data-wand]')]
  const ending = new AbortController()
  let corner: Point = { x: 0, y: 0 }
  let lock: Point = corner
  let [at, goal] = [lock, lock]
  let frame = 0

  function look() {
    corner = root.getBoundingClientRect()
    const place = rest?.getBoundingClientRect() ?? corner
    lock = { x: place.x - corner.x, y: place.y - corner.y }
    if (frame === 0) [at, goal] = [lock, lock]
  }

  function move() {
    const [x, y] = [goal.x - at.x, goal.y - at.y]
    at = { x: at.x + x * PACE, y: at.y + y * PACE }
    if (wand) wand.style.transform = `translate(${at.x}px, ${at.y}px)`
    const hasArrived = Math.hypot(x, y) < 0.5
    frame = hasArrived ? 0 : requestAnimationFrame(move)
    // Back in the lock it is the painted one again.
    if (hasArrived && goal === lock) root.style.opacity = ''
  }

  function go(next: Point) {
    goal = next
    frame ||= requestAnimationFrame(move)
  }

  async function start() {
    look()
    const pictures = [...root.querySelectorAll('img')]
    await Promise.all(pictures.map((picture) => picture.decode()))
    const { signal } = ending
    scene.addEventListener('pointerenter', look, { signal })
    for (const event of ['scroll', 'resize']) addEventListener(event, look, { signal, passive: true })
    scene.addEventListener('pointerleave', () => go(lock), { signal })
    scene.addEventListener(
      'pointermove',
      ({ pointerType, clientX, clientY }) => {
        if (pointerType !== 'mouse') return
        root.style.opacity = '1'
        go({ x: clientX - corner.x, y: clientY - corner.y })
      },
      { signal },
    )
  }

  // Without its pictures it stays where it is painted.
  start().catch(() => {})
  return () => {
    ending.abort()
    cancelAnimationFrame(frame)
  }
}
