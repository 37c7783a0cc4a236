import type { CartLineView, LinePicture } from '#app/models/cart-line.ts'
import type { PictureName } from '#app/models/pictures.ts'
import { cn } from '../ui/cn.ts'
import { NoPicture, Picture } from '../ui/picture.tsx'

const GROUNDS: Record<LinePicture['kind'], string> = {
  gift: 'grid place-items-center bg-bottle',
  wands: 'bg-lamp-velvet',
  'vol-1': 'bg-well-stone',
  'vol-2': 'bg-well-midnight',
  image: 'bg-well-midnight',
}

/** What was bought: the box with its wand, or the wands, or the store's picture. */
export function LineArt({ line: { picture, image } }: { line: CartLineView }) {
  return (
    <span
      className={cn(
        'relative row-span-3 row-start-1 size-(--picture) overflow-hidden rounded-board',
        GROUNDS[picture.kind],
      )}
    >
      {picture.kind === 'gift' ? (
        <Picture name="gift-envelope" sizes="7.5rem" alt="" className="size-9/10 object-contain" />
      ) : picture.kind === 'wands' ? (
        <Wands names={picture.wands} />
      ) : 'box' in picture ? (
        <>
          <Picture
            name={picture.box}
            sizes="7.5rem"
            alt=""
            className={cn(
              'absolute top-1/2 h-5/6 w-auto max-w-none -translate-1/2',
              picture.wand ? 'left-3/7' : 'left-1/2',
            )}
          />
          {picture.wand ? <Wand name={picture.wand} className="left-5/6 h-5/6 rotate-14" /> : null}
        </>
      ) : image ? (
        <Picture image={image} sizes="7.5rem" alt="" className="size-full object-cover" />
      ) : (
        <NoPicture />
      )}
    </span>
  )
}

/** A whole wand, upright in the middle. */
function Wand({ name, className }: { name: PictureName; className: string }) {
  const look = cn('absolute top-1/2 w-auto max-w-none -translate-1/2', className)
  return <Picture name={name} sizes="2.5rem" alt="" className={look} />
}

function Wands({ names }: { names: readonly PictureName[] }) {
  return names.map((name, index) => (
    <span
      key={name}
      className="absolute inset-y-0 w-0"
      style={{ left: `${((index + 0.5) / names.length) * 100}%` }}
    >
      <Wand name={name} className={names.length === 1 ? 'left-0 h-19/20 rotate-24' : 'left-0 h-9/10'} />
    </span>
  ))
}
