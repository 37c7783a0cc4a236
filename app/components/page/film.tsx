import { type ComponentProps, type CSSProperties, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'

/** A silent product film. Its stills are the pictures `film-<name>-closed` and `-open`, the latter for reduced motion. */
function film(volume: 'vol1' | 'vol2', frame: 'wide' | 'tall') {
  const name = `${volume}-${frame}`
  const [width, height] = frame === 'wide' ? [1280, 720] : [720, 900]
  const cover = volume === 'vol1' ? 'Phoenix Edition' : 'midnight blue cover'
  return {
    webm: `/film/opening-${name}.webm`,
    mp4: `/film/opening-${name}.mp4`,
    /** WebVTT track of kind `descriptions`. */
    descriptions: volume === 'vol2' ? '/film/opening.vtt' : '/film/opening-vol1.vtt',
    /** The first frame as JPEG, so that the film starts without a visible change. */
    poster: `/film/poster-${name}-closed-${width}.jpg`,
    width,
    height,
    text: `A wand touches the triangle on a ${cover}. The catch lets go and the cover lifts. There is no sound.`,
  }
}

export const FILMS = {
  'vol2-wide': film('vol2', 'wide'),
  'vol2-tall': film('vol2', 'tall'),
  'vol1-tall': film('vol1', 'tall'),
} as const

type FilmName = keyof typeof FILMS

export const WATCH = 'Watch it unlock'

const NARROW = '(max-width: 36rem)'

export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

const FILL = 'absolute inset-0 size-full object-cover'

/** A film that is a still picture until `play` is called: then a `FilmVideo` with `video` is rendered, plays, and has the focus. */
export function usePlay() {
  const ref = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'still' | 'starting' | 'running' | 'failed'>('still')

  function play() {
    flushSync(() => setState((now) => (now === 'running' ? now : 'starting')))
    ref.current?.focus({ preventScroll: true })
    // Browsers refuse to play while they save data or power; the controls remain usable.
    void ref.current?.play().catch(() => setState((now) => (now === 'failed' ? now : 'running')))
  }
  const video = {
    ref,
    onPlaying: () => setState('running'),
    onEnded: () => setState('still'),
    onFail: () => setState('failed'),
  }
  return { state, play, video }
}

/** A silent film on request: a lazy still until then, a plain video without JavaScript. */
export function Film(props: {
  name?: FilmName
  sizes: string
  /** What is seen on the still, where it is not decorative; with reduced motion it shows the open box then. */
  alt?: string
  /** Uses the upright film on small screens. */
  tallWhenNarrow?: boolean
  still?: 'closed' | 'open'
  className?: string
}) {
  const { name = 'vol2-wide', sizes, alt, tallWhenNarrow } = props
  const { state, play, video } = usePlay()
  const shown = state === 'failed' ? 'open' : (props.still ?? 'closed')
  const film = { name, narrow: tallWhenNarrow ? 'vol2-tall' : undefined } as const
  const tall = { name: `film-vol2-tall-${shown}`, media: NARROW, sizes: '92vw' } as const
  const open = { name: `film-${name}-open`, media: REDUCED_MOTION, sizes } as const

  return (
    <div data-theme="dark" className={cn('relative aspect-16/9 overflow-hidden bg-soot', props.className)}>
      <Picture
        name={`film-${name}-${shown}`}
        sizes={sizes}
        alt={alt}
        className={FILL}
        narrow={tallWhenNarrow ? tall : alt ? open : undefined}
      />
      <noscript>
        <FilmVideo {...film} poster={FILMS[name].poster} className="print:hidden" />
      </noscript>
      {state === 'failed' ? <FilmFails /> : null}
      {state === 'still' ? (
        <button
          type="button"
          className="absolute bottom-6 left-6 inline-flex min-h-control items-center gap-3 rounded-full bg-veil py-1.5 pr-5 pl-2 font-semibold text-bone moves-all hover:bg-pine max-2xs:left-2 max-2xs:pr-3 noscript:hidden print:hidden"
          onClick={play}
        >
          <span className="grid size-10 place-items-center rounded-full bg-gilt-bright text-coal">
            <Icon name="play" className="size-4" />
          </span>
          {WATCH}
        </button>
      ) : null}
      {state === 'starting' || state === 'running' ? (
        <FilmVideo
          {...film}
          {...video}
          // A picture of a product keeps its controls and the focus at its end.
          onEnded={alt ? undefined : video.onEnded}
          // Until its first frame a video is a grey box, so the still covers it.
          className={cn('print:hidden', state === 'starting' && 'opacity-0')}
        />
      ) : null}
    </div>
  )
}

/** Shown with the picture of the open box when none of the film's files can be played. */
export function FilmFails({ style }: { style?: CSSProperties }) {
  return (
    <p
      role="status"
      className="absolute inset-x-0 bottom-0 max-w-none bg-veil px-4 py-2 text-sm text-bone"
      style={style}
    >
      The film cannot be played here. This is how it ends: the box is open.
    </p>
  )
}

/** A film with the browser's controls. @param narrow the film on small screens @param onFail none of its files plays */
export function FilmVideo(
  props: { name: FilmName; narrow?: FilmName; onFail?: () => void } & ComponentProps<'video'>,
) {
  const { name, narrow, onFail, className, ...rest } = props
  const { mp4, width, height, descriptions, text } = FILMS[name]
  return (
    <video
      controls
      preload="none"
      aria-label={text}
      {...rest}
      className={cn(FILL, className)}
      muted
      playsInline
      width={width}
      height={height}
    >
      {narrow ? <Sources name={narrow} media={NARROW} /> : null}
      <Sources name={name} onError={onFail} />
      <track kind="descriptions" src={descriptions} srcLang="en" label="What is seen" />
      <a href={mp4}>{text}</a>
    </video>
  )
}

function Sources({ name, media, onError }: { name: FilmName } & ComponentProps<'source'>) {
  const { webm, mp4 } = FILMS[name]
  return (
    <>
      <source media={media} src={webm} type="video/webm" />
      {/* The last file to be tried. The video itself has no event for the failure of all. */}
      <source media={media} src={mp4} type="video/mp4" onError={onError} />
    </>
  )
}
