import { expect, test } from 'vitest'
import { WAND_STYLES, wandSlug } from '../../models/option-choice.ts'
import { shownFor } from './shown-for.ts'

test.each(WAND_STYLES.map(wandSlug))('there is a class for what is shown of %s', (wand) => {
  expect(shownFor({ wand })).toBe(`not-wand-${wand}:hidden`)
})
