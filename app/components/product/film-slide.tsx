import { FILMS } from '../../models/films.ts'
import { Picture } from '../ui/picture.tsx'

/**
 * A silent product film that plays when asked to. Its first frame lies behind it as a picture, fetched in a good
 * format and only when needed, which a `poster` would not be; those who want no motion see the open box instead.
 */
export function FilmSlide({ volume, description }: { volume: 'vol1' | 'vol2'; description: string }) {
  const film = FILMS[`${volume}-tall`]
  const sizes = '(max-width: 48rem) 80vw, 32rem'
  return (
    <>
      <Picture
        name={`film-${volume}-tall-closed`}
        sizes={sizes}
        alt=""
        narrow={{ name: `film-${volume}-tall-open`, media: '(prefers-reduced-motion: reduce)', sizes }}
      />
      <video
        controls
        muted
        playsInline
        preload="none"
        width={film.width}
        height={film.height}
        aria-label={`Demo video. ${description}`}
      >
        <source src={film.webm} type="video/webm" />
        <source src={film.mp4} type="video/mp4" />
        <track kind="descriptions" src={film.descriptions} srcLang="en" label="What is seen" />
        <a href={film.mp4}>Demo video</a>
      </video>
    </>
  )
}
