import type { Edition, WandStyle } from './option-choice.ts'
import type { PictureName } from './pictures.ts'

/* The pictures without a background, of which the pictures of a choice are composed. */

const WANDS = {
  'Dragon & Elder': 'wand-dragon-elder',
  'Dragon & Oak': 'wand-dragon-oak',
  'Dragon & Yew': 'wand-dragon-yew',
  'Unicorn & Chestnut': 'wand-unicorn-chestnut',
  'Unicorn & Cherry': 'wand-unicorn-cherry',
  'Phoenix & Elm': 'wand-phoenix-elm',
} as const satisfies Record<WandStyle, PictureName>
const EDITIONS: Readonly<Record<Edition, PictureName>> = {
  Ashborn: 'box-vol1-ashborn',
  Sunfire: 'box-vol1-sunfire',
  Ember: 'box-vol1-ember',
}

/** The picture of a single wand. */
export function wandPicture(wand: WandStyle) {
  return WANDS[wand]
}

/** The picture of Vol. I in an edition. */
export function editionPicture(edition: Edition): PictureName {
  return EDITIONS[edition]
}
