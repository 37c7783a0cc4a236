import type { CartLineView } from '#app/models/cart-view-types.ts'
import type { PictureName } from '#app/models/pictures.ts'
import { cn } from '../ui/cn.ts'
import { NoPicture, Picture } from '../ui/picture.tsx'

const FRAME = 'relative row-span-3 row-start-1 size-(--picture) overflow-hidden rounded-board'

/** A whole wand. */
function Wand({ name, className }: { name: PictureName; className: string }) {
  const look = cn('absolute w-auto max-w-none -translate-x-1/2', className)
  return <Picture name={name} sizes="2.5rem" alt="" className={look} />
}

/** What was bought: the box with its wand, or the wands, or the store's picture. */
export function LineArt({ line: { picture, image } }: { line: CartLineView }) {
  switch (picture.kind) {
    case 'gift':
      return (
        <span className={cn(FRAME, 'grid place-items-center bg-bottle')}>
          <Picture name="gift-envelope" sizes="7.5rem" alt="" className="size-9/10 object-contain" />
        </span>
      )
    case 'wands':
      return (
        <span className={cn(FRAME, 'bg-lamp-velvet')}>
          {picture.wands.map((name, index) => (
            <span
              key={name}
              className="absolute inset-y-0 w-0"
              style={{ left: `${((index + 0.5) / picture.wands.length) * 100}%` }}
            >
              <Wand
                name={name}
                className={cn(
                  'top-1/2 left-0 -translate-y-1/2',
                  picture.wands.length === 1 ? 'h-19/20 rotate-24' : 'h-9/10',
                )}
              />
            </span>
          ))}
        </span>
      )
    case 'vol-1':
    case 'vol-2':
      return (
        <span className={cn(FRAME, picture.kind === 'vol-1' ? 'bg-well-stone' : 'bg-well-midnight')}>
          <Picture
            name={picture.box}
            sizes="7.5rem"
            alt=""
            className={cn(
              'absolute top-1/2 h-5/6 w-auto max-w-none -translate-1/2',
              picture.wand ? 'left-3/7' : 'left-1/2',
            )}
          />
          {picture.wand ? (
            <Wand name={picture.wand} className="top-1/2 left-5/6 h-5/6 -translate-y-1/2 rotate-14" />
          ) : null}
        </span>
      )
    case 'image':
      return (
        <span className={cn(FRAME, 'bg-well-midnight')}>
          {image ? (
            <Picture image={image} sizes="7.5rem" alt="" className="size-full object-cover" />
          ) : (
            <NoPicture />
          )}
        </span>
      )
  }
}
