import { type CSSProperties, lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { vol2Subtitle } from '#app/components/page/badge.tsx'
import type { PageFacts } from '#app/content/page-facts.ts'
import { FilmFails, FilmVideo, usePlay, WATCH } from '../page/film.tsx'
import { ButtonLink } from '../page/links.tsx'
import { linkClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Drawing, Picture } from '../ui/picture.tsx'
import { Actions, Lede } from '../ui/section.tsx'

/** Windows that show the tall scene, as the variant `upright` does. In parentheses, because it is also negated. */
const HERO_NARROW = '((max-width: 29.99rem) or ((max-width: 47.99rem) and (min-height: 30rem)))'

/**
 * The things that fall beside the book, six at most: place in the wide and in the tall scene, width, duration and delay
 * of the fall. With reduced motion they do not fall but stay at a distance from the top.
 */
const MOTIFS = [
  ['motif-feather', '51%', '12%', '26px', '15s', '-3s', '22vh'],
  ['motif-key', '89%', '84%', '22px', '18s', '-9s', '30vh'],
  ['motif-star', '56%', '17%', '16px', '13s', '-6s', '44vh'],
  ['motif-spark', '86%', '90%', '34px', '16s', '-12s', '16vh'],
  ['motif-feather', '94%', '5%', '20px', '19s', '-15s', '52vh'],
  ['motif-star', '46%', '80%', '12px', '17s', '-10s', '34vh'],
] as const

function FallingMotifs() {
  return (
    <div className="pointer-events-none absolute inset-0" aria-hidden="true">
      {MOTIFS.map(([name, x, tallX, width, time, delay, rest]) => (
        <Drawing
          key={x}
          name={name}
          className="absolute top-0 left-(--x) h-auto animate-fall opacity-0 upright:left-(--tall-x) motion-reduce:[translate:0_var(--rest)] motion-reduce:rotate-12 motion-reduce:opacity-50"
          style={
            {
              width,
              '--x': x,
              '--tall-x': tallX,
              '--fall-time': time,
              '--fall-delay': delay,
              '--rest': rest,
            } as CSSProperties
          }
        />
      ))}
    </div>
  )
}

/* What goes on beside the picture, and how the picture fades into it. */
const WALL_AND_FLOOR = {
  '--wide': 'max(min(100cqw,206cqh),178cqh)',
  '--tall': 'min(94cqh,128cqw)',
  '--edge': 'clamp(0px,(100cqw - var(--scene-w))*9,12cqw)',
  background:
    'linear-gradient(0deg,#080c0a calc(var(--scene-w)*0.161),#0000 0),linear-gradient(90deg,#0b1412 30%,#13261f 86%,#0c1714)',
} as CSSProperties
const SCENE = {
  '--sunk': 'calc(var(--scene-w)*-.04)',
  left: 'calc((100cqw - var(--scene-w))*var(--shift))',
  width: 'var(--scene-w)',
  mask: 'linear-gradient(90deg,#0000,#000 var(--edge) calc(100% - var(--edge)),#0000)',
} as CSSProperties

const HEIGHT_AND_FADE = {
  '--least': 'min(86vh,max(800px,48vw))',
  '--fade': 'linear-gradient(#0b141200 calc(var(--scene-h) - .75rem),#0b1412 var(--scene-h))',
} as CSSProperties

/**
 * The picture stands on the lower edge of its frame. It is as wide as the window, unless that would cut off the keyhole
 * at the top; then wall and floor continue beside it.
 */
function Scene({ children }: { children: ReactNode }) {
  return (
    <div className="relative [container-type:size] -z-2 col-start-1 row-start-1 overflow-hidden upright:h-(--scene-h) sideways:h-[max(8rem,100svh-6.75rem)] print:hidden">
      <div
        className="absolute inset-0 [--scene-w:var(--wide)] [--shift:.66] upright:[--scene-w:var(--tall)] upright:[--shift:.5]"
        style={WALL_AND_FLOOR}
      >
        <div className="absolute bottom-0 upright:bottom-(--sunk)" style={SCENE}>
          <Picture
            name="hero-scene"
            alt="A midnight blue Wizard Box stands in a keyhole of light while a wand touches the triangle on its cover"
            sizes="100vw"
            narrow={{ name: 'hero-scene-tall', media: HERO_NARROW, sizes: '108vw' }}
            priority
            className="h-auto w-full"
          />
          {children}
        </div>
        <FallingMotifs />
      </div>
    </div>
  )
}

const HeroWand = lazy(() => import('./hero-wand.tsx'))

/** The positions of the lock and of the middle of the book in the wide and in the tall picture. */
const LOCK = { '--x': '71.3%', '--tall-x': '53.1%', top: '80.3%' } as CSSProperties
const BOOK = {
  '--x': '69.4%',
  '--tall-x': '50%',
  top: 'auto',
  height: '100cqh',
  mask: 'linear-gradient(90deg,#0000,#000 5% 95%,#0000)',
} as CSSProperties
const AT = 'absolute left-(--x) upright:left-(--tall-x)'

/** The film in place of the book, before a dark room. */
function HeroFilm({ video, state }: Omit<ReturnType<typeof usePlay>, 'play'>) {
  if (state === 'failed') return <FilmFails style={{ insetInline: '14%' }} />
  return (
    <div className="absolute inset-0 bg-veil moves-opacity duration-open starting:opacity-0">
      <FilmVideo
        {...video}
        name="vol2-tall"
        className={cn(AT, 'w-auto [translate:-50%]', state === 'starting' && 'opacity-0')}
        style={BOOK}
      />
    </div>
  )
}

/** The size of the headline in large windows, on low phones and on those held sideways. */
const TITLE_SIZES = {
  '--wide': 'max(var(--size-h1),4.4vw)',
  '--low': 'min(var(--size-h1),(100vw - 2.5rem)/10.3)',
  '--flat': 'max(1.75rem,8.5vh)',
} as CSSProperties

/** The scene with the keyhole, the headline and the link to the shop. Spec: 2 Home */
export function Hero({ facts }: { facts: PageFacts }) {
  const [hasPointer, setHasPointer] = useState(false)
  const { play, ...film } = usePlay()
  /** Plays the film here. Without scripts, the link leads to the film further down. */
  function playHere(event: MouseEvent) {
    event.preventDefault()
    play()
  }
  return (
    <section
      data-theme="dark"
      // On an upright phone the scene leaves room for the words, the button and the cookie notice, but the book always
      // takes at least two fifths of the width.
      className="relative isolate grid min-h-(--least) grid-rows-[1fr_auto] overflow-hidden bg-soot upright:block upright:min-h-0 upright:[--scene-h:clamp(90vw,100svh-28.5rem,120vw)] upright-low:[--scene-h:clamp(min(71vw,46svh),100svh-28.5rem,93.75vw)] print:block print:min-h-0"
      style={HEIGHT_AND_FADE}
      aria-labelledby="hero-title"
      onPointerMove={hasPointer ? undefined : ({ pointerType }) => setHasPointer(pointerType === 'mouse')}
    >
      <div className="pointer-events-none absolute inset-0 -z-1 bg-scrim-left upright:bg-(image:--fade) print:hidden" />
      <Scene>
        {/* The link below leads to the same film, so the keyboard skips this one. */}
        {/* biome-ignore lint/a11y/useValidAnchor: without scripts it links to the film */}
        <a
          href="#unlock"
          onClick={playHere}
          className={cn(AT, 'size-12 [translate:-50%_-50%]')}
          style={LOCK}
          tabIndex={-1}
        >
          <span className="sr-only">Touch the lock</span>
        </a>
        {hasPointer && film.state === 'still' ? (
          <Suspense>
            <HeroWand lock={<span className={AT} style={LOCK} />} />
          </Suspense>
        ) : null}
        {film.state === 'still' ? null : <HeroFilm {...film} />}
      </Scene>
      <div className="wrap pointer-events-none col-start-1 row-start-1 flex flex-col justify-center py-20 upright:pt-1 upright:pb-8 sideways:pt-3 sideways:pb-4 print:py-4!">
        <h1
          id="hero-title"
          className="pointer-events-auto max-w-[9.4em] text-(length:--wide) upright-low:max-w-[10.4em] upright-low:text-(length:--low) sideways:text-(length:--flat)"
          style={TITLE_SIZES}
        >
          Some treasures deserve more than a drawer
        </h1>
        <Lede className="pointer-events-auto mt-6 max-w-[min(27em,50vw)] text-bone upright:order-1 upright:mt-5 upright:max-w-[27em] sideways:order-1 sideways:mt-4">
          The Wizard Box is a box in the shape of a book. Touch your wand to the symbol on its cover, and it
          opens.
        </Lede>
        {/* On a phone held sideways, beside the keyhole. On the smallest phones above the headline, or the cookie notice would cover it. */}
        <Actions className="upright:mt-5 upright-low:mt-2.5 sideways:mt-3 sideways:max-w-[57vw] max-xs:upright-low:-order-1 max-xs:upright-low:mb-3 max-xs:upright-low:consented:order-none">
          <ButtonLink
            to="/products"
            className="pointer-events-auto min-w-48 upright:w-104 upright:max-w-full upright:min-w-0 upright-low:min-h-tap upright-low:py-1.5 sideways:w-auto sideways:min-w-0"
          >
            PURCHASE
          </ButtonLink>
          {/* biome-ignore lint/a11y/useValidAnchor: without scripts it links to the film */}
          <a className={linkClass('pointer-events-auto')} href="#unlock" onClick={playHere}>
            <Icon name="play" /> {WATCH}
          </a>
        </Actions>
      </div>
      <div className="line-t bg-soot print:bg-transparent">
        <p className="wrap flex max-w-none flex-wrap gap-x-6 gap-y-1 py-4 text-hint lg:text-sm">
          <b className="font-display text-base font-normal text-accent">Vol. II: Magical You</b>
          <span>{vol2Subtitle(facts)}</span>
          <span>{`From ${facts.boxOnlyPrice}, Gift Edition Envelope included`}</span>
        </p>
      </div>
    </section>
  )
}
