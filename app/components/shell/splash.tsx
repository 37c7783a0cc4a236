import type { CSSProperties } from 'react'
import { Spinner } from '../ui/button.tsx'
import { Drawing, Picture } from '../ui/picture.tsx'

/** Even, as half of them are on each side. */
const SPARKLES = 20

/** Twinkling points, scattered by remainders: a cached page cannot be random. */
function Sparkles() {
  return (
    <span aria-hidden="true">
      {Array.from({ length: SPARKLES }, (_, at) => {
        const step = Math.floor(at / 2)
        const left = at % 2 === 0 ? 3 + ((31 * 20 - 4 * step) % 31) : 70 + ((2 + 12 * step) % 31)
        const size = 8 + ((7 * at) % 11)
        const place = { left: `${left}%`, top: `${1 + ((4 + 53 * at) % 90)}%`, width: size, height: size }
        const style = { ...place, '--twinkle-delay': `${-((13 * at) % 32) / 10}s` } as CSSProperties
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name
        return <i key={at} className="absolute star animate-twinkle bg-candle opacity-35" style={style} />
      })}
    </span>
  )
}

const ROOM = { background: 'radial-gradient(at 50% 42%,#24524a,#14302b 30%,#0b1412 72%)' }
/** The light that comes through the lock. */
const CANDLELIGHT = {
  inset: '-70%',
  background: 'radial-gradient(circle closest-side at 50% 52%,#ffe2a061 0,#e9a8491f 52%,#e9a84900 100%)',
}

/** The splash, in every home page; `before-paint.ts` shows it before the first paint. Spec: 2 Splash and entry */
export function Splash() {
  return (
    // The inline script opens it, before hydration.
    <dialog
      className="fixed inset-0 z-100 hidden size-full max-h-none max-w-none moves-all [transition-duration:1s] ease-lid splash:block splash-exiting:[scale:.86] splash-exiting:-rotate-3 splash-exiting:opacity-0"
      id="splash"
      data-theme="dark"
      aria-label="Wizard Box"
      suppressHydrationWarning
    >
      {/* Scrolls if it does not fit. In a low window the words are beside the wand instead of below it. */}
      <button
        type="button"
        className="fixed inset-0 flex w-full flex-col items-center justify-center-safe overflow-x-hidden overflow-y-auto px-gutter py-8 text-center low-splash:items-start low-splash:pl-[44vw] low-splash:text-left"
        style={ROOM}
      >
        <Sparkles />
        <span
          className="relative w-[min(15rem,48vw,30vh)] low-splash:absolute low-splash:top-[16vh] low-splash:left-[11vw] low-splash:w-[min(20vw,42vh)]"
          aria-hidden="true"
        >
          <i className="absolute animate-breathe" style={CANDLELIGHT} />
          {/* Lazy, so that it is not loaded where the splash is not shown. */}
          <Drawing name="lock-plate" className="relative w-full" />
          <Picture
            className="absolute top-[58%] left-[41%] w-[31%] origin-[50%_4%] -rotate-36"
            name="wand-dragon-elder"
            sizes="5rem"
          />
        </span>
        <span className="mt-[min(23vh,13rem)] font-display text-head leading-heading text-balance low-splash:mt-0 low-splash:text-h2 low-splash:leading-heading">
          Tap Your Wand to Enter
        </span>
        <span className="mt-4 text-quiet splash-detecting:hidden">Click anywhere to unlock the magic</span>
        <span className="mt-4 hidden text-quiet splash-detecting:block" role="status">
          <Spinner className="mx-auto mb-3 block size-7 text-gilt" />
          Finding your store...
        </span>
        <span className="sr-only">Press any key to enter the shop.</span>
      </button>
    </dialog>
  )
}
