import { KIT, type KitPart, kitMailto, PRESS_KIT } from '../../content/press-words.ts'
import { DRAWINGS } from '../../models/drawings.ts'
import { linkClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { Plate } from '../ui/plate.tsx'

const GROUNDS: Record<KitPart['look'], string> = {
  assets: 'lamp-bottle',
  release: 'well-stone',
  images: 'lamp-midnight [--lamp:50%_42%]',
}

/** Widths of the lines of a drawn press release. */
const SHEET_LINES = ['', '', 'w-4/5', '', '', 'w-[55%]']

/** Three `mailto:` links with subject and text. Spec: 2 Other pages, Press */
export function PressKit({ address }: { address: string }) {
  return (
    <section className="pb-[clamp(2.5rem,5vw,4rem)]" aria-labelledby="kit-title">
      <div className="wrap">
        <h2 id="kit-title">{KIT.title}</h2>
        <p className="mt-3.5 text-quiet">{KIT.text}</p>
        <ul className="mt-[clamp(1.75rem,3.5vw,3rem)] grid gap-gap min-[40.01rem]:grid-cols-3">
          {PRESS_KIT.map((kit) => (
            <li key={kit.look} className="contents">
              <Plate className="flex flex-col px-5.5 pt-5.5 pb-7">
                <div
                  className={cn(
                    'relative grid aspect-[16/10.5] place-items-center overflow-hidden',
                    GROUNDS[kit.look],
                  )}
                >
                  <KitPicture look={kit.look} />
                </div>
                <h3 className="mt-5.5 px-1.5 text-[1.5rem]">{kit.title}</h3>
                <p className="mt-2 mb-2.5 px-1.5 text-sm text-quiet">{kit.text}</p>
                <a className={linkClass('z-1 mt-auto self-start px-1.5')} href={kitMailto(address, kit)}>
                  <Icon name="mail" /> {kit.button}
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
        className="max-h-[64%] max-w-[64%]"
      />
    )
  }
  if (look === 'images')
    return (
      <Picture
        className="absolute inset-[7%] size-[86%] object-contain"
        name="box-vol2-closed"
        sizes="20rem"
        alt=""
      />
    )
  return (
    <span
      className="grid aspect-[1/1.3] w-[44%] -rotate-3 content-start gap-[5px] bg-leaf px-[6%] pt-[9%] shadow-drop"
      aria-hidden="true"
    >
      <i className="mb-1.5 h-[7px] w-[64%] bg-coal" />
      {SHEET_LINES.map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
        <i key={line} className={cn('h-[3px] bg-[#c8c5ba]', width)} />
      ))}
    </span>
  )
}
