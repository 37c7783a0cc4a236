/* The two silent product films; that of Vol. II in a wide and a tall format. */

export type Film = {
  readonly webm: string
  readonly mp4: string
  /** WebVTT track of kind `descriptions`. */
  readonly descriptions: string
  /** The first frame as JPEG, so that the film starts without a visible change. */
  readonly poster: string
  readonly width: number
  readonly height: number
}

export type FilmName = 'vol2-wide' | 'vol2-tall' | 'vol1-tall'

/**
 * All films. Their stills are the pictures `film-<name>-closed` and `-open`, which replaces the film for reduced
 * motion.
 */
export const FILMS: Readonly<Record<FilmName, Film>> = {
  'vol2-wide': film('vol2', 'wide'),
  'vol2-tall': film('vol2', 'tall'),
  'vol1-tall': film('vol1', 'tall'),
}

function film(subject: 'vol1' | 'vol2', frame: 'wide' | 'tall'): Film {
  const name = `${subject}-${frame}`
  return {
    webm: `/film/opening-${name}.webm`,
    mp4: `/film/opening-${name}.mp4`,
    descriptions: subject === 'vol2' ? '/film/opening.vtt' : '/film/opening-vol1.vtt',
    poster: frame === 'wide' ? `/film/poster-${name}-closed-1280.jpg` : `/film/poster-${name}-closed-720.jpg`,
    width: frame === 'wide' ? 1280 : 720,
    height: frame === 'wide' ? 720 : 900,
  }
}
