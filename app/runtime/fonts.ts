import { fetchStyles, moveStylesToEndIfLoaded } from './page-styles.ts'

/** Id of the `<style>` with the web fonts. On a slow network its `media` matches nothing until `loadFonts`. */
export const FONTS_ID = 'faces'

/** Font files that nearly every page needs at once. */
export const FONT_FILES = ['/fonts/della-respira.woff2', '/fonts/commissioner.woff2'] as const

/**
 * Files with characters that only some texts contain; the browser loads them when it needs them (`unicode-range`).
 */
const ON_DEMAND = /-more\.woff2/

/** The `<style>` with the web fonts, if they are deferred. */
function findDeferredStyle(): HTMLStyleElement | null {
  const style = document.getElementById(FONTS_ID)
  return style instanceof HTMLStyleElement && style.media && style.sheet ? style : null
}

/** Whether the web fonts are loaded after the page's scripts. */
export function areFontsDeferred(): boolean {
  return findDeferredStyle() !== null
}

/**
 * Loads the web fonts if they were deferred, and applies all of them at once: each font that is applied makes the
 * browser measure all text again. If one fails to load, the fallback fonts stay.
 */
export async function loadFonts(): Promise<void> {
  const style = findDeferredStyle()
  if (!style?.sheet) return
  const fonts = [...style.sheet.cssRules].map((rule) => {
    const { style: descriptors } = rule as CSSFontFaceRule
    const read = (name: string) => descriptors.getPropertyValue(name)
    const font = new FontFace(read('font-family').replaceAll('"', ''), read('src'), {
      weight: read('font-weight') || 'normal',
      unicodeRange: read('unicode-range') || 'U+0-10FFFF',
      display: 'swap',
    })
    return ON_DEMAND.test(read('src')) ? font : font.load()
  })
  const loaded = await Promise.all(fonts)
  // Moving the stylesheets also makes the browser measure all text again, so both are done at once.
  await fetchStyles([])
  for (const font of loaded) document.fonts.add(font)
  moveStylesToEndIfLoaded()
}
