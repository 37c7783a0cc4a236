import type { CSSProperties } from 'react'
import type { PageFacts } from '../../content/page-facts.ts'
import { DRAWINGS, type DrawingName } from '../../models/drawings.ts'
import { vol2Subtitle } from '../../models/facts.ts'
import { marketPath } from '../../models/market.ts'
import { useShop } from '../page/use-shop.ts'
import { ButtonLink, linkClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { Actions, Lede } from '../ui/section.tsx'

/** Viewports that show the tall scene; on shorter or wider ones its keyhole would be cropped (variant `upright-wide`). */
const HERO_NARROW = '(max-width: 29.99rem) and (min-height: 50rem)'

type Motif = {
  readonly name: DrawingName
  readonly x: string
  readonly width: string
  readonly time: string
  readonly delay: string
  /** Distance from the top with reduced motion, where it does not fall. */
  readonly rest: string
}

/** The design allows six at most. */
const MOTIFS: readonly Motif[] = [
  { name: 'motif-feather', x: '52%', width: '26px', time: '15s', delay: '-3s', rest: '22vh' },
  { name: 'motif-key', x: '88%', width: '22px', time: '18s', delay: '-9s', rest: '30vh' },
  { name: 'motif-star', x: '60%', width: '16px', time: '13s', delay: '-6s', rest: '48vh' },
  { name: 'motif-spark', x: '82%', width: '34px', time: '16s', delay: '-12s', rest: '16vh' },
  { name: 'motif-feather', x: '94%', width: '20px', time: '19s', delay: '-15s', rest: '52vh' },
  { name: 'motif-star', x: '46%', width: '12px', time: '17s', delay: '-10s', rest: '34vh' },
]

function motifStyle(motif: Motif): CSSProperties {
  const { x, width, time, delay, rest } = motif
  return {
    left: x,
    width,
    '--fall-time': time,
    '--fall-delay': delay,
    '--rest': rest,
  } as CSSProperties
}

function FallingMotifs() {
  return (
    <div
      className="pointer-events-none absolute inset-0 -z-1 upright:h-(--scene-h) upright:overflow-hidden print:hidden"
      aria-hidden="true"
    >
      {MOTIFS.map((motif) => (
        <img
          key={motif.x}
          {...DRAWINGS[motif.name]}
          alt=""
          className="absolute top-0 h-auto animate-fall opacity-0 motion-reduce:translate-y-(--rest) motion-reduce:rotate-12 motion-reduce:opacity-50"
          style={motifStyle(motif)}
          loading="lazy"
        />
      ))}
    </div>
  )
}

/** The scene with the keyhole, the headline and the link to the shop. Spec: 2 Home */
export function Hero({ facts, onWatch }: { facts: PageFacts; onWatch: () => void }) {
  const { market, now } = useShop()
  return (
    <section
      data-ground="theatre"
      // On an upright phone the scene is as high as leaves room for the words, the button and the cookie notice.
      className={cn(
        'relative isolate grid min-h-[min(86vh,max(800px,42vw))] grid-rows-[1fr_auto] overflow-hidden bg-[#0a1211]',
        'before:absolute before:inset-0 before:-z-1 before:bg-[linear-gradient(90deg,#0b1412e6_0%,#0b1412b8_34%,#0b141200_60%)]',
        'upright:block upright:min-h-0 upright:[--scene-h:clamp(15rem,100svh-32rem,93.75vw)] upright-low:[--scene-h:clamp(6.5rem,100svh-28.5rem,93.75vw)]',
        'upright:before:bg-[linear-gradient(180deg,#0b141200_0,#0b141200_max(var(--scene-h)-6rem,var(--scene-h)*0.6),var(--color-soot)_var(--scene-h))]',
        'print:block print:min-h-0 print:before:hidden',
      )}
      aria-labelledby="hero-title"
    >
      <Picture
        name="hero-scene"
        sizes="100vw"
        narrow={{ name: 'hero-scene-tall', media: HERO_NARROW, sizes: '100vw' }}
        priority
        // However low and wide the place is, no more is cut off at the top than stands above the keyhole. On a phone
        // without the height for the full width the scene is narrower and fades at its sides.
        className={cn(
          'absolute inset-0 -z-2 h-[calc(100%-4rem)] w-full object-cover object-[62%_max(72%,-8.4vw)] print:hidden',
          'upright:relative upright:mx-auto upright:h-(--scene-h) upright:w-[min(100%,var(--scene-w))] upright:object-[50%_100%] upright:[--scene-w:calc(var(--scene-h)*1.175)]',
          'upright:[--fade:clamp(0px,(100vw-var(--scene-w))*9,2rem)] upright:[mask:linear-gradient(90deg,#0000,#000_var(--fade)_calc(100%-var(--fade)),#0000)]',
          'upright-wide:object-[85%_65%] upright-wide:[--scene-w:calc(var(--scene-h)*2.3)]',
        )}
      />
      <FallingMotifs />
      <div className="wrap flex flex-col justify-center py-20 upright:-mt-5 upright:pt-0 upright:pb-9 sideways:pt-3 sideways:pb-4 print:mt-0! print:py-4!">
        <h1
          id="hero-title"
          className="max-w-[9.4em] text-[max(var(--text-h1),4.4vw)] sideways:text-[max(1.75rem,8.5vh)]"
        >
          Some treasures deserve more than a drawer
        </h1>
        <Lede className="mt-6 max-w-[min(27em,50vw)] text-[#d8dcd2] upright:mt-3 upright:max-w-[27em] upright-low:order-1 upright-low:mt-5 sideways:order-1 sideways:mt-4">
          The Wizard Box is a box in the shape of a book. Touch your wand to the symbol on its cover, and it
          opens.
        </Lede>
        {/* Held sideways, clear of the keyhole. */}
        <Actions className="upright:mt-5 sideways:mt-3 sideways:max-w-[57vw]">
          <ButtonLink
            to={marketPath(market, '/products')}
            className="min-w-48 upright:w-[min(100%,26rem)] upright:min-w-0 sideways:w-auto sideways:min-w-0"
          >
            PURCHASE
          </ButtonLink>
          {/* biome-ignore lint/a11y/useValidAnchor: it links to the film, and with JavaScript also starts it */}
          <a className={linkClass()} href="#unlock" onClick={onWatch}>
            <Icon name="play" /> Watch it unlock
          </a>
        </Actions>
      </div>
      <div className="border-t border-line bg-soot print:bg-transparent">
        <p className="wrap flex max-w-none flex-wrap gap-x-8 gap-y-1 py-4.5 text-sm md:max-lg:gap-x-5 md:max-lg:text-hint">
          <b className="font-display text-[1.125rem] font-normal text-accent">Vol. II: Magical You</b>
          <span>{vol2Subtitle(market, now)}</span>
          <span>From {facts.boxOnlyPrice}, Gift Edition Envelope included</span>
        </p>
      </div>
    </section>
  )
}
