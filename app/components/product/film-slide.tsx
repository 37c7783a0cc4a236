import { FILM_TEXTS, WATCH } from '#app/content/film-words.ts'
import { FILMS } from '#app/models/films.ts'
import { FilmFails, FilmVideo, usePlay } from '../page/film.tsx'
import { PlayButton } from '../page/play-button.tsx'
import { Picture } from '../ui/picture.tsx'

export type FilmOfBox = keyof typeof FILM_TEXTS

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
export function FilmSlide({ sizes, volume }: { sizes: string; volume: FilmOfBox }) {
  const { video, state, play, onFail } = usePlay()
  const film = {
    name: `${volume}-tall`,
    poster: FILMS[`${volume}-tall`].poster,
    'aria-label': `Demo video. ${FILM_TEXTS[volume]}`,
  } as const
  const hasFailed = state === 'failed'
  if (state !== 'still' && !hasFailed) return <FilmVideo {...film} ref={video} onFail={onFail} />
  return (
    <>
      <Picture
        name={`film-${volume}-tall-${hasFailed ? 'open' : 'closed'}`}
        sizes={sizes}
        alt={FILM_TEXTS[volume]}
        className={SLIDE_PICTURE}
        narrow={{ name: `film-${volume}-tall-open`, media: REDUCED_MOTION, sizes }}
      />
      <noscript>
        <FilmVideo {...film} />
      </noscript>
      {hasFailed ? <FilmFails /> : <PlayButton label={WATCH} onClick={play} />}
    </>
  )
}
