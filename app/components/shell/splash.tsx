import type { CSSProperties } from 'react'
import { SPLASH } from '#app/content/frame-words.ts'
import { DRAWINGS } from '#app/models/drawings.ts'
import { Spinner } from '../ui/button.tsx'
import { Picture } from '../ui/picture.tsx'

/** Place (percent), size (px) and delay (s) of each sparkle: a page that is the same for all must not be random. */
const SPARKLES: readonly (readonly [x: number, y: number, size: number, delay: number])[] = [
  [3, 5, 8, 0],
  [72, 58, 15, -1.3],
  [30, 21, 11, -2.6],
  [84, 74, 18, -0.7],
  [26, 37, 14, -2],
  [96, 90, 10, -0.1],
  [22, 53, 17, -1.4],
  [77, 16, 13, -2.7],
  [18, 69, 9, -0.8],
  [89, 32, 16, -2.1],
  [14, 85, 12, -0.2],
  [70, 48, 8, -1.5],
  [10, 11, 15, -2.8],
  [82, 64, 11, -0.9],
  [6, 27, 18, -2.2],
  [94, 80, 14, -0.3],
  [33, 43, 10, -1.6],
  [75, 6, 17, -2.9],
  [29, 59, 13, -1],
  [87, 22, 9, -2.3],
]

function Sparkles() {
  return (
    <span aria-hidden="true">
      {SPARKLES.map(([x, y, size, delay]) => (
        <i
          key={y}
          className="absolute star animate-twinkle bg-candle opacity-35"
          style={
            {
              left: `${x}%`,
              top: `${y}%`,
              width: size,
              height: size,
              '--twinkle-delay': `${delay}s`,
            } as CSSProperties
          }
        />
      ))}
    </span>
  )
}

/** The splash, in every home page; `before-paint.ts` shows it before the first paint. Spec: 2 Splash and entry */
export function Splash() {
  return (
    // The inline script opens it, before hydration.
    <dialog
      className="fixed inset-0 z-100 hidden size-full max-h-none max-w-none transition-all duration-scene ease-lid splash:block splash-exiting:scale-86 splash-exiting:-rotate-3 splash-exiting:opacity-0"
      id="splash"
      data-theme="dark"
      aria-label="Wizard Box"
      suppressHydrationWarning
    >
      {/* What does not fit is scrolled. In a low window the words are beside the wand instead of below it. */}
      <button
        type="button"
        className="fixed inset-0 flex w-full flex-col items-center justify-center-safe overflow-x-hidden overflow-y-auto bg-[radial-gradient(ellipse_at_50%_42%,#24524a_0,#14302b_30%,var(--color-soot)_72%)] px-gutter py-8 text-center low-splash:items-start low-splash:pl-[44vw] low-splash:text-left"
      >
        <Sparkles />
        <span
          className="relative w-[min(15rem,48vw,30vh)] before:absolute before:inset-[-70%] before:animate-breathe before:candlelight low-splash:absolute low-splash:top-[16vh] low-splash:left-[11vw] low-splash:w-[min(20vw,42vh)]"
          aria-hidden="true"
        >
          {/* Lazy, so that it is not loaded where the splash is not shown. */}
          <img className="relative w-full" {...DRAWINGS['lock-plate']} alt="" loading="lazy" />
          <Picture
            className="absolute top-[58%] left-[41%] w-[31%] origin-[50%_4%] -rotate-36"
            name="wand-dragon-elder"
            sizes="5rem"
            alt=""
          />
        </span>
        <span className="mt-[min(23vh,13rem)] font-display text-head leading-heading text-balance low-splash:mt-0 low-splash:text-h2">
          {SPLASH.title}
        </span>
        <span className="mt-4 text-quiet splash-detecting:hidden">{SPLASH.text}</span>
        <span className="mt-4 hidden text-quiet splash-detecting:block" role="status">
          <Spinner className="mx-auto mb-3 block size-7 text-gilt" />
          {SPLASH.detecting}
        </span>
        <span className="sr-only">{SPLASH.keys}</span>
      </button>
    </dialog>
  )
}
