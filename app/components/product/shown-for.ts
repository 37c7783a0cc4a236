import type { OptionChoice, Wrapping } from '../../models/option-choice.ts'
import type { ChoiceCondition } from './offers.ts'

const OPTIONS: Readonly<Record<OptionChoice, string>> = {
  'box-only': 'not-option-box:hidden',
  'classic-wand': 'not-option-classic:hidden',
  'premium-wand': 'not-option-premium:hidden',
}

const WRAPPINGS: Readonly<Record<Wrapping, string>> = {
  'gift-edition': 'not-wrapping-gift:hidden',
  'printable-only': 'not-wrapping-printable:hidden',
}

const EDITIONS: Readonly<Record<string, string>> = {
  none: 'not-edition-none:hidden',
  ashborn: 'not-edition-ashborn:hidden',
  sunfire: 'not-edition-sunfire:hidden',
  ember: 'not-edition-ember:hidden',
}

const WANDS: Readonly<Record<string, string>> = {
  none: 'not-wand-none:hidden',
  'dragon-elder': 'not-wand-dragon-elder:hidden',
  'dragon-oak': 'not-wand-dragon-oak:hidden',
  'dragon-yew': 'not-wand-dragon-yew:hidden',
  'unicorn-chestnut': 'not-wand-unicorn-chestnut:hidden',
  'unicorn-cherry': 'not-wand-unicorn-cherry:hidden',
  'phoenix-elm': 'not-wand-phoenix-elm:hidden',
}

/**
 * Classes of an element that is shown only while these radio buttons are checked. They are written out in full,
 * because Tailwind reads them from the source.
 */
export function shownFor(when: ChoiceCondition & { readonly wrapping?: Wrapping }): string {
  const classes = [
    when.option && OPTIONS[when.option],
    when.wrapping && WRAPPINGS[when.wrapping],
    when.edition && EDITIONS[when.edition],
    when.wand && WANDS[when.wand],
  ]
  return classes.filter(Boolean).join(' ')
}
