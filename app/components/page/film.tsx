import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'

/** A silent product film. Its stills are the pictures `film-<name>-closed` and `-open`, the latter for reduced motion. */
function film(subject: 'vol1' | 'vol2', frame: 'wide' | 'tall') {
  const name = `${subject}-${frame}`
  const isWide = frame === 'wide'
  return {
    webm: `/film/opening-${name}.webm`,
    mp4: `/film/opening-${name}.mp4`,
    /** WebVTT track of kind `descriptions`. */
    descriptions: subject === 'vol2' ? '/film/opening.vtt' : '/film/opening-vol1.vtt',
    /** The first frame as JPEG, so that the film starts without a visible change. */
    poster: `/film/poster-${name}-closed-${isWide ? 1280 : 720}.jpg`,
    width: isWide ? 1280 : 720,
    height: isWide ? 720 : 900,
  }
}

export const FILMS = {
  'vol2-wide': film('vol2', 'wide'),
  'vol2-tall': film('vol2', 'tall'),
  'vol1-tall': film('vol1', 'tall'),
} as const

type FilmName = keyof typeof FILMS

export const WATCH = 'Watch it unlock'

export const FILM_TEXTS = {
  vol1: 'A wand touches the triangle on a Phoenix Edition. The catch lets go and the cover lifts. There is no sound.',
  vol2: 'A wand touches the triangle on a midnight blue cover. The catch lets go and the cover lifts. There is no sound.',
} as const

/** The button on the poster of a film, which needs JavaScript. */
function PlayButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      className="absolute bottom-6 left-6 inline-flex min-h-control items-center gap-3 rounded-full bg-veil py-1.5 pr-5 pl-2 font-semibold text-bone transition-colors hover:bg-pine max-2xs:left-2 max-2xs:pr-3 noscript:hidden print:hidden"
      onClick={onClick}
    >
      <span className="grid size-10 place-items-center rounded-full bg-gilt-bright text-coal">
        <Icon name="play" className="size-4" />
      </span>
      {WATCH}
    </button>
  )
}

const NARROW = '(max-width: 36rem)'

const FILL = 'absolute inset-0 size-full object-cover'

type FilmProps = {
  name: FilmName
  /** The film on small screens. */
  narrow?: FilmName | undefined
  'aria-label': string
}

/** A film that plays on request, over its still (`children`) until then; without JavaScript a plain video. */
export function FilmOnRequest({ children, ...film }: FilmProps & { children: ReactNode }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)

  function play() {
    flushSync(() => setPlaying(true))
    video.current?.focus({ preventScroll: true })
    // Browsers refuse to play while they save data or power; the controls remain usable.
    void video.current?.play().catch(() => {})
  }
  return (
    <>
      {children}
      {isPlaying ? (
        <FilmVideo {...film} ref={video} />
      ) : (
        <>
          <noscript>
            <FilmVideo {...film} />
          </noscript>
          <PlayButton onClick={play} />
        </>
      )}
    </>
  )
}

/** The silent film of Vol. II in a frame of its own. */
export function Film(props: {
  sizes: string
  /** Uses the upright film on small screens. */
  tallWhenNarrow?: boolean
  still?: 'closed' | 'open'
  className?: string
}) {
  const { sizes, tallWhenNarrow, still = 'closed', className } = props
  return (
    <div data-theme="dark" className={cn('relative aspect-16/9 overflow-hidden bg-soot', className)}>
      <FilmOnRequest
        name="vol2-wide"
        narrow={tallWhenNarrow ? 'vol2-tall' : undefined}
        aria-label={FILM_TEXTS.vol2}
      >
        <Picture
          name={`film-vol2-wide-${still}`}
          sizes={sizes}
          alt=""
          className={FILL}
          narrow={
            tallWhenNarrow ? { name: `film-vol2-tall-${still}`, media: NARROW, sizes: '92vw' } : undefined
          }
        />
      </FilmOnRequest>
    </div>
  )
}

function FilmVideo({ name, narrow, ...video }: FilmProps & ComponentProps<'video'>) {
  const { mp4, poster, width, height, descriptions } = FILMS[name]
  return (
    <video
      {...video}
      controls
      preload="none"
      poster={poster}
      className={cn(FILL, 'print:hidden')}
      muted
      playsInline
      width={width}
      height={height}
    >
      {narrow ? <Sources name={narrow} media={NARROW} /> : null}
      <Sources name={name} />
      <track kind="descriptions" src={descriptions} srcLang="en" label="What is seen" />
      <a href={mp4}>{video['aria-label']}</a>
    </video>
  )
}

function Sources({ name, media }: { name: FilmName; media?: string }) {
  const { webm, mp4 } = FILMS[name]
  return (
    <>
      <source media={media} src={webm} type="video/webm" />
      <source media={media} src={mp4} type="video/mp4" />
    </>
  )
}
