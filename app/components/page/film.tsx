import { type ComponentProps, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FILM_TEXTS, WATCH } from '#app/content/film-words.ts'
import { FILMS, type FilmName } from '#app/models/films.ts'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import { PlayButton } from './play-button.tsx'

export type FilmHandle = { readonly play: () => void }

const NARROW = '(max-width: 36rem)'

const FILL = 'absolute inset-0 size-full object-cover'

/** A film that is a still picture until it is asked for: then `video` is rendered, plays, and has the focus. */
export function usePlay() {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'still' | 'starting' | 'running'>('still')

  function play() {
    flushSync(() => setState((now) => (now === 'still' ? 'starting' : now)))
    video.current?.focus({ preventScroll: true })
    // Browsers that save data or power refuse to play; the controls remain usable.
    void video.current?.play().catch(() => setState('running'))
  }
  return { video, state, setState, play }
}

/**
 * The silent film of Vol. II, which plays only on request. Until then it is a `<picture>` of its first or last frame,
 * which, unlike a `poster`, is lazy and in a modern format. Without JavaScript it is a plain video.
 */
export function Film({
  sizes,
  still = 'closed',
  tallWhenNarrow = false,
  className,
  ref,
}: {
  sizes: string
  /** Uses the upright film on small screens. */
  tallWhenNarrow?: boolean
  /** Whether the box is shut or open before the film plays. */
  still?: 'closed' | 'open'
  className?: string
  ref?: Ref<FilmHandle>
}) {
  const { video, state, setState, play } = usePlay()
  useImperativeHandle(ref, () => ({ play }))
  const film = {
    name: 'vol2-wide',
    narrow: tallWhenNarrow ? 'vol2-tall' : undefined,
    'aria-label': FILM_TEXTS.vol2,
  } as const

  return (
    <div
      data-film={state}
      data-ground="theatre"
      className={cn('relative aspect-16/9 overflow-hidden bg-soot', className)}
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
      <noscript>
        <FilmVideo {...film} poster={FILMS['vol2-wide'].poster} className="print:hidden" />
      </noscript>
      {state === 'still' ? (
        <PlayButton label={WATCH} onClick={play} />
      ) : (
        <FilmVideo
          {...film}
          ref={video}
          // Without a frame it is a grey box, so the poster stays until the first one.
          className={cn('print:hidden', state === 'starting' && 'opacity-0')}
          onPlaying={() => setState('running')}
          onEnded={() => setState('still')}
        />
      )}
    </div>
  )
}

/**
 * A film with the browser's controls.
 * @param narrow the film for small screens, if it is another one
 */
export function FilmVideo({
  name,
  narrow,
  className,
  ...rest
}: { name: FilmName; narrow?: FilmName } & ComponentProps<'video'>) {
  const { mp4, width, height, descriptions } = FILMS[name]
  return (
    <video
      {...rest}
      className={cn(FILL, className)}
      controls
      muted
      playsInline
      preload="none"
      width={width}
      height={height}
    >
      {narrow ? <Sources name={narrow} media={NARROW} /> : null}
      <Sources name={name} />
      <track kind="descriptions" src={descriptions} srcLang="en" label="What is seen" />
      <a href={mp4}>{rest['aria-label']}</a>
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
