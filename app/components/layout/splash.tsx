import { DRAWINGS } from '../../models/drawings.ts'
import { SPLASH_SPARKLES } from '../../models/splash.ts'
import { Picture } from '../ui/picture.tsx'

/** Their positions are in `splash.css`: a page that is cached for all visitors must not be random. */
const SPARKLES = Array.from({ length: SPLASH_SPARKLES }, (_, index) => index)

/**
 * The splash screen. It is part of every home page, and `before-paint.ts` shows it before the first paint; without
 * JavaScript it is never shown. Spec: 2 Splash and entry
 */
export function Splash() {
  return (
    // The inline script opens it, before hydration.
    <dialog className="page-splash" id="splash" aria-label="Wizard Box" suppressHydrationWarning>
      <button type="button" className="sp">
        <span aria-hidden="true">
          {SPARKLES.map((index) => (
            <i key={index} />
          ))}
        </span>
        <span className="lk" aria-hidden="true">
          {/* Lazy, so that it is not loaded where the splash is not shown. */}
          <img className="m" {...DRAWINGS['lock-plate']} alt="" loading="lazy" />
          <Picture className="w" name="wand-dragon-elder" sizes="5rem" alt="" />
        </span>
        <span className="d">Tap Your Wand to Enter</span>
        <span className="h wait-no">Click anywhere to unlock the magic</span>
        <span className="h wait-yes" role="status">
          Finding your store...
        </span>
        <span className="sr">Press any key to enter the shop.</span>
      </button>
    </dialog>
  )
}
