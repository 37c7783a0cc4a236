import { type ComponentProps, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FILM_TEXTS, WATCH } from '../../content/film-words.ts'
import { FILMS } from '../../models/films.ts'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import { PlayButton } from './play-button.tsx'

export type FilmHandle = { readonly play: () => void }

const NARROW = '(max-width: 36rem)'

const FILL = 'absolute inset-0 size-full object-cover'

type FormatProps = {
  /** Uses the upright film on small screens. */
  readonly tallWhenNarrow?: boolean
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
}: FormatProps & {
  sizes: string
  /** Whether the box is shut or open before the film plays. */
  still?: 'closed' | 'open'
  className?: string
  ref?: Ref<FilmHandle>
}) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'still' | 'starting' | 'running'>('still')

  function play() {
    flushSync(() => setState((now) => (now === 'still' ? 'starting' : now)))
    video.current?.focus({ preventScroll: true })
    // Browsers that save data or power refuse to play; the controls remain usable.
    void video.current?.play().catch(() => setState('running'))
  }
  useImperativeHandle(ref, () => ({ play }))

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
        <Video tallWhenNarrow={tallWhenNarrow} poster={FILMS['vol2-wide'].poster} />
      </noscript>
      {state === 'still' ? (
        <PlayButton label={WATCH} onClick={play} />
      ) : (
        <Video
          ref={video}
          tallWhenNarrow={tallWhenNarrow}
          // Without a frame it is a grey box, so the poster stays until the first one.
          className={state === 'starting' ? 'opacity-0' : undefined}
          onPlaying={() => setState('running')}
          onEnded={() => setState('still')}
        />
      )}
    </div>
  )
}

function Video({ tallWhenNarrow, className, ...rest }: FormatProps & ComponentProps<'video'>) {
  const { 'vol2-wide': wide, 'vol2-tall': tall } = FILMS
  return (
    <video
      {...rest}
      className={cn(FILL, 'print:hidden', className)}
      controls
      muted
      playsInline
      preload="none"
      width={wide.width}
      height={wide.height}
      aria-label={FILM_TEXTS.vol2}
    >
      {tallWhenNarrow ? (
        <>
          <source media={NARROW} src={tall.webm} type="video/webm" />
          <source media={NARROW} src={tall.mp4} type="video/mp4" />
        </>
      ) : null}
      <source src={wide.webm} type="video/webm" />
      <source src={wide.mp4} type="video/mp4" />
      <track kind="descriptions" src={wide.descriptions} srcLang="en" label="What is seen" />
      <a href={wide.mp4}>{FILM_TEXTS.vol2}</a>
    </video>
  )
}
