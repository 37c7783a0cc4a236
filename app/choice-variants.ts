import plugin from 'tailwindcss/plugin'
import { BUNDLE_SIZES } from './models/bundle.ts'
import {
  EDITIONS,
  editionSlug,
  OPTION_CHOICES,
  WAND_STYLES,
  WRAPPINGS,
  wandSlug,
} from './models/option-choice.ts'

/** The radio buttons of a product page, by the name of their field. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  option: OPTION_CHOICES,
  edition: EDITIONS.map(editionSlug),
  wrapping: WRAPPINGS,
  wand: WAND_STYLES.map(wandSlug),
  size: BUNDLE_SIZES.map(String),
}

/**
 * Tailwind variants for what a checked radio button or checkbox shows, so that choosing needs no script:
 * `hidden option-premium:block` is shown only while the premium set is chosen. There is one for each value of each
 * field (`option-box`, `edition-ember`, `wand-phoenix-elm`, `size-4`), and one for a field without a choice
 * (`edition-none`). They apply inside an element with the attribute `data-choices`.
 */
export default plugin(({ addVariant }) => {
  for (const [field, values] of Object.entries(CHOICES)) {
    for (const value of values) {
      const name = `${field}-${value.replace(/-(only|wand|edition)$/, '')}`
      addVariant(name, `[data-choices]:has([name="${field}"][value="${value}"]:checked) &`)
    }
    addVariant(`${field}-none`, `[data-choices]:not(:has([name="${field}"]:checked)) &`)
  }
})
