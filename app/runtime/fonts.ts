import { fetchStyles, unfoldIfThere } from './page-styles.ts'

/** The element in the head that has the web faces; on a slow line it counts for no medium until `loadFonts`. */
export const FONTS_ID = 'faces'

/** Files of the faces that nearly every page needs at once. */
export const FONT_FILES = ['/fonts/della-respira.woff2', '/fonts/commissioner.woff2'] as const

/** Letters that only some texts need, which the browser sees by itself. */
const ON_DEMAND = /-more\.woff2/

/** The element of the faces, if they were kept waiting. */
function heldStyle(): HTMLStyleElement | null {
  const style = document.getElementById(FONTS_ID)
  return style instanceof HTMLStyleElement && style.media && style.sheet ? style : null
}

/** Whether the faces come after the page's scripts. */
export function areFontsDeferred(): boolean {
  return heldStyle() !== null
}

/**
 * Has the faces fetched that were kept waiting for the page's scripts, if they were, and the page written in them once all
 * have come: each face that comes by itself has every text measured anew. Where one can't be had, the stand-ins stay.
 */
export async function loadFonts(): Promise<void> {
  const style = heldStyle()
  if (!style?.sheet) return
  const faces = [...style.sheet.cssRules].map((rule) => {
    const { style: face } = rule as CSSFontFaceRule
    const say = (name: string) => face.getPropertyValue(name)
    const made = new FontFace(say('font-family').replaceAll('"', ''), say('src'), {
      weight: say('font-weight') || 'normal',
      unicodeRange: say('unicode-range') || 'U+0-10FFFF',
      display: 'swap',
    })
    return ON_DEMAND.test(say('src')) ? made : made.load()
  })
  const come = await Promise.all(faces)
  // Together with the stylesheets, for which texts are measured anew as well.
  await fetchStyles([])
  for (const face of come) document.fonts.add(face)
  unfoldIfThere()
}
