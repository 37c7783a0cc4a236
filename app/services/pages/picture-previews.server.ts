import { PICTURES, type Picture, type PictureName } from '../../models/pictures.ts'

/** Made by `scripts/previews.mjs`, by the names of their pictures. */
const FILES = import.meta.glob<string>('./previews/*.svg', { query: '?raw', import: 'default', eager: true })

/** The `object-position` of pictures that a page crops elsewhere than around the middle. */
const PLACES: Partial<Record<PictureName, string>> = {
  'hero-scene-tall': '50% 100%',
  'story-scene': '50% 58%',
}

/** A preview as the value of `background`, by the address of its picture without width and format. */
const BACKGROUNDS: ReadonlyMap<string, string> = new Map(
  Object.entries(FILES).map(([file, svg]) => {
    const name = file.replace(/^.*\/|\.svg$/g, '') as PictureName
    return [PICTURES[name].base, backgroundOf(svg, PICTURES[name], PLACES[name])]
  }),
)

function backgroundOf(svg: string, picture: Picture, place = '50%'): string {
  const address = svg.trim().replaceAll('"', "'").replaceAll('#', '%23')
  // See-through pictures are shown whole, the others fill their place.
  const size = picture.formats.includes('jpg') ? 'cover' : 'contain'
  return `url("data:image/svg+xml,${address}") ${place}/${size} no-repeat`
}

const FIRST_PICTURE = /<picture>((?:<source[^>]*>)*)<img [^>]*fetchPriority="high"[^>]*src="([^"]+)"/g
const NARROW_SOURCE = /srcset="([^" ]+)[^>]* media="([^"]+)"/i

/** An address without its width and format. */
const baseOf = (address: string) => address.replace(/-\d+\.\w+$/, '')

/**
 * Styles that show a preview, some soft shapes, behind each picture that is fetched first, until it has come. On a slow
 * line, a preview in a file of its own would come half a second after the page at the soonest. The styles name the address
 * of their picture, so that a page shown later never gets the preview of another one.
 */
export function previewStyles(page: string): string {
  let styles = ''
  for (const [, sources = '', address = ''] of page.matchAll(FIRST_PICTURE))
    styles += rulesOf(sources, address)
  return styles
}

function rulesOf(sources: string, address: string): string {
  const selector = `img[fetchpriority][src="${address}"]`
  const [, narrow, media] = NARROW_SOURCE.exec(sources) ?? []
  const wide = BACKGROUNDS.get(baseOf(address))
  const tall = narrow === undefined ? undefined : BACKGROUNDS.get(baseOf(narrow))
  return [
    wide === undefined ? '' : `${selector}{background:${wide}}`,
    tall === undefined ? '' : `@media ${media}{${selector}{background:${tall}}}`,
  ].join('')
}
