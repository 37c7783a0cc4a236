import { DRAWINGS } from '../../models/drawings.ts'
import { SPLASH_SPARKLES } from '../../models/splash.ts'
import { Picture } from '../ui/picture.tsx'
import '../../styles/pages/splash.css'

/** They lie scattered the same way for everybody (`splash.css`): a page that is kept for all must not be random. */
const SPARKLES = Array.from({ length: SPLASH_SPARKLES }, (_, at) => at)

/**
 * The entry. It stands in the page for everyone and is shown only when the boot script says so, before first paint;
 * without JavaScript it never is. Spec: 2 Splash and entry
 */
export function Splash() {
  return (
    <div
      className="page-splash"
      id="splash"
      tabIndex={-1}
      role="dialog"
      aria-modal="true"
      aria-label="Wizard Box"
    >
      <button type="button" className="sp">
        <span aria-hidden="true" data-later="">
          {SPARKLES.map((at) => (
            <i key={at} />
          ))}
        </span>
        <span className="lk" aria-hidden="true">
          {/* Not fetched where the splash is not shown. */}
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
    </div>
  )
}
