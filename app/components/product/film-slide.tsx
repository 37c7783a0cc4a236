import { type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FILM_TEXTS, WATCH } from '../../content/film-words.ts'
import { FILMS } from '../../models/films.ts'
import { PlayButton } from '../page/play-button.tsx'
import { Picture } from '../ui/picture.tsx'

export type FilmOfVolume = keyof typeof FILM_TEXTS

/** A slide's picture or film. */
export const SLIDE_PICTURE = 'absolute inset-0 size-full object-cover'
/** A picture of another shape than the slide, which would lose what it shows. */
export const WHOLE_PICTURE = 'absolute inset-0 size-full object-contain'

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/**
 * A silent product film that plays on click. Until then it is a picture, because video controls alone take a slow
 * phone longer to render than the rest of the gallery. With reduced motion, the picture shows the open box. Without
 * JavaScript it is a plain video.
 * @param sizes layout width of the slide, as in the HTML attribute
 */
export function FilmSlide({ sizes, volume }: { sizes: string; volume: FilmOfVolume }) {
  const video = useRef<HTMLVideoElement>(null)
  const [hasStarted, setHasStarted] = useState(false)

  function play() {
    flushSync(() => setHasStarted(true))
    video.current?.focus({ preventScroll: true })
    // Browsers that save data or power refuse to play; the controls remain usable.
    video.current?.play().catch(() => undefined)
  }

  if (hasStarted) return <Video volume={volume} ref={video} />
  return (
    <>
      <Picture
        name={`film-${volume}-tall-closed`}
        sizes={sizes}
        alt={FILM_TEXTS[volume]}
        className={SLIDE_PICTURE}
        narrow={{ name: `film-${volume}-tall-open`, media: REDUCED_MOTION, sizes }}
      />
      <noscript>
        <Video volume={volume} />
      </noscript>
      <PlayButton label={WATCH} onClick={play} />
    </>
  )
}

function Video({ volume, ref }: { volume: FilmOfVolume; ref?: Ref<HTMLVideoElement> }) {
  const film = FILMS[`${volume}-tall`]
  return (
    <video
      ref={ref}
      className={SLIDE_PICTURE}
      controls
      muted
      playsInline
      preload="none"
      poster={film.poster}
      width={film.width}
      height={film.height}
      aria-label={`Demo video. ${FILM_TEXTS[volume]}`}
    >
      <source src={film.webm} type="video/webm" />
      <source src={film.mp4} type="video/mp4" />
      <track kind="descriptions" src={film.descriptions} srcLang="en" label="What is seen" />
      <a href={film.mp4}>Demo video</a>
    </video>
  )
}
