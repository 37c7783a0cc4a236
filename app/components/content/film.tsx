import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FILMS } from '../../models/films.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'

export type FilmHandle = { readonly play: () => void }

/** What is seen, for those who do not see it. */
export const FILM_DESCRIPTION =
  'A wand touches the triangle on a midnight blue cover. The catch lets go and the cover lifts. There is no sound.'

const NARROW = '(max-width: 48rem)'

/**
 * The silent film of Vol. II. It plays when asked to and never by itself. Its first frame lies behind it as a
 * picture, which comes in a good format and only when needed, as a `poster` would not. Without JavaScript it is a
 * plain video with its own controls; with it, a button stands in for them until the first play.
 */
export function Film({
  label,
  sizes,
  tallWhenNarrow = false,
  ref,
}: {
  label: string
  sizes: string
  /** Takes the upright film on small screens. */
  tallWhenNarrow?: boolean
  ref?: Ref<FilmHandle>
}) {
  const video = useRef<HTMLVideoElement>(null)
  const [isShown, setIsShown] = useState(false)
  const { 'vol2-wide': wide, 'vol2-tall': tall } = FILMS

  function play() {
    flushSync(() => setIsShown(true))
    video.current?.focus({ preventScroll: true })
    // Refused where the browser saves data or power; then the visitor has its controls.
    void video.current?.play().catch(() => {})
  }
  useImperativeHandle(ref, () => ({ play }))

  return (
    <div className="reelbox" data-shown={isShown || undefined}>
      <Picture
        name="film-vol2-wide-closed"
        sizes={sizes}
        alt=""
        narrow={tallWhenNarrow ? { name: 'film-vol2-tall-closed', media: NARROW, sizes: '92vw' } : undefined}
      />
      <video
        ref={video}
        controls
        muted
        playsInline
        preload="none"
        width={wide.width}
        height={wide.height}
        aria-label={FILM_DESCRIPTION}
        onEnded={() => setIsShown(false)}
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
        <a href={wide.mp4}>{label}</a>
      </video>
      <button className="play" type="button" onClick={play}>
        <span>
          <Icon name="play" />
        </span>
        {label}
      </button>
    </div>
  )
}
