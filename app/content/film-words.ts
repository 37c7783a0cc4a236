/** The button of every film. */
export const WATCH = 'Watch it unlock'

/** Where a film cannot be played. */
export const FILM_FAILS = 'The film cannot be played here. This is how it ends: the box is open.'

/** What is seen in each film, for who does not see it. */
export const FILM_TEXTS = {
  vol1: 'A wand touches the triangle on a Phoenix Edition. The catch lets go and the cover lifts. There is no sound.',
  vol2: 'A wand touches the triangle on a midnight blue cover. The catch lets go and the cover lifts. There is no sound.',
} as const
