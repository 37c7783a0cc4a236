import type { Edition } from './option-choice.ts'
import type { PictureName } from './pictures.ts'
import { WANDS, type WandStyle } from './wands.ts'

/* The pictures without a background, of which the pictures of a choice are composed. */

const EDITIONS: Readonly<Record<Edition, PictureName>> = {
  Ashborn: 'box-vol1-ashborn',
  Sunfire: 'box-vol1-sunfire',
  Ember: 'box-vol1-ember',
}

type WandPicture = `wand-${(typeof WANDS)[number]['picture']}`

const WAND_PICTURES = new Map<WandStyle, WandPicture>(
  WANDS.map(({ name, picture }) => [name, `wand-${picture}`]),
)

/** The picture of a single wand. */
export function wandPicture(wand: WandStyle): WandPicture {
  return WAND_PICTURES.get(wand) ?? 'wand-dragon-elder'
}

/** The picture of Vol. I in an edition. */
export function editionPicture(edition: Edition): PictureName {
  return EDITIONS[edition]
}
