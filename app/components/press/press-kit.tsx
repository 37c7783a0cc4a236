import { KIT, type KitPart, kitMailto, PRESS_KIT } from '#app/content/press-words.ts'
import { DRAWINGS } from '#app/models/drawings.ts'
import { buttonClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import { Plate } from '../ui/plate.tsx'

const GROUNDS: Record<KitPart['look'], string> = {
  assets: 'bg-lamp-bottle',
  release: 'bg-well-stone',
  images: 'bg-lamp-midnight',
}

/** Widths of the lines of a drawn press release. */
const SHEET_LINES = ['', '', 'w-4/5', '', '', 'w-5/9']

/** Three `mailto:` links with subject and text. Spec: 2 Other pages, Press */
export function PressKit({ address }: { address: string }) {
  return (
    <section className="pb-band" aria-labelledby="kit-title">
      <div className="wrap">
        <h2 id="kit-title">{KIT.title}</h2>
        <p className="mt-4 text-quiet">{KIT.text}</p>
        <ul className="mt-panel grid gap-gap plus:grid-cols-3">
          {PRESS_KIT.map((kit) => (
            <li key={kit.look} className="contents">
              <Plate className="flex flex-col px-6 pt-6 pb-6">
                <div
                  className={cn(
                    'relative grid aspect-3/2 place-items-center overflow-hidden',
                    GROUNDS[kit.look],
                  )}
                >
                  <KitPicture look={kit.look} />
                </div>
                <h3 className="mt-6 text-xl">{kit.title}</h3>
                <p className="mt-2 mb-6 text-sm text-quiet">{kit.text}</p>
                <a
                  className={buttonClass({ variant: 'ghost' }, 'z-1 mt-auto')}
                  href={kitMailto(address, kit)}
                >
                  {kit.button}
                </a>
              </Plate>
            </li>
          ))}
        </ul>
        <p className="mt-6 max-w-none text-sm text-quiet">{KIT.note}</p>
      </div>
    </section>
  )
}

function KitPicture({ look }: Pick<KitPart, 'look'>) {
  if (look === 'assets') {
    return (
      <img
        {...DRAWINGS['logo-stacked']}
        alt=""
        loading="lazy"
        decoding="async"
        className="max-h-2/3 max-w-2/3"
      />
    )
  }
  if (look === 'images')
    return (
      <Picture
        className="absolute inset-1/12 size-5/6 object-contain"
        name="box-vol2-closed"
        sizes="20rem"
        alt=""
      />
    )
  return (
    <span
      className="grid aspect-3/4 w-4/9 -rotate-3 content-start gap-1 bg-leaf p-[6%] shadow-drop"
      aria-hidden="true"
    >
      <i className="mb-1.5 h-1.5 w-2/3 bg-coal" />
      {SHEET_LINES.map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
        <i key={line} className={cn('h-0.75 bg-line', width)} />
      ))}
    </span>
  )
}
