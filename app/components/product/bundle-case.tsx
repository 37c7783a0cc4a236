import type { CSSProperties } from 'react'
import type { BundleSize } from '#app/models/bundle.ts'
import { DRAWINGS } from '#app/models/drawings.ts'
import { wandSlug } from '#app/models/option-choice.ts'
import { wandPicture } from '#app/models/style-pictures.ts'
import { WAND_STYLES } from '#app/models/wands.ts'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import { shownFor } from './shown-for.ts'

/* What only this case is made of. */
const LEATHER = {
  background: 'linear-gradient(160deg,#24463f,#10201c 60%,#0b1412)',
  boxShadow: 'inset 0 0 0 1px #0009,inset 0 0 0 3px #1c3a34,inset 0 0 0 4px var(--color-gilt)',
}
const VELVET = {
  background: 'radial-gradient(ellipse at 40% 20%,#7a2634,#4a121c 52%,#25070d)',
  boxShadow: 'inset 0 14px 22px -10px #000a,inset 0 0 0 1px #0008',
}
const HOLLOW = { background: '#16040899', boxShadow: 'inset 0 6px 12px #000c,0 1px 0 #ffffff1f' }

const ROW = 'absolute inset-[5%_4%] flex'
const PLACE = 'relative w-[calc(100%/var(--places))] flex-none'

/**
 * The open case, which fills from the left as wands are chosen. CSS follows the checked boxes, so it needs no script;
 * screen readers have the boxes.
 */
export function BundleCase({ size, className }: { size: BundleSize | null; className?: string }) {
  return (
    <div
      aria-hidden="true"
      data-case=""
      // Its places before the choice below has come, so that nothing moves when it does.
      style={{ ...LEATHER, '--size': size ?? WAND_STYLES.length } as CSSProperties}
      className={cn(
        // Forced colours would drop its gradients, and the choices scroll below it.
        'relative p-4 forced-colors:forced-color-adjust-none [--places:var(--size)] size-3:[--places:3] size-4:[--places:4] size-5:[--places:5] size-6:[--places:6] size-7:[--places:7] size-8:[--places:8] print:hidden',
        className,
      )}
    >
      <div className="relative size-full overflow-hidden rounded-hair" style={VELVET}>
        {/* As many hollows as the bundle has wands: there is no room for more. On phones they go on above, as the wands do. */}
        <div className={cn(ROW, 'overflow-x-clip')}>
          {WAND_STYLES.map((wand) => (
            <span key={wand} className={PLACE}>
              <span
                className="absolute inset-x-[max(12%,50%-2.6rem)] inset-y-0 rounded-full max-lg:-top-full"
                style={HOLLOW}
              />
            </span>
          ))}
        </div>
        <div className={ROW}>
          {WAND_STYLES.map((wand) => (
            <span key={wand} data-in-case={wand} className={cn(PLACE, shownFor({ wands: wandSlug(wand) }))}>
              <Picture
                name={wandPicture(wand)}
                sizes="(max-width: 60rem) 3rem, 7rem"
                alt=""
                // On phones the case is low: their grips, which tell them apart, as large as it allows.
                className="absolute bottom-1 left-1/2 h-19/20 w-auto max-w-none -translate-x-1/2 filter-(--object-shadow) max-lg:h-[210%]"
              />
            </span>
          ))}
        </div>
      </div>
      <img
        {...DRAWINGS['lock-plate']}
        alt=""
        className="absolute -bottom-1 left-1/2 w-11 -translate-x-1/2 max-lg:hidden"
      />
    </div>
  )
}
