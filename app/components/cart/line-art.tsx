import { linePicture } from '#app/models/cart-line-picture.ts'
import type { CartLineView } from '#app/models/cart-view-types.ts'
import { editionPicture, wandPicture } from '#app/models/style-pictures.ts'
import type { WandStyle } from '#app/models/wands.ts'
import { cn } from '../ui/cn.ts'
import { NoPicture } from '../ui/no-picture.tsx'
import { Picture } from '../ui/picture.tsx'

const FRAME = 'relative row-span-3 row-start-1 size-(--picture) overflow-hidden rounded-board'

/** A whole wand. */
function Wand({ wand, className }: { wand: WandStyle; className: string }) {
  return (
    <Picture
      name={wandPicture(wand)}
      sizes="2.5rem"
      alt=""
      className={cn('absolute w-auto max-w-none -translate-x-1/2', className)}
    />
  )
}

/** What was bought: the box with its wand, or the wands, or the store's picture. */
export function LineArt({ line }: { line: CartLineView }) {
  const picture = linePicture(line)
  switch (picture.kind) {
    case 'gift':
      return (
        <span className={cn(FRAME, 'grid place-items-center bg-bottle')}>
          <Picture name="gift-envelope" sizes="7.5rem" alt="" className="size-9/10 object-contain" />
        </span>
      )
    case 'wands':
      return (
        <span className={cn(FRAME, 'bg-lamp-velvet')} data-line-wands={picture.wands.join(', ')}>
          {picture.wands.map((wand, index) => (
            <span
              key={wand}
              className="absolute inset-y-0 w-0"
              style={{ left: `${((index + 0.5) / picture.wands.length) * 100}%` }}
            >
              <Wand
                wand={wand}
                className={cn(
                  'top-1/2 left-0 -translate-y-1/2',
                  picture.wands.length === 1 ? 'h-19/20 rotate-24' : 'h-9/10',
                )}
              />
            </span>
          ))}
        </span>
      )
    case 'box':
      return (
        <span
          className={cn(FRAME, picture.volume === 'vol-1' ? 'bg-well-stone' : 'bg-well-midnight')}
          data-line-wands={picture.wand ?? undefined}
        >
          <Picture
            name={picture.volume === 'vol-1' ? editionPicture(picture.edition ?? 'Ember') : 'box-vol2-closed'}
            sizes="7.5rem"
            alt=""
            className={cn(
              'absolute top-1/2 h-5/6 w-auto max-w-none -translate-1/2',
              picture.wand ? 'left-3/7' : 'left-1/2',
            )}
          />
          {picture.wand ? (
            <Wand wand={picture.wand} className="top-1/2 left-5/6 h-5/6 -translate-y-1/2 rotate-14" />
          ) : null}
        </span>
      )
    case 'image':
      return (
        <span className={cn(FRAME, 'bg-well-midnight')}>
          {line.image ? (
            <Picture image={line.image} sizes="7.5rem" alt="" className="size-full object-cover" />
          ) : (
            <NoPicture />
          )}
        </span>
      )
  }
}
