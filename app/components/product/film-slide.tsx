import { useEffect, useState } from 'react'
import { FILMS } from '../../models/films.ts'
import { PICTURES, pictureUrl } from '../../models/pictures.ts'

function posterOf(volume: 'vol1' | 'vol2', state: 'closed' | 'open'): string {
  return pictureUrl(PICTURES[`film-${volume}-tall-${state}`], 720, 'avif')
}

/** A silent product film that plays when asked to. Those who want no motion see the open box instead of the closed one. */
export function FilmSlide({ volume, description }: { volume: 'vol1' | 'vol2'; description: string }) {
  const film = FILMS[`${volume}-tall`]
  const [poster, setPoster] = useState(posterOf(volume, 'closed'))
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setPoster(posterOf(volume, 'open'))
  }, [volume])
  return (
    <video
      controls
      muted
      playsInline
      preload="none"
      poster={poster}
      width={film.width}
      height={film.height}
      aria-label={`Demo video. ${description}`}
    >
      <source src={film.webm} type="video/webm" />
      <source src={film.mp4} type="video/mp4" />
      <track kind="descriptions" src={film.descriptions} srcLang="en" label="What is seen" />
      <a href={film.mp4}>Demo video</a>
    </video>
  )
}
